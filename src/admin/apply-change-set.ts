// applyChangeSet: a JSON change set, or rows of a file. Small sets go through the commit queue in the order in which they came;
// large ones and rows through the import stage, outside every lock until all of them have arrived.

import { ApiError } from "../http/api-error.ts";
import { refuseLedgerHeaders } from "../http/ledger-headers.ts";
import { runLongWork } from "../http/long-work.ts";
import type { Operation } from "../http/operation.ts";
import { readJsonText } from "../http/read-body.ts";
import { requireRole } from "../http/require-role.ts";
import { confirmWhole } from "../http/whole-request.ts";
import type { ChangeSet, PetChange } from "../inventory/change-set.ts";
import { type ImportResult, stagedRowOf } from "../inventory/import.ts";
import type { KeyRecord } from "../inventory/key-store.ts";
import type { Origin } from "../inventory/movement.ts";
import { applyRows } from "./apply-rows.ts";
import type { ChangeSetPorts, ChangeSetQuery } from "./change-set-ports.ts";
import { changeSetReply } from "./change-set-reply.ts";
import { readChangeSet } from "./change-set-body.ts";
import { mediaTypeOf } from "./media-type.ts";
import { queryOf } from "./query.ts";
import { changeSetKeyOf } from "./request-digest.ts";

/** Larger JSON change sets go through the stage. */
const QUEUED_CHANGES_MAX = 1_000;

const JSON_LIMIT = {
  bytesMax: 1024 * 1024,
  advice: "Send the changes in several requests, or as rows (text/csv or application/x-ndjson).",
};

export function applyChangeSet(ports: ChangeSetPorts): Operation {
  return async (request, requestId, listener) => {
    const key = await ports.authenticate(request, listener);
    const query = queryOf(request, "applyChangeSet");
    const by: Origin = { actor: `key:${key.name}`, keyId: key.id, requestId };
    const mediaType = mediaTypeOf(request.headers);
    if (mediaType !== "json")
      return applyRows(ports, { request, listener, key, query, by, format: mediaType });
    refuseRowsOptions(query);
    refuseLedgerHeaders(request.headers, 'A JSON change set has them as "reason" and "note".');
    const { changes, reason, note } = await readChangeSet(await readJsonText(request, JSON_LIMIT));
    requireRoleFor(changes, key);
    const idempotencyKey = await changeSetKeyOf(request.headers, key, { changes, reason, note });
    const { dryRun } = query;
    const set = { changes, dryRun, reason, note, by, ...(idempotencyKey && { idempotencyKey }) };
    const isSmall = changes.length <= QUEUED_CHANGES_MAX;
    const result = await (isSmall
      ? ports.queue.add(set, request)
      : ports.taskSlots.run(() =>
          runLongWork({ request, listener }, () => applyStaged(ports, set, request)),
        ));
    return changeSetReply(result, { dryRun, isRows: false });
  };
}

function refuseRowsOptions({ replace, ifUnchangedSince }: ChangeSetQuery): void {
  if (!replace && ifUnchangedSince === undefined) return;
  const message =
    "replace and ifUnchangedSince are for rows (text/csv or application/x-ndjson). In a JSON change set, give changes an ifMatch, or remove pets one by one.";
  throw new ApiError("invalid_query", message);
}

/** A clerk sets and adjusts quantities of existing pets. */
function requireRoleFor(changes: readonly PetChange[], key: KeyRecord): void {
  const index = changes.findIndex(
    ({ status, create, remove }) => status !== undefined || create !== undefined || remove !== undefined,
  );
  const change = changes[index];
  if (change === undefined) return;
  const what = change.remove ? "Removing a pet" : change.create ? "Creating a pet" : "Setting a status";
  requireRole(key, "manager", `${what} (changes[${index}])`);
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
