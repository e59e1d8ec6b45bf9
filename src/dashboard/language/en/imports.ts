// Texts of files to import: columns, rows that are not sent, files that cannot be read, outcomes. Sentences have no full stop: others may
// follow.

import { counted } from "../format.ts";
import { texts } from "../texts.ts";

const pets = (n: number): string => counted(n, { one: "pet", other: "pets" });

export const importsText = texts("imports", {
  // The columns of a file.
  petId: "Pet id",
  quantity: "Quantity",
  status: "Status",
  name: "Name",
  kind: "Kind",
  code: "Code",
  low: "Low at",
  /** A title of the file's own, and what is said of it. */
  inColumn: (title: string, text: string) => `${title}: ${text}`,
  unnamedColumn: (position: number, value: string) => `Column ${position} (${value})`,

  // Why a row is not sent.
  repeated: (line: number) => `Same as line ${line}`,
  contested: "Listed more than once with different values",
  needsQuantityToReplace: "The row has no quantity, and replacing everything needs one",
  needsManagerToAdd: "No pet has this id, and adding pets needs a key with the role manager",
  needsQuantityToAdd: "No pet has this id, and the row has no quantity to add it with",
  roundedId:
    "No pet has this id, which looks rounded by a spreadsheet: format the column as text, enter the original ids again and save the file again",
  statusAlone: "The row has a status, but no quantity",

  // Why a file is not read.
  fileTooLarge: (file: string) => `${file} is too large. The limit is 50 MB`,
  fileRefused: (file: string, reason: string) => `${file} cannot be read. ${reason}`,
  workbookDamaged:
    "The workbook is damaged, or no .xlsx file: open it in a spreadsheet program and save it again as .xlsx",
  workbookEncrypted: "The workbook is protected by a password: save it without one",
  workbookOld: "The file is in an old format of Excel: open it and save it as .xlsx",
  workbookTooLarge:
    "The workbook is too large: save the sheet alone, or as CSV (UTF-8), which may have more rows",
  workbookEmpty: "The workbook has no rows in any visible sheet",

  // What an import has done.
  importedFrom: (n: number, file: string) => `${pets(n)} imported from ${file}`,
  petsAdded: (n: number) => `${pets(n)} added`,
  petsChanged: (n: number) => `${pets(n)} changed`,
  petsRemoved: (n: number) => `${pets(n)} removed`,
  labelsChanged: (n: number) => `${counted(n, { one: "label", other: "labels" })} changed`,
  nothingChanged: "Nothing had to be changed",
  importComplete: (file: string, outcome: string) => `The import of ${file} is complete: ${outcome}`,
  importInterrupted: (file: string) =>
    `The import of ${file} was interrupted. Activity shows whether it was applied`,
  importAgain: (file: string, reason: string) => `${file} was not imported. ${reason}. Import it again`,
  importUnknown: (file: string, reason: string) =>
    `It is not known yet whether ${file} was imported. ${reason}`,
  tryAgain: "Try again",
  pageFailed: (detail: string) => `The page failed: ${detail}`,
});
