// French: saving: conflicts, waiting edits, undo.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

export const edits: Catalogue["edits"] = {
  enterNumber: "Saisissez un nombre",
  notWholeNumber: (text) => `« ${text} » n’est pas un nombre entier`,
  notInRange: (text, max) => `« ${text} » n’est pas un nombre entier de 0 à ${max}`,
  maximum: (max) => `Le maximum est ${max}`,
  cannotRemove: (now, number) => `Il n’y en a que ${now} en stock : impossible d’en retirer ${number}`,
  onlyInStock: (now) => `Il n’y en a plus que ${now} en stock`,

  madeByOther: "Elle a été faite avec une autre clé",
  madeBy: (by) => `Cette modification est de ${by}`,
  madeByNotYou: (by, you) => `Cette modification est de ${by}, et vous êtes connecté comme ${you}`,
  quantityNotSent: (pet, quantity) =>
    `{by} a fixé la quantité à ${quantity} (${pet}), et cela n’a pas été enregistré.`,
  labelNotSent: (pet, change) => `{by} a modifié ${pet} (${change}), et cela n’a pas été enregistré.`,

  saved: (change) => `Enregistré : ${change}`,
  alreadySaved: (change) => `Déjà enregistré : ${change}`,
  oldQuantity: "Le stock a encore l’ancienne quantité",
  oldLabel: "La fiche est comme avant",
  quantityNotSaved: (pet, quantity, reason) => `${pet}, ${quantity} non enregistré. ${reason}`,
  labelNotSaved: (pet, change, reason) => `${pet}, ${change} : non enregistré. ${reason}`,
  quantityConflict: (pet, yours, theirs) =>
    `Quelqu’un d’autre a modifié la quantité (${pet}) : ${yours} pour vous, ${theirs} pour l’autre. Choisissez dans la ligne`,
  labelConflict: (pet, values) =>
    `Quelqu’un d’autre a modifié la fiche (${pet}). ${values}. Choisissez dans le volet de l’animal`,
  yoursTheirs: (member, yours, theirs) => `${member} : ${yours} pour vous, ${theirs} pour l’autre`,
  open: "Ouvrir",
  setTo: (pet, status) => `${pet}, maintenant ${status}`,
  notChanged: (reason) => `Non modifié : ${reason}`,
  nothingChanged: (change) => `${change} : il n’y avait rien à modifier`,

  problemOf: (petId, problem) => `animal ${petId} : ${problem}`,
  moreProblems: (problem, others) =>
    `${problem}, et ${counted(others, { one: "autre problème", many: "d’autres problèmes", other: "autres problèmes" })}`,
  changedPet: (petId) => `L’animal ${petId} a changé entre-temps`,
  changedPets: (petId, others) =>
    `L’animal ${petId} et ${counted(others, { one: "autre animal", many: "d’autres animaux", other: "autres animaux" })} ont changé entre-temps`,
  nothingApplied: (reason) => `${reason}. Rien n’a été modifié`,

  undoing: (change) => `Annulation en cours : ${change}`,
  undone: (change) => `Modification annulée : ${change}`,
  restored: (change) => `Rétabli : ${change}`,
  notUndone: (change, reason) => `Modification non annulée : ${change}. ${reason}`,
  nothingToUndo: (change) => `Aucune modification à annuler : ${change}`,
  undoOfOther: (change, by) =>
    `Modification non annulée : ${change}. La demande est de ${by} : refaites-la pour qu’elle soit en votre nom`,
  anotherKey: "quelqu’un avec une autre clé",
  changedSince: (pets) =>
    `${counted(pets, { one: "de ses animaux a changé", many: "de ses animaux ont changé", other: "de ses animaux ont changé" })} depuis : ouvrez « Activité » pour annuler le reste`,
  undoNotConfirmed: "Non confirmé : regardez dans « Activité » avant de réessayer",
};
