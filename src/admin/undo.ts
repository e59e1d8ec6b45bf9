// undoRevision: takes one revision back, as a new revision.

import type { Conflict, ErrorDetails } from "../contract/errors.ts";
import { ApiError } from "../http/api-error.ts";
import type { Authenticate } from "../http/authenticate.ts";
import { runLongWork } from "../http/long-work.ts";
import type { Operation, Reply, RouteRequest } from "../http/operation.ts";
import { confirmWhole } from "../http/whole-request.ts";
import { LISTED_MAX } from "../inventory/change-set.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { ChangedPet, UndoResult } from "../inventory/undo.ts";
import { resultJson } from "./change-set-reply.ts";
import { jsonReply } from "./json-reply.ts";
import { queryOf } from "./query.ts";
import type { TaskSlots } from "./task-slots.ts";

export interface UndoPorts {
  readonly authenticate: Authenticate;
  readonly store: Pick<InventoryStore, "undo">;
  /** Told of the commit. */
  readonly feed: { wake(): void };
  readonly taskSlots: TaskSlots;
}

export function undoRevision({ authenticate, store, feed, taskSlots }: UndoPorts): Operation {
  return async (request, requestId, listener) => {
    const key = await authenticate(request, listener);
    const { dryRun, skipChanged } = queryOf(request, "undoRevision");
    const revision = revisionOf(request);
    await confirmWhole(request);
    const by = { actor: `key:${key.name}`, keyId: key.id, requestId };
    const result = await taskSlots.run(key.id, () =>
      runLongWork({ request, listener }, () => store.undo({ revision, dryRun, skipChanged, by })),
    );
    feed.wake();
    return replyTo(result, { revision, dryRun, skipChanged });
  };
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
  { revision, dryRun, skipChanged }: { revision: number; dryRun: boolean; skipChanged: boolean },
): Reply {
  switch (result.kind) {
    case "undone": {
      const { count, pets } = result.skipped;
      const skipped = { skipped: pets.map(({ petId }) => petId), skippedTotal: count };
      return jsonReply({ ...resultJson(result, dryRun), ...(skipChanged && skipped) });
    }
    case "changed_since":
      throw changedSince(revision, result);
    case "future":
      throw notFound(`There is no revision ${revision} yet; the newest is ${result.newest}.`);
    case "pruned":
      throw pruned(revision, result.historyStart);
  }
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
