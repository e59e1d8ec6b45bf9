// The labels of a request body as rows: JSON is read whole, CSV and NDJSON as they arrive.

import { checkAdminBody } from "../contract/admin-body.ts";
import type { JsonValue } from "../contract/json.ts";
import { type BodyLimit, readJsonText } from "../http/read-body.ts";
import type { LabelRow } from "../inventory/label.ts";
import { readJsonValue, textOf } from "../transfer/json-row.ts";
import { LABEL_FORM } from "../transfer/label-form.ts";
import { readRowsOf } from "../transfer/read-rows.ts";
import { type RowBatch, RowReport } from "../transfer/row-report.ts";
import { parseBody } from "./json-body.ts";
import { mediaTypeOf } from "./media-type.ts";
import { FILE_PLACES, listPlaces, type RowPlaces } from "./stage-rows.ts";
import { ROWS_LIMITS, uploadOf } from "./upload.ts";

const JSON_LIMIT: BodyLimit = {
  bytesMax: 1024 * 1024,
  advice: "Send more labels as text/csv or application/x-ndjson.",
};

/** Checking so many entries takes some milliseconds. */
const BATCH_ENTRIES = 500;

export interface LabelRows {
  readonly places: RowPlaces;
  /** Whether their body arrives while they are staged. */
  readonly areStreamed: boolean;
  readonly batches: AsyncIterable<RowBatch<LabelRow>>;
}

/** Throws `unsupported_media_type`; for JSON an InvalidBodyError, and what `readJsonText` throws. */
export async function labelRowsOf(request: Request): Promise<LabelRows> {
  const type = mediaTypeOf(request.headers);
  if (type !== "json") {
    const batches = readRowsOf(LABEL_FORM, uploadOf(request, ROWS_LIMITS), type);
    return { places: FILE_PLACES, areStreamed: true, batches };
  }
  const { labels } = checkAdminBody(await parseBody(await readJsonText(request, JSON_LIMIT)), "LabelUpdate");
  return { places: listPlaces("labels"), areStreamed: false, batches: batchesOf(labels as JsonValue[]) };
}

async function* batchesOf(entries: readonly JsonValue[]): AsyncGenerator<RowBatch<LabelRow>> {
  for (let at = 0; at < entries.length; at += BATCH_ENTRIES) {
    const report = new RowReport<LabelRow>();
    for (const [i, entry] of entries.slice(at, at + BATCH_ENTRIES).entries()) {
      readJsonValue(entry, { form: LABEL_FORM, text: () => textOf(entry) }, { line: at + i + 1, report });
    }
    yield report.take(0);
    // Lets other requests run between batches.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
