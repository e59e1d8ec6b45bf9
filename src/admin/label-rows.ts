// The labels of a request body as rows: JSON is read whole, CSV and NDJSON as they arrive.

import { checkAdminBody } from "../contract/admin-body.ts";
import type { JsonValue } from "../contract/json.ts";
import type { LabelRow } from "../inventory/label.ts";
import { readJsonValue, textOf } from "../transfer/json-row.ts";
import type { TransferFormat } from "../transfer/format.ts";
import { LABEL_FORM } from "../transfer/label-form.ts";
import { readRowsOf } from "../transfer/read-rows.ts";
import { type RowBatch, RowReport } from "../transfer/row-report.ts";
import { parseBody } from "./json-body.ts";
import { FILE_PLACES, listPlaces, type RowPlaces } from "./stage-rows.ts";

/** Checking so many entries takes some milliseconds. */
const BATCH_ENTRIES = 500;

export interface LabelRows {
  readonly places: RowPlaces;
  /** Whether their body arrives while they are staged. */
  readonly areStreamed: boolean;
  readonly batches: AsyncIterable<RowBatch<LabelRow>>;
}

export function streamedLabels(bytes: AsyncIterable<Uint8Array>, type: TransferFormat): LabelRows {
  return { places: FILE_PLACES, areStreamed: true, batches: readRowsOf(LABEL_FORM, bytes, type) };
}

/** Throws an InvalidBodyError, and what `parseBody` throws. */
export async function labelsInJson(text: string, signal: AbortSignal): Promise<LabelRows> {
  const { labels } = checkAdminBody(await parseBody(text, signal), "LabelUpdate");
  const batches = batchesOf(labels as JsonValue[], signal);
  return { places: listPlaces("labels"), areStreamed: false, batches };
}

async function* batchesOf(
  entries: readonly JsonValue[],
  signal: AbortSignal,
): AsyncGenerator<RowBatch<LabelRow>> {
  for (let at = 0; at < entries.length; at += BATCH_ENTRIES) {
    const report = new RowReport<LabelRow>();
    for (const [i, entry] of entries.slice(at, at + BATCH_ENTRIES).entries()) {
      readJsonValue(entry, { form: LABEL_FORM, text: () => textOf(entry) }, { line: at + i + 1, report });
    }
    yield report.take(0);
    // Lets other requests run between batches.
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  }
}
