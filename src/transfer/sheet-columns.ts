// The columns of a sheet that has everything of a pet in one row, by the names that people and spreadsheets give them in some
// languages: English, German, French, Spanish, Italian, Portuguese and Dutch.

import { type ColumnSet, INVENTORY_COLUMNS, LABEL_COLUMNS } from "./columns.ts";

export const SHEET_COLUMN_NAMES = ["petId", "quantity", "status", "name", "kind", "code", "low"] as const;
export type SheetColumn = (typeof SHEET_COLUMN_NAMES)[number];

/** In lower case, without accents and separators, as `resolveColumn` compares them. */
const NAMES: Readonly<Record<SheetColumn, string>> = {
  petId:
    "petnumber petno petnr animalid animalnumber productid itemid itemnumber tierid tiernr tiernummer artikelnr artikelnummer idanimal idmascota idproducto numeroanimal idanimale idpet dierid diernummer artikelid",
  quantity:
    "amount onhand instock available quantityonhand stockonhand newquantity counted anzahl menge bestand lagerbestand stueck stuck stuckzahl quantite qte enstock cantidad existencias quantita giacenza quantidade estoque aantal voorraad hoeveelheid",
  status: "availability zustand verfugbarkeit statut etat estado stato situacao statuut",
  name: "petname animalname label bezeichnung tiername nom denomination nombre nome naam dierennaam",
  kind: "category animal animaltype species sort art tierart gattung kategorie espece categorie especie categoria tipo specie soort diersoort",
  code: "barcodes eancode upc strichcode artikelcode codebarre codebarres codigo codigodebarras codice codiceabarre streepjescode",
  low: "lowat lowstock reorderlevel reorderat min mindestbestand meldebestand seuil stockminimum minimo sogliaminima scortaminima estoqueminimo minimumvoorraad",
};

export const SHEET_COLUMNS = {
  names: SHEET_COLUMN_NAMES,
  required: ["petId"],
  meanings: {
    ...LABEL_COLUMNS.meanings,
    ...INVENTORY_COLUMNS.meanings,
    ...Object.fromEntries(
      SHEET_COLUMN_NAMES.flatMap((column) => NAMES[column].split(" ").map((name) => [name, column])),
    ),
  },
  of: "a sheet of pets",
} as const satisfies ColumnSet;
