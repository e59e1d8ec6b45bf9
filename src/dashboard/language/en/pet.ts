// Texts of a pet's panel, its label, and the dialogs that add and change pets.

import { counted, formatCount, formatDelta } from "../format.ts";
import { texts } from "../texts.ts";

const PETS = { one: "pet", other: "pets" };
const UNITS = { one: "unit", other: "units" };
const ROWS = { one: "row", other: "rows" };

export const petText = texts("pet", {
  // The panel.
  close: "Close",
  loading: "Loading the inventory…",
  status: "Status",
  statusNow: (status: string) => `Status: ${status}`,
  quantity: "Quantity",
  inStock: "{quantity} in stock",
  save: "Save",
  cancel: "Cancel",
  removeThis: "Remove this pet",
  missing: "No pet with this id is in the inventory.",
  addThis: (petId: bigint) => `Add pet ${petId}`,
  loadingHistory: "Loading the history…",
  historyFailed: "The history could not be loaded.",
  tryAgain: "Try again",

  // Its label.
  label: "Label",
  code: "Code",
  lowAt: "Low at",
  enterWholeNumber: (max: number) => `Enter a whole number from 0 to ${formatCount(max)}`,
  changedByOthers: "Changed by someone else",
  changedByOthersTo: (value: string) => `Changed by someone else: now ${value}`,
  saving: "Saving…",
  saved: "Saved",
  notConfirmed: "Not confirmed; retrying",
  conflict: (member: string) => `${member}: yours {yours}, theirs {theirs}`,
  useMine: "Use mine",
  keepTheirs: "Keep theirs",
  notSaved: "Not saved",
  notSavedBecause: "Not saved: {change}. {reason}.",
  retry: "Retry",
  discard: "Discard",

  // A new pet.
  add: "Add a pet",
  addPet: "Add pet",
  petId: "Pet id",
  enterPetId: "Enter the pet's id",
  petIdTooLong: "An id has at most 19 digits",
  petIdNotWhole: "An id is a whole number",
  exists: (petId: bigint, quantity: number, status: string) =>
    `Pet ${petId} is in the inventory already: ${formatCount(quantity)}, ${status}.`,
  openIt: "Open it",
  notAdded: (reason: string) => `Not added: ${reason}.`,
  added: (petId: bigint) => `Pet ${petId} added`,

  // Changes of several pets.
  setOf: (pet: string) => `Set the quantity of ${pet}`,
  setOfPets: (pets: number) => `Set the quantity of ${counted(pets, PETS)}`,
  adjustOf: (pet: string) => `Adjust the quantity of ${pet}`,
  adjustOfPets: (pets: number) => `Adjust the quantity of ${counted(pets, PETS)}`,
  statusOf: (pet: string) => `Change the status of ${pet}`,
  statusOfPets: (pets: number) => `Change the status of ${counted(pets, PETS)}`,
  removeOf: (pet: string) => `Remove ${pet}?`,
  removeOfPets: (pets: number) => `Remove ${counted(pets, PETS)}?`,
  changePets: (pets: number) => `Change ${counted(pets, PETS)}`,
  removePets: (pets: number) => `Remove ${counted(pets, PETS)}`,
  newStatus: "New status",
  newQuantity: "New quantity",
  changeBy: "Change by",
  newQuantityHint: "The same for each of them",
  changeByHint: "Such as 5 or -2, for each of them",
  enterUnsigned: "Enter a quantity, without a sign",
  enterDifference: "Enter a difference, such as -2",
  itLeaves:
    "It leaves the inventory. The history keeps what was there: Undo brings it back, right after this or later on the Activity page.",
  theyLeave:
    "They leave the inventory. The history keeps what was there: Undo brings them back, right after this or later on the Activity page.",
  itLeavesWithStock: (units: number) =>
    `It leaves the inventory, with ${counted(units, UNITS)} in stock. The history keeps what was there: Undo brings it back, right after this or later on the Activity page.`,
  theyLeaveWithStock: (units: number) =>
    `They leave the inventory, with ${counted(units, UNITS)} in stock. The history keeps what was there: Undo brings them back, right after this or later on the Activity page.`,
  pets: (pets: number) => counted(pets, PETS),
  quantitySet: (pets: string, quantity: number) => `${pets} set to ${formatCount(quantity)}`,
  quantityAdjusted: (pets: string, by: number) => `${pets} changed by ${formatDelta(by)}`,
  statusSet: (pets: string, status: string) => `${pets} set to ${status}`,
  removed: (pet: string) => `${pet} removed`,
  petsRemoved: (pets: number) => `${counted(pets, PETS)} removed`,

  // Pasted cells.
  paste: (rows: number) => `Paste ${counted(rows, ROWS)}`,
  pasteBelow: "The quantities go into consecutive rows, from the active row down.",
  pasteOmitted: (rows: number, max: number) =>
    `${counted(rows, ROWS)} beyond the first ${formatCount(max)} left out: import that many as a file.`,
  pasted: (pets: number) => `${counted(pets, PETS)} changed by pasting`,
  row: (row: number) => `Row ${row}`,
  petIdMissing: "The pet id is missing",
  noRowForIt: "The table has no row for it",
  unknownPet: (petId: bigint) => `No pet has the id ${petId}. Add it, or import the rows as a file`,
  inRowAlready: (petId: bigint, row: number) => `Pet ${petId} is in row ${row} already`,
  needsManager: "Changing a status needs the role manager",
  roundedId: (text: string) =>
    `The spreadsheet has rounded the id ${text}: format its column as text, and enter the id again`,
  notPetId: (text: string) => `“${text}” is not a pet id`,
  notQuantity: (text: string, max: number) => `“${text}” is not a whole number from 0 to ${formatCount(max)}`,
  notStatus: (text: string, statuses: string) => `“${text}” is not a status: ${statuses}`,

  // The preview of a change, and what became of it.
  preview: "Preview",
  pet: "Pet",
  now: "Now",
  afterwards: "Then",
  isRemoved: "removed",
  morePets: (pets: number) => `and ${counted(pets, { one: "more pet", other: "more pets" })}`,
  petsRefused: (pets: number) => `${counted(pets, PETS)} cannot be changed:`,
  rowsRefused: (rows: number) => `${counted(rows, ROWS)} cannot be changed:`,
  problem: (where: string, problem: string) => `${where}: ${problem}`,
  moreProblems: (problems: number) => `and ${formatCount(problems)} more`,
  leaveOut: "Leave them out and change the others",
  unchanged: (pets: number) => `${counted(pets, { one: "pet is", other: "pets are" })} like that already.`,
  goneMeanwhile: (pets: number) =>
    `${counted(pets, { one: "pet has", other: "pets have" })} been removed by others meanwhile.`,
  onlyInStock: (quantity: number) => `Only ${formatCount(quantity)} in stock`,
  overMaximum: (quantity: number, max: number) =>
    `${formatCount(quantity)} is more than the maximum of ${formatCount(max)}`,
  comparing: "Comparing with the present inventory",
  applying: "The service applies the change, as a whole or not at all",
  offline: "There is no connection. Changes of several pets need one: try again when it is back",
  stopped: "Stopped. If the service had the change already, the table shows it",
  appliedBefore: "The attempt before was applied after all. Close this, and look at the table",
  unconfirmed: (reason: string) => `Not confirmed: try again, and it is applied once. ${reason}`,
  tooManyRemoved: (max: number) => `At most about ${counted(max, PETS)} can be removed at once. Select fewer`,
  removedMeanwhile: (petId: bigint) => `Pet ${petId} was removed in the meantime`,
});
