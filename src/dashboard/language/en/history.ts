// Texts of activity, a pet's history, undo.

import { counted, formatCount } from "../format.ts";
import { texts } from "../texts.ts";

const PETS = { one: "pet", other: "pets" };
const LABELS = { one: "label", other: "labels" };
const MORE_PETS = { one: "more pet", other: "more pets" };

export const historyText = texts("history", {
  // The page.
  loadingActivity: "Loading the activity…",
  loading: "Loading…",
  failed: (reason: string) => `${reason}.`,
  tryAgain: "Try again",
  today: "Today",
  yesterday: "Yesterday",
  showOlder: "Show older changes",
  searchFurther: "Search further back",
  noChanges: "No changes yet",
  firstAppears: "The first change appears here.",
  noMatching: "No matching changes",
  showAll: "Show all changes",
  person: "Person",
  everyone: "Everyone",
  reason: "Reason",
  allReasons: "All",
  day: "Day",

  // A revision.
  pets: (pets: number) => counted(pets, PETS),
  petsAndLabels: (pets: number, labels: number) => `${counted(pets, PETS)}, ${counted(labels, LABELS)}`,
  what: (reason: string, pets: string) => `${reason}: ${pets}`,
  whatOfUndo: (reason: string, revision: number, pets: string) =>
    `${reason} (revision ${formatCount(revision)}): ${pets}`,
  madeBy: "{reason} by {actor}, {time}",
  undoAsks: "Undo…",
  undoRevision: (revision: number) => `Undo revision ${formatCount(revision)}`,
  morePets: (pets: number) => `And ${counted(pets, MORE_PETS)}.`,

  // Undoing a revision.
  undoTitle: "Undo this change?",
  undo: "Undo",
  undoPets: (pets: number) => `Undo ${counted(pets, PETS)}`,
  undoLabels: (labels: number) => `Undo ${counted(labels, LABELS)}`,
  title: (reason: string, pets: string) => `${reason}, ${pets}`,
  looking: "Looking at what would change…",
  nothingLeft: "Nothing is left to undo.",
  return: (pets: number) =>
    `${counted(pets, { one: "pet returns to what it was", other: "pets return to what they were" })}.`,
  comeBack: (pets: number) =>
    `${counted(pets, { one: "removed pet comes back", other: "removed pets come back" })}.`,
  leave: (pets: number) => `${counted(pets, PETS)} that it added will be removed.`,
  labelsReturn: (pets: number) =>
    pets === 1
      ? "The label of 1 pet returns to what it was."
      : `The labels of ${counted(pets, PETS)} return to what they were.`,
  stay: (pets: number) =>
    `${counted(pets, { one: "pet has", other: "pets have" })} changed since, and will stay:`,
  stays: (pet: string, stock: string) => `${pet}, now ${stock}`,
  moreStay: (pets: number) => `and ${counted(pets, MORE_PETS)}`,
  notUndone: (reason: string) => `Not undone. ${reason}`,
  cannotUndo: (reason: string) => `This change cannot be undone. ${reason}`,

  // A pet's history.
  history: "History",
  loadingHistory: "Loading the history…",
  noneKept: "No changes are kept: this pet has not changed since the history begins.",
  newestFirst: "Changes, the newest first",
  stock: (quantity: number, status: string) => `${formatCount(quantity)}, ${status}`,
  notInInventory: "not in the inventory",
  added: (stock: string) => `added: ${stock}`,
  removed: "removed",

  // Setting a pet back: what it is set back to, and the sentences with it.
  stockBack: (stock: string) => `back to ${stock}`,
  removedAgain: "removed again",
  nameBack: (name: string) => `name back to ${name}`,
  kindBack: (kind: string) => `kind back to ${kind}`,
  codeBack: (code: string) => `barcode back to ${code}`,
  lowBack: (low: string) => `low quantity back to ${low}`,
  noName: "name back to none",
  noKind: "kind back to none",
  noCode: "barcode back to none",
  noLow: "low quantity back to none",
  noLabel: "label back to none",
  setBack: (to: string) => `Set ${to}`,
  removeAgain: "Remove again",
  undoTo: (to: string) => `Undo: ${to}`,
  petSetBack: (pet: string, to: string) => `${pet}: ${to}`,
  asItWas: "As it was before this change; later changes stay in the history",
  changedByOthers: (pet: string) => `${pet} has just been changed by someone else. Look, and try again`,
});
