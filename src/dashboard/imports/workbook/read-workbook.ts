// Reads the sheets of a workbook (.xlsx) as rows of texts. Loaded with its library when a workbook is opened: what else it imported would
// be a file of its own that the page loads.

import { type Cell, type CellValue, colToLetter, readXlsx } from "hucre/xlsx";
import { archiveRefusal } from "./archive.ts";
import { cellText, type RefusedCell } from "./cell-text.ts";
import type { OpenedWorkbook, SheetSample, WorkbookRefusal } from "./workbook.ts";

/** A row that is not empty. */
export interface TextRow {
  /** Its number in the sheet, from 1. */
  readonly line: number;
  /** Empty where the cell is refused. */
  readonly cells: readonly string[];
  /** By the index of the cell. */
  readonly refused: ReadonlyMap<number, RefusedCell>;
}

interface Grid {
  readonly name: string;
  readonly rows: readonly (readonly CellValue[])[];
  readonly cells?: ReadonlyMap<string, Cell>;
}

interface SampleOptions {
  readonly rowsMax: number;
  readonly isHeader: (row: readonly string[]) => boolean;
}

/** The visible sheets that have rows, each with the first ones. */
export async function openWorkbook(blob: Blob, options: SampleOptions): Promise<OpenedWorkbook> {
  const grids = await gridsOf(blob);
  if (typeof grids === "string") return { refusal: grids };
  const sheets = grids.map((grid) => sampleOf(grid, options)).filter(({ rows }) => rows > 0);
  return sheets.length === 0 ? { refusal: "workbookEmpty" } : { sheets };
}

/** A title and the like may stand above the header, which then is in the first rows. */
function sampleOf(grid: Grid, { rowsMax, isHeader }: SampleOptions): SheetSample {
  const first: string[][] = [];
  let count = 0;
  for (const { cells } of rowsOf(grid)) {
    if (count < rowsMax) first.push([...cells]);
    count += 1;
  }
  const rowsAbove = Math.max(0, first.findIndex(isHeader));
  return { name: grid.name, rows: count - rowsAbove, rowsAbove, sample: sameWidth(first.slice(rowsAbove)) };
}

/** The rows of one sheet that are not empty. Throws if the file has changed since it was opened. */
export async function readRowsOfSheet(blob: Blob, sheet: string): Promise<Iterable<TextRow>> {
  const grids = await gridsOf(blob, sheet);
  if (typeof grids === "string") throw new Error(grids);
  const [grid] = grids;
  if (grid === undefined) throw new Error(`the workbook has no sheet ${sheet}`);
  return rowsOf(grid);
}

/** The visible sheets, or the one with the name; the reason if the file is no workbook. */
async function gridsOf(blob: Blob, name?: string): Promise<readonly Grid[] | WorkbookRefusal> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const refusal = archiveRefusal(bytes);
  if (refusal !== undefined) return refusal;
  try {
    const { sheets } = await readXlsx(bytes, {
      sheets: (info) => !info.hidden && !info.veryHidden && (name === undefined || info.name === name),
    });
    return sheets;
  } catch {
    // Whatever the library stumbles over: nothing but the file can be the reason.
    return "workbookDamaged";
  }
}

function* rowsOf({ rows, cells: details }: Grid): Generator<TextRow, void, undefined> {
  for (const [index, values] of rows.entries()) {
    const refused = new Map<number, RefusedCell>();
    const cells = values.map((value, column) => {
      const nameOf = (): string => `${colToLetter(column)}${index + 1}`;
      const text = cellText(value, details?.get(`${index},${column}`), nameOf);
      if (typeof text === "string") return text;
      refused.set(column, text);
      return "";
    });
    if (refused.size > 0 || cells.some((cell) => cell.trim() !== ""))
      yield { line: index + 1, cells, refused };
  }
}

/** Up to the last column with a value: a sheet may have thousands of empty cells with a format. */
function sameWidth(rows: readonly string[][]): string[][] {
  const width = Math.max(0, ...rows.map((row) => 1 + row.findLastIndex((cell) => cell !== "")));
  return rows.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ""));
}
