// Opens a file of rows for the preview: what it is, its first rows, and then its rows in pieces, so that the page stays
// responsive with a large one.

import type { CsvLayout } from "../../transfer/csv-header.ts";
import { sampleCsv } from "../../transfer/csv-sample.ts";
import { formatOfFileName, type TransferFormat } from "../../transfer/format.ts";
import { joinedBytes } from "../../transfer/utf8.ts";
import { ProblemList, type Problems } from "../../transfer/problem-list.ts";
import { readRowsOf } from "../../transfer/read-rows.ts";
import { RECORD_BYTES_MAX } from "../../transfer/record-scanner.ts";
import { SHEET_FORM, type SheetRow } from "../../transfer/sheet-form.ts";
import { openSpreadsheet } from "../../transfer/spreadsheet-file.ts";
import { spreadsheetForm } from "../../transfer/spreadsheet-form.ts";
import type { TextEncoding } from "../../transfer/utf8-converter.ts";
import { importsText } from "../language/en/imports.ts";
import { isHeader } from "./guess-columns.ts";
import { faultInWords } from "./row-reason.ts";
import { translatedStatuses } from "./status-words.ts";
import { readWorkbookRows } from "./workbook/workbook-rows.ts";
import { kindOf } from "./workbook/file-kind.ts";
import type { OpenedWorkbook, SheetSample } from "./workbook/workbook.ts";
import { TaskSlices } from "./task-slices.ts";
import { isolated } from "../ui/isolated.ts";

/** Enough to tell ids from texts. */
const SAMPLE_ROWS = 20;
/** A hundred times the size of a large inventory. */
const FILE_BYTES_MAX = 50_000_000;

interface OpenedFile {
  readonly name: string;
  readonly blob: Blob;
  /** The first rows of a file that has columns. */
  readonly sample: readonly (readonly string[])[];
}

interface TextFile extends OpenedFile {
  readonly format: TransferFormat;
}

export interface WorkbookFile extends OpenedFile {
  readonly format: "xlsx";
  readonly sheets: readonly SheetSample[];
  /** Undefined until the user has chosen one of several. */
  readonly sheet: SheetSample | undefined;
}

export type SheetFile = TextFile | WorkbookFile;

export interface SheetRows {
  readonly rows: readonly SheetRow[];
  readonly problems: Problems;
  readonly encoding: TextEncoding;
}

/** A file that cannot be read as rows. The message is for the user. */
export class UnreadableFileError extends Error {}

/** Reads the names and first rows of a workbook's sheets. */
export type OpenWorkbook = (blob: Blob) => Promise<OpenedWorkbook>;

/** Detects format and columns by the first bytes. Throws an UnreadableFileError. */
export async function openSheetFile(
  name: string,
  blob: Blob,
  openWorkbook: OpenWorkbook,
): Promise<SheetFile> {
  if (blob.size > FILE_BYTES_MAX) throw new UnreadableFileError(importsText.fileTooLarge(isolated(name)));
  const found = await kindOf(name, blob);
  if (found.kind === "refused") throw unreadable(name, importsText[found.refusal]);
  if (found.kind === "workbook") return workbookFile(name, blob, await openWorkbook(blob));
  const format = formatOfFileName(name) ?? "csv";
  if (format !== "csv") return { name, blob, format, sample: [] };
  const { rows, fault } = sampleCsv(await startOf(blob), SAMPLE_ROWS);
  if (fault !== undefined) throw unreadable(name, faultInWords(fault, ""));
  return { name, blob, format, sample: rows };
}

function unreadable(name: string, reason: string): UnreadableFileError {
  return new UnreadableFileError(importsText.fileRefused(isolated(name), reason));
}

/** The only sheet with rows is the chosen one. */
function workbookFile(name: string, blob: Blob, opened: OpenedWorkbook): WorkbookFile {
  if (opened.refusal !== undefined) throw unreadable(name, importsText[opened.refusal]);
  const { sheets } = opened;
  const file = { name, blob, format: "xlsx", sheets, sheet: undefined, sample: [] } as const;
  return sheets.length === 1 ? withSheet(file, sheets[0]!) : file;
}

export function withSheet(file: WorkbookFile, sheet: SheetSample): WorkbookFile {
  return { ...file, sheet, sample: sheet.sample };
}

/** JSON has its names in each row. */
export function hasColumns({ format }: SheetFile): boolean {
  return format === "csv" || format === "xlsx";
}

/** Reads on this thread. */
export async function openWorkbookHere(blob: Blob): Promise<OpenedWorkbook> {
  const { openWorkbook } = await import("./workbook/read-workbook.ts");
  return openWorkbook(blob, { rowsMax: SAMPLE_ROWS, isHeader });
}

/** As many bytes of UTF-8 as a sample needs. */
async function startOf(blob: Blob): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of openSpreadsheet(bytesOf(blob), "csv").bytes) {
    pieces.push(piece);
    length += piece.length;
    if (length >= RECORD_BYTES_MAX) break;
  }
  return joinedBytes(pieces);
}

export interface WorkOptions {
  readonly signal: AbortSignal;
  /** Called with the part of the work that is done, 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined;
}

export interface ReadOptions extends WorkOptions {
  readonly layout: CsvLayout | undefined;
}

/** All rows and problems. Throws the signal's reason. */
export async function readSheetFile(file: SheetFile, options: ReadOptions): Promise<SheetRows> {
  return file.format === "xlsx" ? readWorkbook(file, options) : readText(file, options);
}

async function readWorkbook(
  { blob, sheet }: WorkbookFile,
  { layout, ...work }: ReadOptions,
): Promise<SheetRows> {
  if (sheet === undefined || layout === undefined) throw new Error("no sheet or columns were chosen");
  const { readRowsOfSheet } = await import("./workbook/read-workbook.ts");
  const rows = await readRowsOfSheet(blob, sheet.name);
  return { ...(await readWorkbookRows(rows, sheet, { ...work, layout })), encoding: "UTF-8" };
}

async function readText(
  { blob, format }: TextFile,
  { layout, signal, onProgress }: ReadOptions,
): Promise<SheetRows> {
  const rows: SheetRow[] = [];
  const problems = new ProblemList();
  const slices = new TaskSlices(signal);
  const sheet = openSpreadsheet(bytesOf(blob, onProgress), format);
  for await (const batch of readRowsOf(
    spreadsheetForm(translatedStatuses(SHEET_FORM)),
    sheet.bytes,
    format,
    layout,
  )) {
    for (const row of batch.rows) rows.push(row);
    problems.add(batch.problems);
    await slices.pause();
  }
  return { rows, problems, encoding: sheet.encoding() };
}

async function* bytesOf(
  blob: Blob,
  onProgress?: (part: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < blob.size; at += RECORD_BYTES_MAX) {
    yield new Uint8Array(await blob.slice(at, at + RECORD_BYTES_MAX).arrayBuffer());
    onProgress?.(Math.min(1, (at + RECORD_BYTES_MAX) / blob.size));
  }
}
