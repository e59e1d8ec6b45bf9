// German: saving: conflicts, waiting edits, undo.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

export const edits: Catalogue["edits"] = {
  enterNumber: "Geben Sie eine Zahl ein",
  notWholeNumber: (text) => `„${text}“ ist keine ganze Zahl`,
  notInRange: (text, max) => `„${text}“ ist keine ganze Zahl von 0 bis ${max}`,
  maximum: (max) => `Höchstens ${max} sind möglich`,
  cannotRemove: (now, number) => `Nur ${now} auf Lager: ${number} lassen sich nicht abziehen`,
  onlyInStock: (now) => `Jetzt nur noch ${now} auf Lager`,

  madeByOther: "Sie wurde mit einem anderen Schlüssel gemacht",
  madeBy: (by) => `Diese Änderung ist von ${by}`,
  madeByNotYou: (by, you) => `Diese Änderung ist von ${by}, und Sie sind als ${you} angemeldet`,
  quantityNotSent: (pet, quantity) => `{by} hat ${pet} auf ${quantity} gesetzt; das wurde nicht gespeichert.`,
  labelNotSent: (pet, change) => `{by} hat ${pet} geändert (${change}); das wurde nicht gespeichert.`,

  saved: (change) => `Gespeichert: ${change}`,
  alreadySaved: (change) => `Schon gespeichert: ${change}`,
  oldQuantity: "Im Bestand steht noch die alte Menge",
  oldLabel: "Die Angaben sind noch wie vorher",
  quantityNotSaved: (pet, quantity, reason) => `${pet}: ${quantity} nicht gespeichert. ${reason}`,
  labelNotSaved: (pet, change, reason) => `${pet}, ${change}: nicht gespeichert. ${reason}`,
  quantityConflict: (pet, yours, theirs) =>
    `${pet} wurde von jemand anderem geändert: Ihre Menge ist ${yours}, die andere ${theirs}. Entscheiden Sie in der Zeile`,
  labelConflict: (pet, values) =>
    `${pet} wurde von jemand anderem geändert. ${values}. Entscheiden Sie in den Einzelheiten des Tiers`,
  yoursTheirs: (member, yours, theirs) => `${member}: von Ihnen ${yours}, von anderen ${theirs}`,
  open: "Öffnen",
  setTo: (pet, status) => `${pet} ist jetzt ${status}`,
  notChanged: (reason) => `Nicht geändert: ${reason}`,
  nothingChanged: (change) => `${change}: Es war nichts zu ändern`,

  problemOf: (petId, problem) => `Tier ${petId}: ${problem}`,
  moreProblems: (problem, others) =>
    `${problem}, und ${counted(others, { one: "weiteres Problem", other: "weitere Probleme" })}`,
  changedPet: (petId) => `Tier ${petId} wurde inzwischen geändert`,
  changedPets: (petId, others) =>
    `Tier ${petId} und ${counted(others, { one: "weiteres Tier", other: "weitere Tiere" })} wurden inzwischen geändert`,
  nothingApplied: (reason) => `${reason}. Es wurde nichts geändert`,

  undoing: (change) => `Wird rückgängig gemacht: ${change}`,
  undone: (change) => `Rückgängig gemacht: ${change}`,
  restored: (change) => `Wiederhergestellt: ${change}`,
  notUndone: (change, reason) => `Nicht rückgängig gemacht: ${change}. ${reason}`,
  nothingToUndo: (change) => `Es gibt nichts rückgängig zu machen: ${change}`,
  undoOfOther: (change, by) =>
    `Nicht rückgängig gemacht: ${change}. Das wollte ${by}: Machen Sie es noch einmal rückgängig, um es in Ihrem Namen zu tun`,
  anotherKey: "jemand mit einem anderen Schlüssel",
  changedSince: (pets) =>
    `${counted(pets, { one: "der Tiere wurde", other: "der Tiere wurden" })} seither geändert: Den Rest machen Sie unter „Aktivität“ rückgängig`,
  undoNotConfirmed: "Nicht bestätigt: Sehen Sie unter „Aktivität“ nach, bevor Sie es noch einmal versuchen",
};
