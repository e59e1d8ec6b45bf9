// undoRevision: takes one revision back, as a new revision. Small ones go through the commit queue in the order in which they came;
// large ones are undone outside it.

import type { Conflict, ErrorDetails } from "../contract/errors.ts";
import { ApiError } from "../http/api-error.ts";
import type { Authenticate } from "../http/authenticate.ts";
import { idempotencyKeyOf, idempotencyLimitReached, idempotencyMismatch } from "../http/idempotency-key.ts";
import { runLongWork } from "../http/limits.ts";
import type { Operation, Reply, RouteRequest } from "../http/operation.ts";
import { confirmWhole } from "../http/whole-request.ts";
import { LISTED_MAX } from "../inventory/change-set.ts";
import type { RecordedUndo } from "../inventory/applied-changes.ts";
import type { Awaitable } from "../inventory/awaitable.ts";
import type { IdempotencyKey } from "../inventory/idempotency.ts";
import type { Caller, KeyRecord } from "../inventory/key-store.ts";
import type { KeyTurns } from "../inventory/key-turns.ts";
import { requestDigest } from "../inventory/known-results.ts";
import type { RevisionUndo, UndoOutcome } from "../inventory/revision-undo.ts";
import type { InventoryStore } from "../inventory/store.ts";
import { StoreError } from "../inventory/store-error.ts";
import { type ChangedPet, recordOfUndo, type UndoOptions, type UndoResult } from "../inventory/undo.ts";
import { QUEUED_CHANGES_MAX } from "./apply-change-set.ts";
import { resultJson } from "./change-set-reply.ts";
import { jsonReply } from "./json-body.ts";
import { queryOf } from "./query.ts";
import type { TaskSlots } from "./task-slots.ts";

export interface UndoPorts {
  readonly authenticate: Authenticate;
  readonly queue: { add(undo: RevisionUndo, request: Pick<Request, "signal">): Promise<UndoOutcome> };
  readonly store: Pick<InventoryStore, "undo" | "planUndo" | "previewUndo">;
  /** Receives the commits that do not go through the queue. */
  readonly feed: { wake(): void };
  readonly taskSlots: TaskSlots;
  /** For what is read before a small revision is undone. */
  readonly ledgerTurns: KeyTurns;
  /** Takes further changes from a key's rate: an undo counts as the pets that it concerns. */
  readonly chargeRate: (key: KeyRecord, changes: number) => void;
}

export function undoRevision(ports: UndoPorts): Operation {
  return async (request, requestId, listener) => {
    const key = await ports.authenticate(request, listener);
    const { dryRun, skipChanged } = queryOf(request, "undoRevision");
    const revision = revisionOf(request);
    const idempotencyKey = undoKeyOf(request.headers, key, { revision, skipChanged });
    await confirmWhole(request);
    const by = { actor: `key:${key.name}`, keyId: key.id, requestId };
    const wanted = { revision, dryRun, skipChanged, by, ...(idempotencyKey && { idempotencyKey }) };
    const undoLarge = () =>
      ports.taskSlots.run(key.id, () => runLongWork({ request, listener }, () => ports.store.undo(wanted)));
    const charge = (pets: number) => ports.chargeRate(key, pets - 1);
    const inTurn = <T>(read: () => Awaitable<T>) =>
      ports.ledgerTurns.run(key.id, request.signal, async () => read());
    const small = await undoSmall({ ...ports, charge, inTurn }, wanted, request);
    const result = small ?? (await undoLarge());
    if (small === undefined) ports.feed.wake();
    return replyTo(result, wanted);
  };
}

type WantedUndo = UndoOptions & { readonly skipChanged: boolean };

/** Between the plan and its commit a restore or a prune may come: a few in a row are no coincidence. */
const PLANS_MAX = 3;

interface SmallUndoPorts extends Pick<UndoPorts, "queue" | "store"> {
  readonly charge: (pets: number) => void;
  readonly inTurn: <T>(read: () => Awaitable<T>) => Promise<T>;
}

/** Undefined where the revision is large. */
async function undoSmall(
  { queue, store, charge, inTurn }: SmallUndoPorts,
  { dryRun, ...wanted }: WantedUndo,
  request: Request,
): Promise<UndoResult | undefined> {
  for (let plans = 1; plans <= PLANS_MAX; plans++) {
    const bounds = { revision: wanted.revision, petsMax: QUEUED_CHANGES_MAX };
    const plan = await inTurn(() => store.planUndo(bounds));
    if (plan.kind === "large") return undefined;
    if (dryRun) return inTurn(() => store.previewUndo(wanted));
    if (plan.kind === "planned" && plans === 1) charge(plan.reversals.length);
    // Also a refusal: the request may be the repetition of one that was applied before.
    const outcome = await queue.add({ ...wanted, plan }, request);
    if (outcome.kind !== "outdated") return outcome;
  }
  throw new StoreError("unavailable", "the history is being replaced");
}

/** Undefined if the request has no key. Throws `invalid_header`. */
function undoKeyOf(
  headers: Headers,
  { lineage }: Caller,
  { revision, skipChanged }: Pick<WantedUndo, "revision" | "skipChanged">,
): IdempotencyKey | undefined {
  const key = idempotencyKeyOf(headers);
  // Stored for a day. If this format changed, retries of requests made before an upgrade would be refused.
  return key === undefined
    ? undefined
    : { scope: lineage, key, request: requestDigest(`undo ${revision} ${skipChanged}`) };
}

/** Canonical, so that each revision has one address. */
const REVISION = /^[1-9][0-9]{0,15}$/;

function revisionOf({ params }: RouteRequest): number {
  const text = params?.["revision"] ?? "";
  const revision = Number(text);
  if (REVISION.test(text) && Number.isSafeInteger(revision)) return revision;
  const shown = JSON.stringify(text.slice(0, 40));
  throw notFound(`${shown} is no revision: revisions are integers from 1.`);
}

function replyTo(
  result: UndoResult,
  { revision, dryRun, skipChanged }: Pick<WantedUndo, "revision" | "dryRun" | "skipChanged">,
): Reply {
  switch (result.kind) {
    case "undone":
      return jsonReply(undoneJson(recordOfUndo(result), { dryRun, skipChanged }));
    case "replayed": {
      const headers = { "Idempotency-Replayed": "true" };
      return jsonReply(undoneJson(result, { dryRun: false, skipChanged }), headers);
    }
    case "changed_since":
      throw changedSince(revision, result);
    case "future":
      throw notFound(`There is no revision ${revision} yet; the newest is ${result.newest}.`);
    case "pruned":
      throw pruned(revision, result.historyStart);
    case "idempotency_mismatch":
      throw idempotencyMismatch();
    case "idempotency_limit":
      throw idempotencyLimitReached(result.retryAfterMs);
  }
}

function undoneJson(
  undone: RecordedUndo,
  { dryRun, skipChanged }: Pick<WantedUndo, "dryRun" | "skipChanged">,
): object {
  const { petIds, count } = undone.skipped;
  return { ...resultJson(undone, dryRun), ...(skipChanged && { skipped: petIds, skippedTotal: count }) };
}

function changedSince(
  revision: number,
  { count, pets }: { count: number; pets: readonly ChangedPet[] },
): ApiError {
  const conflicts = pets.slice(0, LISTED_MAX).map(conflictOf);
  const which = count === 1 ? "1 pet has" : `${count} pets have`;
  const message = `${which} changed since revision ${revision}; nothing was changed. Send skipChanged=true to undo the others.`;
  return new ApiError("changed_since", message, {}, { conflicts, conflictsTotal: count });
}

function conflictOf({ petId, present }: ChangedPet): Conflict {
  return { petId, quantity: present?.quantity ?? null, status: present?.status ?? null };
}

function notFound(message: string, details?: ErrorDetails): ApiError {
  return new ApiError("revision_not_found", `${message} GET /admin/v1/revisions lists them.`, {}, details);
}

function pruned(revision: number, historyStart: number): ApiError {
  const begins = `the history begins after revision ${historyStart}`;
  return notFound(`Revision ${revision} was pruned and cannot be undone; ${begins}.`, { historyStart });
}
