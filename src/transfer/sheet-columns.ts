// The names of the columns of a sheet that has everything of a pet in one row.

export const SHEET_COLUMN_NAMES = ["petId", "quantity", "status", "name", "kind", "code", "low"] as const;
export type SheetColumn = (typeof SHEET_COLUMN_NAMES)[number];
