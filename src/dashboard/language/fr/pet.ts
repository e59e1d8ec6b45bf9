// French: a pet’s panel, its label, and the dialogs that add and change pets.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount, formatDelta } from "../format.ts";

const PETS = { one: "animal", many: "d’animaux", other: "animaux" };
const UNITS = { one: "unité", many: "d’unités", other: "unités" };
const ROWS = { one: "ligne", many: "de lignes", other: "lignes" };

export const pet: Catalogue["pet"] = {
  close: "Fermer",
  loading: "Chargement du stock…",
  status: "Statut",
  statusNow: (status) => `Statut : ${status}`,
  quantity: "Quantité",
  inStock: "{quantity} en stock",
  save: "Enregistrer",
  cancel: "Abandonner",
  removeThis: "Retirer cet animal",
  missing: "Aucun animal de cet id n’est en stock.",
  addThis: (petId) => `Ajouter l’animal ${petId}`,
  loadingHistory: "Chargement de l’historique…",
  historyFailed: "L’historique n’a pas pu être chargé.",
  tryAgain: "Réessayer",

  label: "Fiche",
  code: "Code",
  lowAt: "Bas à partir de",
  enterWholeNumber: (max) => `Saisissez un nombre entier de 0 à ${formatCount(max)}`,
  changedByOthers: "Modifié par quelqu’un d’autre",
  changedByOthersTo: (value) => `Modifié par quelqu’un d’autre : maintenant ${value}`,
  saving: "Enregistrement…",
  saved: "Enregistré",
  notConfirmed: "Non confirmé ; nouvel essai en cours",
  conflict: (member) => `${member} : votre valeur {yours}, l’autre {theirs}`,
  useMine: "Prendre la mienne",
  keepTheirs: "Garder l’autre",
  notSaved: "Non enregistré",
  notSavedBecause: "Non enregistré : {change}. {reason}.",
  retry: "Réessayer",
  discard: "Abandonner",

  add: "Ajouter un animal",
  addPet: "Ajouter",
  petId: "Id de l’animal",
  enterPetId: "Saisissez l’id de l’animal",
  petIdTooLong: "Un id a 19 chiffres au plus",
  petIdNotWhole: "Un id est un nombre entier",
  exists: (petId, quantity, status) =>
    `L’animal ${petId} est déjà en stock : ${formatCount(quantity)}, ${status}.`,
  openIt: "L’ouvrir",
  notAdded: (reason) => `Non ajouté : ${reason}.`,
  added: (petId) => `Animal ${petId} ajouté`,

  setOf: (named) => `Fixer la quantité : ${named}`,
  setOfPets: (pets) => `Fixer la quantité de ${counted(pets, PETS)}`,
  adjustOf: (named) => `Ajuster la quantité : ${named}`,
  adjustOfPets: (pets) => `Ajuster la quantité de ${counted(pets, PETS)}`,
  statusOf: (named) => `Changer le statut : ${named}`,
  statusOfPets: (pets) => `Changer le statut de ${counted(pets, PETS)}`,
  removeOf: (named) => `Retirer ${named} ?`,
  removeOfPets: (pets) => `Retirer ${counted(pets, PETS)} ?`,
  changePets: (pets) => `Modifier ${counted(pets, PETS)}`,
  removePets: (pets) => `Retirer ${counted(pets, PETS)}`,
  newStatus: "Nouveau statut",
  newQuantity: "Nouvelle quantité",
  changeBy: "Modifier de",
  newQuantityHint: "La même pour chacun",
  changeByHint: "Par exemple 5 ou -2, pour chacun",
  enterUnsigned: "Saisissez une quantité, sans signe",
  enterDifference: "Saisissez une différence, par exemple -2",
  itLeaves:
    "Il quitte le stock. L’historique garde ce qu’il y avait : « Annuler la modification » le fait revenir, tout de suite ou plus tard sur la page Activité.",
  theyLeave:
    "Ils quittent le stock. L’historique garde ce qu’il y avait : « Annuler la modification » les fait revenir, tout de suite ou plus tard sur la page Activité.",
  itLeavesWithStock: (units) =>
    `Il quitte le stock, avec ${counted(units, UNITS)}. L’historique garde ce qu’il y avait : « Annuler la modification » le fait revenir, tout de suite ou plus tard sur la page Activité.`,
  theyLeaveWithStock: (units) =>
    `Ils quittent le stock, avec ${counted(units, UNITS)}. L’historique garde ce qu’il y avait : « Annuler la modification » les fait revenir, tout de suite ou plus tard sur la page Activité.`,
  pets: (pets) => counted(pets, PETS),
  quantitySet: (pets, quantity) => `${pets} : quantité fixée à ${formatCount(quantity)}`,
  quantityAdjusted: (pets, by) => `${pets} : quantité modifiée de ${formatDelta(by)}`,
  statusSet: (pets, status) => `${pets} : nouveau statut « ${status} »`,
  removed: (named) => `${named} retiré`,
  petsRemoved: (pets) =>
    counted(pets, { one: "animal retiré", many: "d’animaux retirés", other: "animaux retirés" }),

  paste: (rows) => `Coller ${counted(rows, ROWS)}`,
  pasteBelow: "Les quantités vont dans des lignes consécutives, à partir de la ligne active.",
  pasteOmitted: (rows, max) =>
    `Après les ${formatCount(max)} premières, ${counted(rows, ROWS)} sont laissées de côté : pour un tel nombre, importez un fichier.`,
  pasted: (pets) =>
    `${counted(pets, {
      one: "animal modifié",
      many: "d’animaux modifiés",
      other: "animaux modifiés",
    })} par collage`,
  row: (row) => `Ligne ${row}`,
  petIdMissing: "L’id de l’animal manque",
  noRowForIt: "Le tableau n’a pas de ligne pour elle",
  unknownPet: (petId) => `Aucun animal n’a l’id ${petId}. Ajoutez-le, ou importez les lignes par un fichier`,
  inRowAlready: (petId, row) => `L’animal ${petId} est déjà à la ligne ${row}`,
  needsManager: "Seul un responsable peut changer un statut",
  roundedId: (text) =>
    `Le tableur a arrondi l’id ${text} : mettez sa colonne au format texte et saisissez l’id de nouveau`,
  notPetId: (text) => `« ${text} » n’est pas l’id d’un animal`,
  notQuantity: (text, max) => `« ${text} » n’est pas un nombre entier de 0 à ${formatCount(max)}`,
  notStatus: (text, statuses) => `« ${text} » n’est pas un statut : ${statuses}`,

  preview: "Aperçu",
  pet: "Animal",
  now: "Maintenant",
  afterwards: "Ensuite",
  isRemoved: "retiré",
  morePets: (pets) =>
    `et ${counted(pets, { one: "autre animal", many: "d’autres animaux", other: "autres animaux" })}`,
  petsRefused: (pets) =>
    `${counted(pets, { one: "animal ne peut pas être modifié", many: "d’animaux ne peuvent pas être modifiés", other: "animaux ne peuvent pas être modifiés" })} :`,
  rowsRefused: (rows) =>
    `${counted(rows, { one: "ligne ne peut pas être appliquée", many: "de lignes ne peuvent pas être appliquées", other: "lignes ne peuvent pas être appliquées" })} :`,
  problem: (where, problem) => `${where} : ${problem}`,
  moreProblems: (problems) => `et ${formatCount(problems)} de plus`,
  leaveOut: "Les laisser de côté et modifier les autres",
  unchanged: (pets) =>
    `${counted(pets, { one: "animal est", many: "d’animaux sont", other: "animaux sont" })} déjà ainsi.`,
  goneMeanwhile: (pets) =>
    `${counted(pets, { one: "animal a été retiré", many: "d’animaux ont été retirés", other: "animaux ont été retirés" })} entre-temps par d’autres.`,
  onlyInStock: (quantity) => `Seulement ${formatCount(quantity)} en stock`,
  overMaximum: (quantity, max) => `${formatCount(quantity)} dépasse le maximum de ${formatCount(max)}`,
  comparing: "Comparaison avec le stock actuel",
  applying: "Le service applique la modification, en entier ou pas du tout",
  offline:
    "Il n’y a pas de connexion. La modification de plusieurs animaux en demande une : réessayez à son retour",
  stopped: "Arrêté. Si le service avait déjà la modification, le tableau la montre",
  appliedBefore: "L’essai précédent a finalement été appliqué. Fermez cette fenêtre et regardez le tableau",
  unconfirmed: (reason) => `Non confirmé : réessayez, ce ne sera appliqué qu’une fois. ${reason}`,
  tooManyRemoved: (max) =>
    `Environ ${counted(max, PETS)} au plus peuvent être retirés à la fois. Sélectionnez-en moins`,
  removedMeanwhile: (petId) => `L’animal ${petId} a été retiré entre-temps`,
};
