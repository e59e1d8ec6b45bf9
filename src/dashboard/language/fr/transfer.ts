// French: the import dialog and export.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount, formOf } from "../format.ts";

const pets = (n: number): string => counted(n, { one: "animal", many: "d’animaux", other: "animaux" });
const rows = (n: number): string => counted(n, { one: "ligne", many: "de lignes", other: "lignes" });
const changes = (n: number): string =>
  counted(n, { one: "modification", many: "de modifications", other: "modifications" });

const tooMany = (n: number, max: number): string =>
  `${changes(n)}, c’est trop à la fois\u00a0: on peut en envoyer jusqu’à ${formatCount(max)}.`;

export const transfer: Catalogue["transfer"] = {
  cancel: "Abandonner",

  exportTitle: "Exporter",
  whatToExport: "Que faut-il exporter\u00a0?",
  pets: "Animaux",
  thisView: (n) => `Cette vue, ${pets(n)}`,
  everything: (n) => `Tout, ${pets(n)}`,
  format: "Format",
  spreadsheet: "Tableur (CSV)",
  spreadsheetDetail:
    "Avec les noms, les espèces et les codes. S’ouvre tel quel dans Excel\u00a0: les ids longs gardent tous leurs chiffres et aucun texte ne devient une formule.",
  csv: "CSV",
  csvDetail: "Id, quantité et statut en UTF-8, comme les écrit petstock export.",
  ndjson: "NDJSON",
  ndjsonDetail: "Un animal par ligne, pour les programmes.",
  json: "JSON",
  jsonDetail: "Une liste, comme l’API la renvoie.",
  download: "Télécharger",
  loadingInventory: "Chargement du stock…",
  fileWritten: "Part du fichier déjà écrite",

  importTitle: "Importer",
  chooseFile: "Choisir un fichier",
  readingFile: "Lecture du fichier",
  waitingForInventory: "Attente du stock",
  preview: "Aperçu",
  importing: "Import en cours",
  outcome: "Résultat",

  chooseAsManager:
    "Un fichier avec les ids des animaux, et des quantités, statuts, noms, espèces, codes ou seuils de stock bas. Vous voyez ce qui changerait avant que quoi que ce soit ne change.",
  chooseAsClerk:
    "Un fichier avec les ids des animaux et des quantités. Vous voyez ce qui changerait avant que quoi que ce soit ne change. Votre clé modifie les quantités\u00a0; pour tout le reste, il faut le rôle responsable.",
  dropFile: "Déposez un fichier ici ou {choose}",
  chooseOne: "choisissez-en un",
  fileKinds: "Excel (.xlsx), CSV enregistré par un tableur, NDJSON ou JSON, jusqu’à 50\u00a0Mo",
  pasteRows: "Ou collez des lignes d’un tableur",
  pastedRows: "lignes collées",

  reading: "Lecture de {name}",
  fileRead: "Part du fichier déjà lue",
  previewWaits: "L’aperçu de {name} s’ouvrira quand tout le stock sera chargé.",
  petsSoFar: (n) => `${pets(n)} pour l’instant`,
  applying:
    "Import de {name} en cours. Il est appliqué en entier ou pas du tout, même si vous fermez cette page maintenant.",
  serviceApplies: "Le service applique l’import",
  waitForImport: (file) => `${file} n’a pas été ouvert. Attendez la fin de cet import`,
  noAdminApi: (file) =>
    `${file} n’a pas été ouvert. Cette page n’atteint pas l’Admin API, dont les imports ont besoin\u00a0: demandez à l’exploitant d’autoriser les adresses sous /admin/`,
  fileUnreadable: (detail) => `Le fichier n’a pas pu être lu\u00a0: ${detail}`,

  columns: "Colonnes\u00a0:",
  noneRecognised: "aucune reconnue",
  asChosenBefore: "(comme vous les avez choisies pour un tel fichier)",
  leftOut: (names, more) =>
    more === 0
      ? `Laissées de côté\u00a0: ${names}`
      : `Laissées de côté\u00a0: ${names} et ${counted(more, { one: "autre", many: "d’autres", other: "autres" })}`,
  quantitiesOnly: "(votre clé ne modifie que les quantités)",
  columnOf: (title) => `Colonne ${title}`,
  chooseColumn: "À choisir",
  notInFile: "Non présente",
  firstRowHasNames: "Noms en première ligne",
  checkColumns: "Vérifiez les colonnes\u00a0:",
  takenFrom: (title, name) => `${title} provient de «\u00a0${name}\u00a0»`,
  mayMeanElse: "Un tel nom peut avoir un autre sens.",
  noIdColumn: "Aucune colonne n’a été reconnue comme celle des ids. Choisissez-la ci-dessus.",
  sheet: "Feuille",
  chooseSheet: "Choisissez une feuille",
  severalSheets: "Le classeur a plusieurs feuilles. Choisissez-en une ci-dessus.",

  rows,
  readAs: (encoding) => `lu comme ${encoding}`,
  withoutRowsAbove: (n) => `sans ${rows(n)} au-dessus des noms`,
  lookAgain: (message) => `${message}. Regardez de nouveau l’aperçu.`,
  noRows: "Le fichier n’a pas de lignes sous les noms.",
  rowsByEffect: "Lignes selon ce qui se passerait",
  problem: "Problèmes",
  removed: "Supprimés",
  changed: "Modifiés",
  created: "Ajoutés",
  labeled: "Fiches",
  unchanged: "Inchangés",
  line: "Ligne",
  pet: "Animal",
  whatProblem: "Problème",
  whatNow: "Actuellement",
  whatChange: "Modification",
  whatNew: "Nouveau",
  none: "aucun",
  moreRows: (n) =>
    `et ${counted(n, { one: "autre ligne", many: "d’autres lignes", other: "autres lignes" })}`,
  problemsAreLeftOut: "Les lignes avec des problèmes sont laissées de côté.",
  downloadProblems: "Télécharger les problèmes",
  moreProblems: (n) =>
    `${counted(n, { one: "autre problème", many: "d’autres problèmes", other: "autres problèmes" })} hors de cette liste`,
  reasonImported: "Import",
  notePlaceholder: "Bon de livraison, etc.",
  replaceEverything: "Tout remplacer\u00a0: supprimer les animaux absents du fichier",
  comparing: "Comparaison avec le stock…",
  countChanged: (n) => counted(n, { one: "modifié", other: "modifiés" }),
  countAdded: (n) => counted(n, { one: "ajouté", other: "ajoutés" }),
  countRemoved: (n) => counted(n, { one: "supprimé", other: "supprimés" }),
  labelsChanged: (n) =>
    counted(n, { one: "fiche modifiée", many: "de fiches modifiées", other: "fiches modifiées" }),
  sameValues: "Le stock a déjà ces valeurs",
  withProblems: (changed, n) =>
    `${changed}\u00a0; ${rows(n)} avec des problèmes, ${formOf(n, { one: "laissée", other: "laissées" })} de côté`,
  otherFile: "Autre fichier",
  previewAgain: "Refaire l’aperçu",
  importAction: "Importer",
  importAndRemove: (n) => `Importer et supprimer ${pets(n)}`,
  importChanges: (n) => `Importer ${changes(n)}`,
  nothingToImport: "Rien à importer",

  checkFailed: (message) => `${message}.`,
  previewFailed: (detail) => `L’aperçu a échoué\u00a0: ${detail}`,
  petIsGone: (petId) => `L’animal ${petId} n’est plus dans le stock`,
  replaceWithProblems:
    "Un fichier avec des problèmes ne peut pas tout remplacer\u00a0: les animaux de ces lignes seraient supprimés",
  tooManyRows: "Il y a trop de lignes à la fois. Importez le fichier en plusieurs parties",
  tooManyChanges: (n, max) =>
    `${tooMany(n, max)} Importez le fichier en plusieurs parties, ou avec une clé du rôle responsable`,
  tooManyWithoutQuantities: (n, max) =>
    `${tooMany(n, max)} Importez le fichier en plusieurs parties, ou avec une colonne de quantités`,

  imported: "{name} est importé.",
  notKnown: "On ne sait pas si {name} a été importé.",
  askAgainWhy: (reason) => `${reason}. Redemandez\u00a0: l’import n’est appliqué qu’une fois.`,
  notImported: (file, reason) => `${file} n’a pas été importé. ${reason}`,
  nothingImported: (reason) => `Rien n’a été importé. ${reason}`,
  problemsLeftOut: (n) =>
    `${rows(n)} avec des problèmes ${formOf(n, { one: "a été laissée", other: "ont été laissées" })} de côté.`,
  undoImport: "Annuler l’import",
  askAgain: "Redemander",
  done: "Terminé",
};
