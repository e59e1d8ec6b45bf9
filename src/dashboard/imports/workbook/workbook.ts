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

/** Why a file is not read as a workbook. */
export type WorkbookRefusal =
  "workbookDamaged" | "workbookEncrypted" | "workbookOld" | "workbookTooLarge" | "workbookEmpty";

/** The sheets of a workbook; without any, the reason. */
export type OpenedWorkbook =
  | { readonly sheets: readonly SheetSample[]; readonly refusal?: undefined }
  | { readonly refusal: WorkbookRefusal };
