// Reads a file of quantities for the preview. A file that cannot be read at all gives a reason in place of a preview.

import type { CsvLayout } from "../../transfer/csv-header.ts";
import { sampleCsv } from "../../transfer/csv-sample.ts";
import { formatOfFileName } from "../../transfer/format.ts";
import { NO_PROBLEMS, ProblemList } from "../../transfer/problem-list.ts";
import { readRows } from "../../transfer/read-rows.ts";
import type { FileRow } from "../model/bulk-plan.ts";
import { guessMapping, type Mapping } from "../model/column-mapping.ts";
import type { BulkPreview } from "./state.ts";

const SAMPLE_ROWS = 4;

export interface BulkFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export type UnreadPreview = Omit<BulkPreview, "rows" | "problems" | "baseline">;

/** Detects format and columns. Returns the reason if the file is not a list of rows, such as a workbook. */
export function openBulkFile({ name, bytes }: BulkFile): UnreadPreview | { readonly reason: string } {
  const format = formatOfFileName(name) ?? "csv";
  const sample = format === "csv" ? sampleCsv(bytes, SAMPLE_ROWS) : { rows: [], rule: undefined };
  if (sample.rule !== undefined) return { reason: `${name}: ${sample.rule}` };
  return { step: "preview", name, bytes, format, sample: sample.rows, mapping: guessMapping(sample.rows) };
}

/** No rows until both columns of a CSV file are known. */
export async function readBulkRows({ bytes, format, mapping }: UnreadPreview) {
  const layout = format === "csv" ? csvLayout(mapping) : undefined;
  if (format === "csv" && layout === undefined) return { rows: [], problems: NO_PROBLEMS };
  const rows: FileRow[] = [];
  const problems = new ProblemList();
  for await (const batch of readRows(oneChunk(bytes), format, layout)) {
    rows.push(...batch.rows);
    problems.add(batch.problems);
  }
  return { rows, problems };
}

/** The page cannot change a status, so that column is not read. */
function csvLayout({ header, petId, quantity }: Mapping): CsvLayout | undefined {
  if (petId === undefined || quantity === undefined) return undefined;
  return { header, petId, quantity, status: undefined };
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}
