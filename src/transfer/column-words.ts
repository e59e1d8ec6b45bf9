// The words by which people and spreadsheets name columns: English, German, Spanish, French, Portuguese, and some Italian and Dutch.
// The only table of them. Files that must have exact names use it for hints alone; the dashboard maps columns by it.

import { SHEET_COLUMN_NAMES, type SheetColumn } from "./sheet-columns.ts";

/** Words that mean one column, in plain form; of two in one file, the first of the list is taken. */
const WORDS: Readonly<Record<SheetColumn, string>> = {
  petId: `
    pet petid petnumber petno petnr id animalid animalnumber animalno
    tierid tiernr tiernummer
    idanimal idmascota iddemascota iddelamascota mascotaid numeroanimal numerodeanimal noanimal
    iddelanimal iddanimal iddoanimal
    idanimale idpet dierid diernummer`,
  quantity: `
    quantity quantities qty qnty quant amount count counted stock stocklevel stockqty stockquantity stockonhand currentstock onhand
    qtyonhand quantityonhand instock available newquantity units pieces pcs
    menge anzahl bestand lagerbestand istbestand lagermenge bestandsmenge vorrat stuck stueck stuckzahl stueckzahl
    cantidad existencia existencias unidades stockactual inventario
    quantite quantites qte stockactuel enstock quantiteenstock unites
    quantidade qtd qtde estoque estoqueatual stockatual unidade
    quantita giacenza aantal voorraad hoeveelheid`,
  status: `
    status state availability
    zustand verfugbarkeit verfuegbarkeit estado disponibilidad statut etat disponibilite situacao disponibilidade
    stato statuut`,
  name: `
    name names petname animalname productname itemname articlename label title description
    bezeichnung artikelbezeichnung artikelname produktname tiername beschreibung
    denominacion descripcion nombredelproducto nombreproducto nombremascota
    nom denomination designation libelle nomduproduit nomproduit
    nome nomedoproduto nomeproduto designacao descricao denominacao
    denominazione descrizione naam dierennaam omschrijving`,
  kind: `
    kind kinds type category species breed sort animaltype
    art tierart gattung kategorie rasse warengruppe artikelgruppe typ
    especie categoria tipo raza familia
    espece categorie race famille
    raca specie razza soort diersoort`,
  code: `
    code codes barcode barcodes barcodenumber ean ean8 ean13 eancode eannumber gtin gtin8 gtin12 gtin13 gtin14 upc upccode
    strichcode eannr eannummer gtinnr
    codigodebarras codigobarras codbarras codigoean
    codebarre codebarres codeabarres codeean gencod gencode
    codigodebarra codiceabarre streepjescode`,
  low: `
    low lowat lowquantity lowstock min minimum minstock minimumstock minqty minquantity minimumquantity reorderlevel reorderpoint
    reorderat safetystock
    knapp knappab knappbei mindestbestand meldebestand mindestmenge minbestand minimalbestand sicherheitsbestand
    pocasdesde quedanpocas existenciasbajas minimo stockminimo cantidadminima existenciaminima puntodepedido stockdeseguridad
    basapartirde stockbas mini seuil seuildalerte stockminimum stockmini stockmin quantiteminimale stockdesecurite
    baixoapartirde estoquebaixo estoqueminimo quantidademinima pontodepedido
    sogliaminima scortaminima minimumvoorraad`,
};

/** What a word may mean that other sheets use for another column: it depends on the values. */
export interface AmbiguousWord {
  /** The likely columns of integers, the likeliest first. */
  readonly ofIntegers: readonly SheetColumn[];
  /** The likely columns of other values. */
  readonly ofTexts: readonly SheetColumn[];
}

const AMBIGUOUS: readonly (AmbiguousWord & { readonly words: string })[] = [
  {
    // A number of the shop, by which petstock knows the pet, or one of the supplier.
    ofIntegers: ["petId", "code"],
    ofTexts: ["code"],
    words: `
      sku skus skucode ref reference referenceno partno partnumber
      articleno articlenr articlenumber articleid articlecode itemno itemnumber itemid itemcode
      productno productnumber productid productcode suppliercode suppliersku
      artnr artikelnr artikelnummer artikelid artikelcode produktnr produktnummer produktid bestellnr bestellnummer
      codigo cod codigoarticulo codigodearticulo codigodelarticulo codigoproducto codigodeproducto codigodelproducto
      numerodearticulo idarticulo idproducto referencia
      idarticle idproduit codearticle codeproduit refarticle referencearticle referenceproduit numeroarticle numerodarticle
      narticle ndarticle
      codigodoartigo codigoartigo codigodoproduto codigoproduto codproduto codartigo idartigo idproduto numerodoartigo
      codice codicearticolo codiceprodotto productnummer`,
  },
  {
    ofIntegers: ["petId", "code"],
    ofTexts: ["name", "code"],
    words: `
      article articles item items product products
      artikel produkt ware articulo producto articolo prodotto artigo produto produit`,
  },
  // The pet's id in a table of the page, what it is in another.
  { ofIntegers: ["petId"], ofTexts: ["kind", "name"], words: "animal tier mascota" },
  // A name in Spanish, a number in French.
  { ofIntegers: ["quantity"], ofTexts: ["name"], words: "nombre" },
];

export interface ColumnMeaning {
  readonly column: SheetColumn;
  /** Of two names for one column, the one with the lower rank is taken. */
  readonly rank: number;
}

/** The column that a name such as `Quantité ` or `Stock (pcs)` means, whatever the values are. */
export function meaningOf(name: string): ColumnMeaning | undefined {
  return lookUp(MEANING_OF_WORD, name);
}

/** Undefined for a name that is unknown, or means one column. */
export function ambiguityOf(name: string): AmbiguousWord | undefined {
  return lookUp(AMBIGUITY_OF_WORD, name);
}

/** A longer name is not looked up. */
const NAME_LENGTH_MAX = 60;
/** Such as a unit. */
const BRACKETS = /\([^)]*\)|\[[^\]]*\]/g;

/** The whole name counts more than the name without what is in brackets. */
function lookUp<T>(words: ReadonlyMap<string, T>, name: string): T | undefined {
  if (name.length > NAME_LENGTH_MAX) return undefined;
  return words.get(plainWord(name)) ?? words.get(plainWord(name.replace(BRACKETS, "")));
}

/** In lower case, without accents, spaces and punctuation. */
function plainWord(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const MEANING_OF_WORD: ReadonlyMap<string, ColumnMeaning> = new Map(
  SHEET_COLUMN_NAMES.flatMap((column) =>
    listed(WORDS[column]).map((word, rank) => [word, { column, rank }] as const),
  ),
);

const AMBIGUITY_OF_WORD: ReadonlyMap<string, AmbiguousWord> = new Map(
  AMBIGUOUS.flatMap((each) => listed(each.words).map((word) => [word, each] as const)),
);

function listed(words: string): string[] {
  return words.trim().split(/\s+/);
}
