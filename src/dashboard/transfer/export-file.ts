// Writes pets to a file, in slices of time, so that the page stays responsive with a million of them.

import type { InventoryItem } from "../../contract/item-json.ts";
import { openRowWriter } from "../../transfer/write-rows.ts";
import { openSpreadsheetWriter, utf16Bytes } from "../../transfer/write-spreadsheet.ts";
import type { Label } from "../../client/client.ts";
import { TaskSlices } from "../imports/task-slices.ts";

export const EXPORT_FORMATS = ["spreadsheet", "csv", "ndjson", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportOptions {
  readonly format: ExportFormat;
  readonly labelOf: (petId: bigint) => Label | undefined;
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress: (progress: number) => void;
}

const TYPES: Readonly<Record<ExportFormat, string>> = {
  spreadsheet: "text/csv;charset=utf-16le",
  csv: "text/csv;charset=utf-8",
  ndjson: "application/x-ndjson",
  json: "application/json",
};

/** Less than a millisecond of work, and pieces that a Blob takes quickly. */
const PAGE_ROWS = 200;

/** The file with the items, which must not change meanwhile. Throws the signal's reason. */
export async function exportFile(items: readonly InventoryItem[], options: ExportOptions): Promise<Blob> {
  const { format, signal, onProgress } = options;
  const writer = openWriter(options);
  const slices = new TaskSlices(signal);
  const pieces: BlobPart[] = [];
  for (let at = 0; at < items.length; at += PAGE_ROWS) {
    pieces.push(writer.page(items.slice(at, at + PAGE_ROWS)));
    if (!slices.isOver) continue;
    onProgress(at / items.length);
    await slices.pause();
  }
  pieces.push(writer.end());
  return new Blob(pieces, { type: TYPES[format] });
}

/** `inventory-2026-11-22.csv`, with the date where the user is. */
export function exportName(format: ExportFormat, isWhole: boolean, now: Date): string {
  const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
  const ending = format === "spreadsheet" ? "csv" : format;
  return `inventory${isWhole ? "" : "-view"}-${date}.${ending}`;
}

interface Writer {
  readonly page: (items: readonly InventoryItem[]) => BlobPart;
  readonly end: () => BlobPart;
}

const NO_LABEL = { name: null, kind: null, code: null, low: null };

function openWriter({ format, labelOf }: Pick<ExportOptions, "format" | "labelOf">): Writer {
  if (format !== "spreadsheet") return openRowWriter(format);
  const writer = openSpreadsheetWriter();
  return {
    page: (items) =>
      utf16Bytes(writer.page(items.map((item) => ({ ...NO_LABEL, ...labelOf(item.petId), ...item })))),
    end: () => utf16Bytes(writer.end()),
  };
}
