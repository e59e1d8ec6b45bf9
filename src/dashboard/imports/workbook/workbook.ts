// What the page knows of a workbook (.xlsx): its sheets, and why one cannot be read. Without the code that reads it.

/** A sheet with rows that the user can see. */
export interface SheetSample {
  readonly name: string;
  /** Rows that are not empty, from the header on. */
  readonly rows: number;
  /** Rows above the header, such as a title. */
  readonly rowsAbove: number;
  /** The first of the rows. */
  readonly sample: readonly (readonly string[])[];
}

/** The sheets of a workbook; without any, the reason for the user, which continues the file's name. */
export type OpenedWorkbook =
  { readonly sheets: readonly SheetSample[]; readonly refusal?: undefined } | { readonly refusal: string };

export const DAMAGED =
  "the workbook is damaged, or no .xlsx file: open it in a spreadsheet program and save it again as .xlsx";
export const ENCRYPTED = "the workbook is protected by a password: save it without one";
export const OLD_FORMAT = "the file is in an old format of Excel: open it and save it as .xlsx";
export const TOO_LARGE =
  "the workbook is too large: save the sheet alone, or as CSV (UTF-8), which may have more rows";
export const NO_SHEETS = "the workbook has no rows in any visible sheet";
