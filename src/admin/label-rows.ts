// The labels of a request body as rows: JSON is read whole, CSV and NDJSON as they arrive.

import { parseAdminBody } from "../contract/admin-body.ts";
import type { JsonValue } from "../contract/json.ts";
import { ApiError } from "../http/api-error.ts";
import { bodyPieces } from "../http/body-pieces.ts";
import { type BodyLimit, readJsonText } from "../http/read-body.ts";
import type { LabelRow } from "../inventory/label.ts";
import { LABEL_FORM } from "../transfer/label-form.ts";
import { readJsonValue } from "../transfer/json-row.ts";
import { readRowsOf } from "../transfer/read-rows.ts";
import { type RowBatch, RowReport } from "../transfer/row-report.ts";
import type { RowPlaceName } from "./row-problems.ts";

const JSON_LIMIT: BodyLimit = {
  bytesMax: 1024 * 1024,
  advice: "Send more labels as text/csv or application/x-ndjson.",
};
const ROWS_LIMIT: BodyLimit = {
  bytesMax: 64 * 1024 * 1024,
  advice: 'Split it, or use "petstock labels import" on the server.',
};

/** Checking so many entries takes some milliseconds. */
const BATCH_ENTRIES = 500;

export interface LabelRows {
  readonly place: RowPlaceName;
  /** Their body arrives while they are staged. */
  readonly areStreamed: boolean;
  readonly batches: AsyncIterable<RowBatch<LabelRow>>;
}

/** Throws `unsupported_media_type`, and for JSON what `readJsonText` and `parseAdminBody` throw. */
export async function labelRowsOf(request: Request): Promise<LabelRows> {
  const format = rowFormatOf(request.headers);
  if (format !== undefined) {
    const batches = readRowsOf(LABEL_FORM, bodyPieces(request, ROWS_LIMIT), format);
    return { place: "line", areStreamed: true, batches };
  }
  const { labels } = parseAdminBody(await readJsonText(request, JSON_LIMIT), "LabelUpdate");
  return { place: "index", areStreamed: false, batches: batchesOf(labels as JsonValue[]) };
}

const ROW_TYPES = new Map([
  ["text/csv", "csv"],
  ["application/x-ndjson", "ndjson"],
] as const);

/** Undefined for JSON, which is also the default. */
function rowFormatOf(headers: Headers): "csv" | "ndjson" | undefined {
  const [type = ""] = (headers.get("Content-Type") ?? "").split(";");
  const format = ROW_TYPES.get(type.trim().toLowerCase() as "text/csv");
  if (format === undefined) return undefined;
  if (headers.has("Content-Encoding"))
    throw new ApiError(
      "unsupported_media_type",
      "Content-Encoding is not accepted. Send the body unencoded.",
    );
  return format;
}

async function* batchesOf(entries: readonly JsonValue[]): AsyncGenerator<RowBatch<LabelRow>> {
  for (let at = 0; at < entries.length; at += BATCH_ENTRIES) {
    const report = new RowReport<LabelRow>();
    for (const [i, entry] of entries.slice(at, at + BATCH_ENTRIES).entries()) {
      const shown = () => "this entry";
      readJsonValue(entry, { form: LABEL_FORM, text: shown }, { line: at + i + 1, report });
    }
    yield report.take(0);
    // Lets other requests run between batches.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
