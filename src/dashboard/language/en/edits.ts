// Texts of saving: conflicts, waiting edits, undo. Failures end without a full stop, as they may stand in the middle of a sentence.

import { counted } from "../format.ts";
import { texts } from "../texts.ts";

export const editsText = texts("edits", {
  enterNumber: "Enter a number",
  notWholeNumber: (text: string) => `“${text}” is not a whole number`,
  notInRange: (text: string, max: string) => `“${text}” is not a whole number from 0 to ${max}`,
  maximum: (max: string) => `The maximum is ${max}`,
  cannotRemove: (now: string, number: string) => `Only ${now} in stock: cannot remove ${number}`,
  onlyInStock: (now: string) => `Only ${now} in stock now`,

  madeByOther: "It was made with another key",
  madeBy: (by: string) => `${by} made this edit`,
  madeByNotYou: (by: string, you: string) => `${by} made this edit, and you are signed in as ${you}`,
  /** `{by}` is replaced. */
  quantityNotSent: (pet: string, quantity: string) => `{by} set ${pet} to ${quantity}, which was not saved.`,
  labelNotSent: (pet: string, change: string) => `{by} changed ${pet} (${change}), which was not saved.`,

  saved: (change: string) => `Saved: ${change}`,
  alreadySaved: (change: string) => `Already saved: ${change}`,
  oldQuantity: "The inventory still has the old quantity",
  oldLabel: "The label is as it was before",
  quantityNotSaved: (pet: string, quantity: string, reason: string) =>
    `${pet}, ${quantity} not saved. ${reason}`,
  labelNotSaved: (pet: string, change: string, reason: string) => `${pet}, ${change}: not saved. ${reason}`,
  quantityConflict: (pet: string, yours: string, theirs: string) =>
    `${pet} was changed by someone else: yours ${yours}, theirs ${theirs}. Choose in its row`,
  labelConflict: (pet: string, values: string) =>
    `${pet} was changed by someone else. ${values}. Choose in its panel`,
  yoursTheirs: (member: string, yours: string, theirs: string) =>
    `${member}: yours ${yours}, theirs ${theirs}`,
  open: "Open",
  setTo: (pet: string, status: string) => `${pet} set to ${status}`,
  notChanged: (reason: string) => `Not changed: ${reason}`,
  nothingChanged: (change: string) => `${change}: nothing had to be changed`,

  problemOf: (petId: string, problem: string) => `pet ${petId}: ${problem}`,
  moreProblems: (problem: string, others: number) =>
    `${problem}, and ${counted(others, { one: "more problem", other: "more problems" })}`,
  changedPet: (petId: string) => `Pet ${petId} changed in the meantime`,
  changedPets: (petId: string, others: number) =>
    `Pet ${petId} and ${counted(others, { one: "more pet", other: "more pets" })} changed in the meantime`,
  nothingApplied: (reason: string) => `${reason}. Nothing was changed`,

  undoing: (change: string) => `Undoing: ${change}`,
  undone: (change: string) => `Undone: ${change}`,
  restored: (change: string) => `Restored: ${change}`,
  notUndone: (change: string, reason: string) => `Not undone: ${change}. ${reason}`,
  nothingToUndo: (change: string) => `Nothing to undo: ${change}`,
  undoOfOther: (change: string, by: string) =>
    `Not undone: ${change}. ${by} asked for it: undo it again to do it in your name`,
  anotherKey: "Another key",
  changedSince: (pets: number) =>
    `${counted(pets, { one: "of its pets has", other: "of its pets have" })} changed since: open Activity to undo the rest`,
  undoNotConfirmed: "Not confirmed: look at Activity before you try again",
});
