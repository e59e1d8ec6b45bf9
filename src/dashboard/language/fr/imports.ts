// French: files to import: columns, problems of rows.

import type { Catalogue } from "../catalogue.ts";
import { counted, formOf } from "../format.ts";

const pets = (n: number): string => counted(n, { one: "animal", many: "d’animaux", other: "animaux" });

export const imports: Catalogue["imports"] = {
  petId: "Id de l’animal",
  quantity: "Quantité",
  status: "Statut",
  name: "Nom",
  kind: "Espèce",
  code: "Code",
  low: "Bas à partir de",
  inColumn: (title, text) => `${title}\u00a0: ${text}`,
  unnamedColumn: (position, value) => `Colonne ${position} (${value})`,

  repeated: (line) => `Comme la ligne ${line}`,
  contested: "Présent plusieurs fois avec des valeurs différentes",
  needsQuantityToReplace: "La ligne n’a pas de quantité, et il en faut une pour tout remplacer",
  needsManagerToAdd:
    "Aucun animal n’a cet id, et il faut une clé avec le rôle responsable pour ajouter des animaux",
  needsQuantityToAdd: "Aucun animal n’a cet id, et la ligne n’a pas de quantité pour l’ajouter",
  roundedId:
    "Aucun animal n’a cet id, qu’un tableur semble avoir arrondi\u00a0: mettez la colonne au format texte, saisissez de nouveau les ids d’origine et réenregistrez le fichier",
  statusAlone: "La ligne a un statut, mais pas de quantité",

  fileTooLarge: (file) => `${file} est trop volumineux. La limite est de 50\u00a0Mo`,
  fileRefused: (file, reason) => `Impossible de lire ${file}. ${reason}`,
  workbookDamaged:
    "Le classeur est endommagé ou n’est pas un fichier .xlsx\u00a0: ouvrez-le dans un tableur et réenregistrez-le au format .xlsx",
  workbookEncrypted: "Le classeur est protégé par un mot de passe\u00a0: enregistrez-le sans mot de passe",
  workbookOld:
    "Le fichier est dans un ancien format d’Excel\u00a0: ouvrez-le et enregistrez-le au format .xlsx",
  workbookTooLarge:
    "Le classeur est trop volumineux\u00a0: enregistrez la feuille seule, ou en CSV (UTF-8), qui peut avoir plus de lignes",
  workbookEmpty: "Aucune feuille visible du classeur n’a de lignes",

  importedFrom: (n, file) => `${pets(n)} ${formOf(n, { one: "importé", other: "importés" })} depuis ${file}`,
  petsAdded: (n) => `${pets(n)} ${formOf(n, { one: "ajouté", other: "ajoutés" })}`,
  petsChanged: (n) => `${pets(n)} ${formOf(n, { one: "modifié", other: "modifiés" })}`,
  petsRemoved: (n) => `${pets(n)} ${formOf(n, { one: "supprimé", other: "supprimés" })}`,
  labelsChanged: (n) =>
    counted(n, { one: "fiche modifiée", many: "de fiches modifiées", other: "fiches modifiées" }),
  nothingChanged: "Il n’y avait rien à modifier",
  importComplete: (file, outcome) => `L’import de ${file} est terminé\u00a0: ${outcome}`,
  importInterrupted: (file) =>
    `L’import de ${file} a été interrompu. La page Activité montre s’il a été appliqué`,
  importAgain: (file, reason) => `${file} n’a pas été importé. ${reason}. Importez-le de nouveau`,
  importUnknown: (file, reason) => `On ne sait pas encore si ${file} a été importé. ${reason}`,
  tryAgain: "Réessayer",
  pageFailed: (detail) => `La page a rencontré une erreur\u00a0: ${detail}`,
};
