// Texts of the import dialog and export. Members may hold `{name}`, where the page puts the file's name.

import { counted } from "../format.ts";
import { texts } from "../texts.ts";

const pets = (n: number): string => counted(n, { one: "pet", other: "pets" });
const rows = (n: number): string => counted(n, { one: "row", other: "rows" });
const changes = (n: number): string => counted(n, { one: "change", other: "changes" });

export const transferText = texts("transfer", {
  cancel: "Cancel",

  // Export.
  exportTitle: "Export",
  whatToExport: "What to export",
  pets: "Pets",
  thisView: (n: number) => `This view, ${pets(n)}`,
  everything: (n: number) => `Everything, ${pets(n)}`,
  format: "Format",
  spreadsheet: "Spreadsheet (CSV)",
  spreadsheetDetail:
    "With names, kinds and codes. Opens in Excel as it is: long ids keep every digit, and no text becomes a formula.",
  csv: "CSV",
  csvDetail: "Id, quantity and status in UTF-8, as petstock export writes it.",
  ndjson: "NDJSON",
  ndjsonDetail: "One pet in each line, for programs.",
  json: "JSON",
  jsonDetail: "One list, as the API answers it.",
  download: "Download",
  loadingInventory: "Loading the inventory…",
  fileWritten: "Part of the file that is written",

  // Import: its steps, for screen readers.
  importTitle: "Import",
  chooseFile: "Choose a file",
  readingFile: "Reading the file",
  waitingForInventory: "Waiting for the inventory",
  preview: "Preview",
  importing: "Importing",
  outcome: "Outcome",

  // Choosing a file.
  chooseAsManager:
    "A file with pet ids, and quantities, statuses, names, kinds, codes or low quantities. You see what it would do before anything changes.",
  chooseAsClerk:
    "A file with pet ids and quantities. You see what it would do before anything changes. Your key changes quantities; everything else needs the role manager.",
  /** `{choose}` is `chooseOne`, underlined. */
  dropFile: "Drop a file here, or {choose}",
  chooseOne: "choose one",
  fileKinds: "Excel (.xlsx), CSV as spreadsheets save it, NDJSON or JSON, up to 50 MB",
  pasteRows: "Or paste rows from a spreadsheet",
  pastedRows: "pasted rows",

  // While it is read, waits and is applied.
  reading: "Reading {name}",
  fileRead: "Part of the file that was read",
  previewWaits: "The preview of {name} opens when the whole inventory has loaded.",
  petsSoFar: (n: number) => `${pets(n)} so far`,
  applying: "Importing {name}. It is applied as a whole or not at all, also if this page is closed now.",
  serviceApplies: "The service is applying the import",
  waitForImport: (file: string) => `${file} was not opened. Wait until this import has finished`,
  noAdminApi: (file: string) =>
    `${file} was not opened. This page cannot reach the Admin API, which imports need: ask the operator to allow the addresses below /admin/`,
  fileUnreadable: (detail: string) => `The file could not be read: ${detail}`,

  // The columns of the file.
  columns: "Columns:",
  noneRecognised: "none recognised",
  asChosenBefore: "(as chosen for such a file before)",
  leftOut: (names: string, more: number) => `Left out: ${names}${more === 0 ? "" : ` and ${more} more`}`,
  quantitiesOnly: "(your key changes quantities only)",
  columnOf: (title: string) => `${title} column`,
  chooseColumn: "Choose a column",
  notInFile: "Not in this file",
  firstRowHasNames: "First row has names",
  checkColumns: "Check the columns:",
  takenFrom: (title: string, name: string) => `${title} is taken from “${name}”`,
  mayMeanElse: "Such a name can mean something else.",
  noIdColumn: "No column was recognised as the pet ids. Choose it above.",
  sheet: "Sheet",
  chooseSheet: "Choose a sheet",
  severalSheets: "The workbook has several sheets. Choose one above.",

  // The preview.
  rows,
  readAs: (encoding: string) => `read as ${encoding}`,
  withoutRowsAbove: (n: number) => `without ${rows(n)} above the names`,
  lookAgain: (message: string) => `${message}. Look at the preview again.`,
  noRows: "The file has no rows below its names.",
  rowsByEffect: "Rows by what would happen",
  problem: "Problems",
  removed: "Removed",
  changed: "Changed",
  created: "Added",
  labeled: "Labels",
  unchanged: "Unchanged",
  line: "Line",
  pet: "Pet",
  whatProblem: "Problem",
  whatNow: "Now",
  whatChange: "Change",
  whatNew: "New",
  none: "none",
  moreRows: (n: number) => `and ${counted(n, { one: "more row", other: "more rows" })}`,
  problemsAreLeftOut: "Rows with problems are left out.",
  downloadProblems: "Download the problems",
  moreProblems: (n: number) => `${counted(n, { one: "more problem", other: "more problems" })} not listed`,
  reasonImported: "Imported",
  notePlaceholder: "Optional, such as a delivery note",
  replaceEverything: "Replace everything: remove the pets that are not in the file",
  comparing: "Comparing with the inventory…",
  countChanged: (n: number) => counted(n, { one: "changed", other: "changed" }),
  countAdded: (n: number) => counted(n, { one: "added", other: "added" }),
  countRemoved: (n: number) => counted(n, { one: "removed", other: "removed" }),
  labelsChanged: (n: number) => `${counted(n, { one: "label", other: "labels" })} changed`,
  sameValues: "The inventory already has these values",
  withProblems: (changed: string, n: number) => `${changed}; ${rows(n)} with problems left out`,
  otherFile: "Other file",
  previewAgain: "Preview again",
  importAction: "Import",
  importAndRemove: (n: number) => `Import, remove ${pets(n)}`,
  importChanges: (n: number) => `Import ${changes(n)}`,
  nothingToImport: "Nothing to import",

  // Why the preview cannot be imported.
  checkFailed: (message: string) => `${message}.`,
  previewFailed: (detail: string) => `The preview failed: ${detail}`,
  petIsGone: (petId: string) => `Pet ${petId} is no longer in the inventory`,
  replaceWithProblems:
    "A file with problems cannot replace everything: the pets in those rows would be removed",
  tooManyRows: "These rows are too many at once. Import the file in parts",
  tooManyChanges: (n: number, max: number) =>
    `${changes(n)} are too many at once: up to ${counted(max, { one: "change", other: "changes" })} can be sent. Import the file in parts, or with a key of the role manager`,
  tooManyWithoutQuantities: (n: number, max: number) =>
    `${changes(n)} are too many at once: up to ${counted(max, { one: "change", other: "changes" })} can be sent. Import the file in parts, or with a column of quantities`,

  // The outcome.
  imported: "{name} is imported.",
  notKnown: "It is not known whether {name} was imported.",
  askAgainWhy: (reason: string) => `${reason}. Ask again: it is applied once.`,
  notImported: (file: string, reason: string) => `${file} was not imported. ${reason}`,
  nothingImported: (reason: string) => `Nothing was imported. ${reason}`,
  problemsLeftOut: (n: number) => `${rows(n)} with problems left out.`,
  undoImport: "Undo the import",
  askAgain: "Ask again",
  done: "Done",
});
