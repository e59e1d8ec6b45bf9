// French: the stock-take.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount, formatDelta } from "../format.ts";

const PETS_COUNTED = { one: "animal compté", many: "d’animaux comptés", other: "animaux comptés" };
const DIFFERENCES = { one: "écart", many: "d’écarts", other: "écarts" };

export const count: Catalogue["count"] = {
  loading: "Chargement de l’inventaire…",
  readOnly: "Cette clé permet seulement de lire",
  needsClerk: "Pour compter, il faut une clé avec le rôle vendeur.",
  progress: (pets) => `${counted(pets, PETS_COUNTED)}.`,
  keptNowhere: "Ce navigateur n’enregistre rien : les comptages seront perdus avec cet onglet.",
  keptHere: "Enregistré sur cet appareil.",
  cancel: "Abandonner",

  // Scanning.
  scan: "Scannez ou tapez un code, un id ou un nom",
  matchingPets: "Animaux trouvés",
  openCamera: "Scanner avec l’appareil photo",
  camera: "Appareil photo",
  closeCamera: "Fermer l’appareil photo",
  cameraNeedsHttps:
    "L’appareil photo ne fonctionne qu’avec https. Ouvrez cette page en https, ou tapez le code",
  cameraRefused: "Le navigateur n’a pas le droit d’utiliser l’appareil photo. Autorisez-le dans ses réglages",
  cameraMissing: "Aucun appareil photo n’a été trouvé",
  cameraFailed: "L’appareil photo n’a pas pu démarrer",
  eachScan: "Chaque scan compte pour un",
  blind: "À l’aveugle : masquer la quantité attendue",
  unknown: "Aucun animal n’a l’id ou le code {code}.",
  noteIt: "Le noter pour plus tard",
  noted: (code) => `Noté : ${code}`,
  countAsNew: "Le compter comme nouvel animal",

  // The count of one pet.
  count: "Quantité comptée",
  oneLess: "Un de moins",
  oneMore: "Un de plus",
  next: "Suivant",
  isNew: "Nouveau : il sera ajouté au stock.",
  expected: (quantity) => `Quantité attendue : ${formatCount(quantity)}.`,
  countedBefore: (quantity) => `Déjà compté : ${formatCount(quantity)}`,
  petCounted: (pet, quantity) => `${pet} : ${formatCount(quantity)}`,
  enterCount: "Indiquez la quantité que vous avez comptée",
  otherScan: "C’était un autre scan. Indiquez d’abord la quantité de cet animal",
  notWhole: (text) => `« ${text} » n’est pas un nombre entier`,
  tooLarge: "Cette quantité est trop grande",

  // The counts so far.
  countedLast: "Derniers comptages",
  edit: "Modifier",
  editCountOf: (pet) => `Modifier le comptage : ${pet}`,
  removeCountOf: (pet) => `Retirer le comptage : ${pet}`,
  discard: "Tout effacer",
  discardAll: "Effacer cet inventaire ?",
  areForgotten: (pets) =>
    `${counted(pets, { one: "comptage sera oublié", many: "de comptages seront oubliés", other: "comptages seront oubliés" })}. Le stock ne change pas.`,

  // The sheet of differences.
  comparing: "Comparaison…",
  showDifferences: "Voir les écarts",
  differences: "Écarts",
  summary: (pets, differences) => `${counted(pets, PETS_COUNTED)}, ${counted(differences, DIFFERENCES)}.`,
  showOnlyDifferences: "Voir seulement les écarts",
  showAll: "Tout voir",
  counts: "Comptages",
  pet: "Animal",
  expectedColumn: "Attendu",
  countedColumn: "Compté",
  differenceColumn: "Écart",
  remove: "Retirer",
  newPet: "nouveau",
  movedSince: (by, becomes) =>
    `${formatDelta(by)} depuis le comptage : il en restera ${formatCount(becomes)}`,
  removedSince: "Retiré du stock entre-temps",
  addedSince: "Ajouté par quelqu’un d’autre entre-temps : recomptez-le",
  soldSince: "Il s’en est vendu depuis plus qu’il n’en a été compté : recomptez-le",
  unknownCodes: "Codes qu’aucun animal n’a",
  note: "Note, par exemple le rayon",
  print: "Imprimer",
  countMore: "Continuer à compter",
  applying: "Application…",
  apply: (differences) => `Appliquer ${counted(differences, DIFFERENCES)}`,
  finish: "Terminer : aucun écart",

  // What became of it.
  applied: (pets, differences) => `${counted(pets, PETS_COUNTED)}, ${counted(differences, DIFFERENCES)}`,
  startNext: (applied) => `${applied}. Scannez pour commencer l’inventaire suivant.`,
  needsConnection: (reason) => `Les écarts demandent une connexion. ${reason}`,
  changedByOtherTab:
    "Un autre onglet a modifié ou appliqué ces comptages : choisissez « Continuer à compter », puis regardez à nouveau",
  someRefused: "Certains animaux ne peuvent pas être appliqués : recomptez-les, ou retirez leur comptage",
  notApplied: (reason) => `Non appliqué. ${reason}`,
  notConfirmed: (reason) => `Non confirmé : réessayez, l’application n’aura lieu qu’une fois. ${reason}`,
  isBeingApplied:
    "Le comptage de cet animal est en cours d’application : choisissez « Voir les écarts » pour l’envoyer à nouveau, puis comptez-le",
  answerLost:
    "Les écarts ont été envoyés il y a longtemps, et la réponse s’est perdue. La page Activité montre s’ils ont été appliqués : dans ce cas, effacez ces comptages",
};
