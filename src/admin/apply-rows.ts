// Rows of a file as a change set: what `petstock import` does, with the request's body as the file.

import { parsePositionTag } from "../contract/position-tag.ts";
import { ApiError } from "../http/api-error.ts";
import { idempotencyKeyOf } from "../http/idempotency-key.ts";
import type { Listener } from "../http/client-address.ts";
import { statedCauseOf } from "../http/ledger-headers.ts";
import { runLongWork } from "../http/limits.ts";
import type { Reply, RouteRequest } from "../http/operation.ts";
import { requireRole } from "../http/require-role.ts";
import { confirmWhole } from "../http/whole-request.ts";
import type { IdempotencyKey } from "../inventory/idempotency.ts";
import type { ImportOptions, ImportResult } from "../inventory/import.ts";
import type { Caller } from "../inventory/key-store.ts";
import type { Origin } from "../inventory/movement.ts";
import type { ExpectedPosition } from "../inventory/position.ts";
import type { TransferFormat } from "../transfer/format.ts";
import { PET_FORM } from "../transfer/pet-form.ts";
import { readRowsOf } from "../transfer/read-rows.ts";
import type { ChangeSetPorts, ChangeSetQuery } from "./change-set-ports.ts";
import { type PlanUse, planPosition } from "./change-plan.ts";
import { changeSetReply } from "./change-set-reply.ts";
import { RequestDigest } from "./request-digest.ts";
import { stageRows } from "./stage-rows.ts";
import { ROWS_LIMITS } from "./upload.ts";

interface RowsRequest {
  readonly request: RouteRequest;
  readonly listener: Listener;
  readonly key: Caller;
  readonly query: ChangeSetQuery;
  readonly use: PlanUse;
  readonly by: Origin;
  readonly format: TransferFormat;
}

type Ports = Pick<ChangeSetPorts, "store" | "feed" | "slots" | "bodies">;

export async function applyRows(ports: Ports, wanted: RowsRequest): Promise<Reply> {
  const { request, listener, key, query, use } = wanted;
  requireRole(key, "manager", "An import of rows");
  const since = expectedPosition(query.ifUnchangedSince);
  // Checked before the body is read; the digest is known only after it.
  const idempotencyKey = idempotencyKeyOf(request.headers);
  const { result, planned } = await ports.slots.run(key.id, () =>
    runLongWork({ request, listener }, () => stageAndApply(ports, { ...wanted, since, idempotencyKey })),
  );
  const { dryRun } = query;
  return changeSetReply(result, { dryRun, isRows: true, planned: use.makes ? planned : undefined });
}

interface Staging extends RowsRequest {
  readonly since: ExpectedPosition | undefined;
  readonly idempotencyKey: string | undefined;
}

interface Staged {
  readonly result: ImportResult;
  /** The digest of the rows, for plans. */
  readonly planned: string;
}

async function stageAndApply({ store, feed, bodies }: Ports, wanted: Staging): Promise<Staged> {
  const { request, key, query, use, by, format, since } = wanted;
  const { dryRun, replace, preview } = query;
  const { reason = "import", note } = statedCauseOf(request.headers);
  const digest = new RequestDigest();
  const conditions = [query.ifUnchangedSince ?? null, reason, note ?? null];
  const planned = use.expected === undefined ? [] : [use.expected];
  digest.add(`rows ${JSON.stringify([format, replace, ...conditions, ...planned])}`);
  const planDigest = new RequestDigest();
  planDigest.add(`plan rows ${JSON.stringify([format, replace])}`);
  await using stage = await store.stageImport();
  const isPlanned = use.makes || use.expected !== undefined;
  const digests = isPlanned ? [digest, planDigest] : [digest];
  const bytes = digested(bodies.bytesOf(request, key, ROWS_LIMITS), digests);
  const rows = await stageRows(stage, readRowsOf(PET_FORM, bytes, format));
  if (rows === 0 && replace) throw wouldRemoveAll();
  const rowsDigest = planDigest.end();
  const options: ImportOptions = {
    dryRun,
    replace,
    reason,
    ...(note !== undefined && { note }),
    by,
    ...(since !== undefined && { ifUnchangedSince: since }),
    ...(preview !== undefined && { previewRows: preview }),
    ...(use.expected !== undefined && { planAt: planPosition(use.expected, rowsDigest) }),
    ...keyOf(wanted, digest),
  };
  await confirmWhole(request);
  const result = await stage.apply(options);
  feed.wake();
  return { result, planned: rowsDigest };
}

/** Passes the bytes on, and adds them to the digests. */
async function* digested(
  bytes: AsyncIterable<Uint8Array>,
  digests: readonly RequestDigest[],
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    for (const digest of digests) digest.add(chunk);
    yield chunk;
  }
}

function keyOf(
  { key, idempotencyKey }: Staging,
  digest: RequestDigest,
): { readonly idempotencyKey?: IdempotencyKey } {
  if (idempotencyKey === undefined) return {};
  return { idempotencyKey: { scope: key.lineage, key: idempotencyKey, request: digest.end() } };
}

function expectedPosition(text: string | undefined): ExpectedPosition | undefined {
  if (text === undefined) return undefined;
  const position = parsePositionTag(text);
  if (position !== undefined) return position;
  throw new ApiError(
    "invalid_query",
    `ifUnchangedSince must be a position, such as the ETag of the list; got ${JSON.stringify(text.slice(0, 40))}.`,
  );
}

function wouldRemoveAll(): ApiError {
  const message =
    "The body has no rows, and replace would remove every pet; nothing was changed. Remove pets with a change set.";
  return new ApiError("invalid_changes", message);
}
