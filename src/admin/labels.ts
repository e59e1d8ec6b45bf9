// listLabels and putLabels: what people call the pets, as JSON or CSV, with the position of their last change as their tag.

import { ApiError } from "../http/api-error.ts";
import type { Authenticate } from "../http/authenticate.ts";
import { positionTag } from "../contract/position-tag.ts";
import { encodingFor } from "../http/content-encoding.ts";
import type { Downloads } from "../http/downloads.ts";
import { entityTagsOf, weakTagIn } from "../http/entity-tags.ts";
import { statedCauseOf } from "../http/ledger-headers.ts";
import { runLongWork } from "../http/limits.ts";
import type { Operation, Reply } from "../http/operation.ts";
import { confirmWhole } from "../http/whole-request.ts";
import { type ImportOptions, type ImportResult, type LabelCounts, labelStage } from "../inventory/import.ts";
import type { Metrics } from "../inventory/metrics.ts";
import type { Log } from "../inventory/log.ts";
import type { LabelStore } from "../inventory/label-store.ts";
import type { Position } from "../inventory/position.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { ReaderMemory } from "../snapshot/reader-memory.ts";
import { prefers } from "../http/media-type.ts";
import { jsonReply, JSON_LIMIT } from "./json-body.ts";
import { LabelBodies, type LabelForm, labelsTag, positionsOf } from "./label-body.ts";
import type { IncomingBodies } from "./incoming-bodies.ts";
import { KeyTurns } from "../inventory/key-turns.ts";
import { type LabelRows, labelsInJson, streamedLabels } from "./label-rows.ts";
import { queryOf } from "./query.ts";
import { stageRows } from "./stage-rows.ts";
import type { TaskSlots } from "./task-slots.ts";
import { mediaTypeOf } from "./media-type.ts";
import { ROWS_LIMITS } from "./upload.ts";

export interface LabelPorts {
  readonly authenticate: Authenticate;
  readonly store: Pick<InventoryStore, "labels" | "stageImport">;
  /** Receives the commits that do not go through the queue. */
  readonly feed: { wake(): void };
  /** Rows that arrive take one: each stage holds a connection of PostgreSQL for as long as its client sends. */
  readonly slots: TaskSlots;
  readonly bodies: IncomingBodies;
  readonly downloads: Downloads;
  /** Memory for large bodies, which slow readers may hold. */
  readonly readerMemory: ReaderMemory;
  readonly log: Log;
  readonly metrics: Metrics;
}

const CONTENT_TYPES = { json: "application/json", csv: "text/csv; charset=utf-8; header=present" } as const;

export function listLabels({ authenticate, store: { labels }, downloads, ...ports }: LabelPorts): Operation {
  const bodies = new LabelBodies(labels, ports);
  return async (request, _, listener) => {
    const key = await authenticate(request, listener);
    queryOf(request, "listLabels");
    const held = entityTagsOf(request.headers, "If-None-Match");
    const form = formOf(request.headers);
    const tag = labelsTag(await labels.position(), form);
    // Weak comparison (RFC 9110, section 13.1.2): only the opaque tags count.
    if (held === "*" || held?.some(({ opaque }) => `"${opaque}"` === tag))
      return { status: 304, headers: { ETag: tag, ...CACHING } };
    const { position, body } = await bodies.body(form);
    return {
      headers: headersOf(form, position),
      body: "blob" in body ? body : downloads.body(key, body),
    };
  };
}

function formOf(headers: Headers): LabelForm {
  const format = prefers(headers.get("Accept"), "text/csv") ? "csv" : "json";
  return { format, encoding: encodingFor(headers.get("Accept-Encoding")) };
}

const CACHING = { "Cache-Control": "private, no-cache", Vary: "Accept, Accept-Encoding" } as const;

function headersOf(form: LabelForm, position: Position): NonNullable<Reply["headers"]> {
  return {
    ETag: labelsTag(position, form),
    ...CACHING,
    "Content-Type": CONTENT_TYPES[form.format],
    "X-Content-Type-Options": "nosniff",
    ...(form.encoding === "gzip" && { "Content-Encoding": "gzip" }),
  };
}

export function putLabels({ authenticate, bodies, store, feed, slots }: LabelPorts): Operation {
  // Many small changes at once would take all connections to PostgreSQL that keys are looked up with.
  const turns = new KeyTurns();
  return async (request, requestId, listener) => {
    const key = await authenticate(request, listener);
    const { dryRun, replace } = queryOf(request, "putLabels");
    const type = mediaTypeOf(request.headers);
    const options: LabelImport = {
      dryRun,
      replace: false,
      replaceLabels: replace,
      by: { actor: `key:${key.name}`, keyId: key.id, requestId },
      reason: type === "json" ? "update" : "import",
      ...statedCauseOf(request.headers),
      ...conditionOf(request.headers),
    };
    const apply = (rows: LabelRows) =>
      runLongWork({ request, listener }, () => change({ store, feed }, rows, { options, request }));
    const result =
      type === "json"
        ? await bodies.withJson(request, { key, limit: JSON_LIMIT }, (text) =>
            // Read in its turn, so that what waits is a text.
            turns.run(key.id, request.signal, async () => apply(await labelsInJson(text, request.signal))),
          )
        : await slots.run(key.id, () =>
            apply(streamedLabels(bodies.bytesOf(request, key, ROWS_LIMITS), type)),
          );
    return await replyTo(result, { dryRun, headers: request.headers, labels: store.labels });
  };
}

type LabelImport = ImportOptions & { readonly replaceLabels: boolean };

/** Throws `invalid_header`. */
function conditionOf(headers: Headers): Pick<ImportOptions, "ifLabelsAt"> {
  if (headers.has("If-None-Match")) {
    const message =
      "If-None-Match is not accepted on a change of labels. Send If-Match with the tag of the labels.";
    throw new ApiError("invalid_header", message);
  }
  const tags = entityTagsOf(headers, "If-Match");
  return tags === undefined || tags === "*" ? {} : { ifLabelsAt: positionsOf(tags) };
}

/** Throws `invalid_changes`, and what reading the rows throws; nothing has changed then. */
async function change(
  { store, feed }: Pick<LabelPorts, "store" | "feed">,
  { places, areStreamed, batches }: LabelRows,
  { options, request }: { readonly options: LabelImport; readonly request: Request },
): Promise<ImportResult> {
  await using stage = await store.stageImport();
  const count = await stageRows(labelStage(stage, options.replaceLabels), batches, places);
  if (count === 0 && areStreamed && options.replaceLabels) throw wouldRemoveAll();
  await confirmWhole(request);
  const result = await stage.apply(options);
  feed.wake();
  return result;
}

function wouldRemoveAll(): ApiError {
  const message =
    'The body has no rows, and replace would remove every label; nothing was changed. To remove all, send {"labels": []}.';
  return new ApiError("invalid_changes", message);
}

interface Answering {
  readonly dryRun: boolean;
  readonly headers: Headers;
  readonly labels: Pick<LabelStore, "position">;
}

async function replyTo(result: ImportResult, { dryRun, headers, labels }: Answering): Promise<Reply> {
  if (result.kind === "applied" && "labels" in result) {
    const { revision, position, labels: counts, unchanged } = result;
    const hasChanged = sumOf(counts) > 0 && !dryRun;
    // Nothing is read after a change: if that failed, the answer would be that nothing was changed.
    const tag = labelsTag(hasChanged ? position : await labels.position());
    return jsonReply({ revision, position: positionTag(position), ...counts, unchanged, dryRun, tag });
  }
  // The rows have no other condition, and no Idempotency-Key.
  if (result.kind !== "labels_changed_since") throw new Error(`unexpected result: ${result.kind}`);
  const weakTag = weakTagIn(entityTagsOf(headers, "If-Match"));
  const problem =
    weakTag === undefined
      ? "The labels have changed since"
      : `If-Match has ${weakTag}, a weak tag, and a weak tag never matches`;
  const message = `${problem}; nothing was changed. Read them again, then send the ETag of that response.`;
  throw new ApiError("precondition_failed", message, { ETag: labelsTag(result.position) });
}

function sumOf({ created, updated, removed }: LabelCounts): number {
  return created + updated + removed;
}
