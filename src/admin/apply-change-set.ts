// applyChangeSet: a JSON change set, or rows of a file. Small sets go through the commit queue, and their dry runs read beside it;
// large ones and rows go through the import stage, outside every lock until all of them have arrived.

import { ApiError } from "../http/api-error.ts";
import { refuseLedgerHeaders } from "../http/ledger-headers.ts";
import { runLongWork } from "../http/limits.ts";
import type { Listener } from "../http/client-address.ts";
import type { Operation, RouteRequest } from "../http/operation.ts";
import { requireRole } from "../http/require-role.ts";
import { confirmWhole } from "../http/whole-request.ts";
import type { ChangeSet, ChangeSetOutcome, PetChange } from "../inventory/change-set.ts";
import { type ImportResult, stagedRowOf } from "../inventory/import.ts";
import type { Caller, KeyRecord } from "../inventory/key-store.ts";
import type { Origin } from "../inventory/movement.ts";
import { applyRows } from "./apply-rows.ts";
import type { ChangeSetPorts, ChangeSetQuery } from "./change-set-ports.ts";
import { planPosition, planUseOf } from "./change-plan.ts";
import { changeSetReply } from "./change-set-reply.ts";
import { readChangeSet } from "./change-set-body.ts";
import { JSON_LIMIT } from "./json-body.ts";
import { mediaTypeOf } from "./media-type.ts";
import { queryOf } from "./query.ts";
import { changesDigest, changeSetKeyOf } from "./request-digest.ts";

/** Larger JSON change sets go through the stage; undos of larger revisions not through the queue either. */
export const QUEUED_CHANGES_MAX = 1_000;

/** Reading and checking a shorter text takes less than a ms, so it needs no turn. */
const SHORT_TEXT = 4 * 1024;

export function applyChangeSet(ports: ChangeSetPorts): Operation {
  return async (request, requestId, listener) => {
    const key = await ports.authenticate(request, listener);
    const query = queryOf(request, "applyChangeSet");
    const use = planUseOf(request.headers, query);
    const by: Origin = { actor: `key:${key.name}`, keyId: key.id, requestId };
    const mediaType = mediaTypeOf(request.headers);
    if (mediaType !== "json")
      return applyRows(ports, { request, listener, key, query, use, by, format: mediaType });
    refuseRowsOptions(query);
    refuseLedgerHeaders(request.headers, 'A JSON change set has them as "reason" and "note".');
    return ports.bodies.withJson(request, { key, limit: JSON_LIMIT }, async (text) => {
      const read = () => readChangeSet(text, request.signal);
      const isShort = text.length <= SHORT_TEXT;
      const wanted = await (isShort ? read() : ports.readTurns.run(key.id, request.signal, read));
      requireRoleFor(wanted.changes, key);
      ports.chargeRate(key, wanted.changes.length - 1);
      const { dryRun, preview } = query;
      const idempotencyKey = await changeSetKeyOf(request, key, wanted, use.expected);
      const isPlanned = use.makes || use.expected !== undefined;
      const digest = isPlanned ? await changesDigest(wanted.changes, request.signal) : "";
      const set: ChangeSet = {
        ...wanted,
        dryRun,
        by,
        ...(idempotencyKey && { idempotencyKey }),
        ...(preview !== undefined && { previewRows: preview }),
        ...(use.expected !== undefined && { planAt: planPosition(use.expected, digest) }),
      };
      const result = await apply(ports, set, { request, listener, key });
      return changeSetReply(result, { dryRun, isRows: false, planned: use.makes ? digest : undefined });
    });
  };
}

interface Applying {
  readonly request: RouteRequest;
  readonly listener: Listener;
  readonly key: Caller;
}

async function apply(
  ports: ChangeSetPorts,
  set: ChangeSet,
  { request, listener, key }: Applying,
): Promise<ImportResult> {
  const outcome =
    set.changes.length > QUEUED_CHANGES_MAX ? OF_THE_STAGE : await applySmall(ports, set, { request, key });
  if (outcome.kind !== "outdated") return outcome;
  const work = () => runLongWork({ request, listener }, () => applyStaged(ports, set, request));
  return ports.taskSlots.run(key.id, work);
}

const OF_THE_STAGE = { kind: "outdated" } as const;

function applySmall(
  { queue, previewTurns, store }: ChangeSetPorts,
  set: ChangeSet,
  { request, key }: Pick<Applying, "request" | "key">,
): Promise<ChangeSetOutcome> {
  if (!set.dryRun) return queue.add(set, request);
  // It only reads: it does not wait for commits, nor they for it.
  return previewTurns.run(key.id, request.signal, () => store.preview(set));
}

function refuseRowsOptions({ replace, ifUnchangedSince }: ChangeSetQuery): void {
  if (!replace && ifUnchangedSince === undefined) return;
  const message =
    "replace and ifUnchangedSince are for rows (text/csv or application/x-ndjson). In a JSON change set, give changes an ifMatch, or remove pets one by one.";
  throw new ApiError("invalid_query", message);
}

/** A clerk sets and adjusts quantities of existing pets. */
function requireRoleFor(changes: readonly PetChange[], key: KeyRecord): void {
  const index = changes.findIndex(({ status, create, remove, label }) =>
    [status, create, remove, label].some((member) => member !== undefined),
  );
  const change = changes[index];
  if (change === undefined) return;
  const what = workOf(change);
  requireRole(key, "manager", `${what} (changes[${index}])`);
}

function workOf({ remove, create, status }: PetChange): string {
  if (remove) return "Removing a pet";
  if (create) return "Creating a pet";
  return status === undefined ? "Changing a label" : "Setting a status";
}

/** Rows for one message to the stage: about a ms of work. */
const BATCH_ROWS = 1_000;

async function applyStaged(
  { store, feed }: Pick<ChangeSetPorts, "store" | "feed">,
  { changes, ...options }: ChangeSet,
  request: Request,
): Promise<ImportResult> {
  await using stage = await store.stageImport();
  for (let at = 0; at < changes.length; at += BATCH_ROWS) {
    const rows = changes.slice(at, at + BATCH_ROWS).map((change, index) => stagedRowOf(change, at + index));
    await stage.add(rows);
  }
  await confirmWhole(request);
  const result = await stage.apply({ ...options, replace: false });
  feed.wake();
  return result;
}
