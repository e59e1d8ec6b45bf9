// Texts of the stock-take.

import { counted, formatCount, formatDelta } from "../format.ts";
import { texts } from "../texts.ts";

const PETS = { one: "pet", other: "pets" };
const DIFFERENCES = { one: "difference", other: "differences" };

export const countText = texts("count", {
  loading: "Loading the stock-take…",
  readOnly: "This key can only read",
  needsClerk: "Counting needs a key with the role clerk.",
  progress: (pets: number) => `${counted(pets, PETS)} counted.`,
  keptNowhere: "This browser stores nothing: the counts are lost with this tab.",
  keptHere: "Kept on this device.",
  cancel: "Cancel",

  // Scanning.
  scan: "Scan or type a code, an id or a name",
  matchingPets: "Matching pets",
  openCamera: "Scan with the camera",
  camera: "Camera",
  closeCamera: "Close the camera",
  cameraNeedsHttps: "The camera works on https only. Open this page by https, or type the code",
  cameraRefused: "The browser may not use the camera. Allow it in the browser's settings",
  cameraMissing: "No camera was found",
  cameraFailed: "The camera could not be started",
  eachScan: "Each scan counts one",
  blind: "Blind: hide the expected quantity",
  unknown: "No pet has the id or code {code}.",
  noteIt: "Note it for later",
  noted: (code: string) => `Noted: ${code}`,
  countAsNew: "Count it as a new pet",

  // The count of one pet.
  count: "Counted",
  oneLess: "One less",
  oneMore: "One more",
  next: "Next",
  isNew: "New: it will be added to the inventory.",
  expected: (quantity: number) => `Expected ${formatCount(quantity)}.`,
  countedBefore: (quantity: number) => `Counted before: ${formatCount(quantity)}`,
  petCounted: (pet: string, quantity: number) => `${pet}: ${formatCount(quantity)}`,
  enterCount: "Enter the number that you counted",
  otherScan: "That was another scan. Enter the count of this pet first",
  notWhole: (text: string) => `“${text}” is not a whole number`,
  tooLarge: "That is too large for a count",

  // The counts so far.
  countedLast: "Counted last",
  edit: "Edit",
  editCountOf: (pet: string) => `Edit the count of ${pet}`,
  removeCountOf: (pet: string) => `Remove the count of ${pet}`,
  discard: "Discard",
  discardAll: "Discard this stock-take?",
  areForgotten: (pets: number) =>
    `The counts of ${counted(pets, PETS)} are forgotten. The inventory does not change.`,

  // The sheet of differences.
  comparing: "Comparing…",
  showDifferences: "Show differences",
  differences: "Differences",
  summary: (pets: number, differences: number) =>
    `${counted(pets, PETS)} counted, ${counted(differences, DIFFERENCES)}.`,
  showOnlyDifferences: "Show only the differences",
  showAll: "Show all",
  counts: "Counts",
  pet: "Pet",
  expectedColumn: "Expected",
  countedColumn: "Counted",
  differenceColumn: "Difference",
  remove: "Remove",
  newPet: "new",
  movedSince: (by: number, becomes: number) =>
    `${formatDelta(by)} since it was counted: becomes ${formatCount(becomes)}`,
  removedSince: "Removed from the inventory since",
  addedSince: "Added by someone else since: count it again",
  soldSince: "More was sold since than was counted: count it again",
  unknownCodes: "Codes that no pet has",
  note: "Note, such as the shelf",
  print: "Print",
  countMore: "Count more",
  applying: "Applying…",
  apply: (differences: number) => `Apply ${counted(differences, DIFFERENCES)}`,
  finish: "Finish: nothing differs",

  // What became of it.
  applied: (pets: number, differences: number) =>
    `Counted ${counted(pets, PETS)}, ${counted(differences, DIFFERENCES)}`,
  startNext: (applied: string) => `${applied}. Scan to start the next stock-take.`,
  needsConnection: (reason: string) => `The differences need a connection. ${reason}`,
  changedByOtherTab: "Another tab has changed or applied these counts: choose “Count more”, then look again",
  someRefused: "Some pets cannot be applied: count them again, or remove their counts",
  notApplied: (reason: string) => `Not applied. ${reason}`,
  notConfirmed: (reason: string) => `Not confirmed: try again, and it is applied once. ${reason}`,
  isBeingApplied:
    "The count of this pet is being applied: choose “Show differences” to send it again, then count it",
  answerLost:
    "The differences were sent long ago, and their answer was lost. Activity shows whether they were applied: discard these counts then",
});
