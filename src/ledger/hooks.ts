// Hooks as rows, and the lease of the server that delivers.

import {
  editedHook,
  type Hook,
  HOOK_EVENTS,
  type HookEdit,
  type HookEvent,
  type HookPauseReason,
  HOOKS_MAX,
} from "../inventory/hook.ts";
import type { HookBeat, HookLease, StoredProgress } from "../inventory/hook-store.ts";
import type { KeyActor } from "../inventory/key-store.ts";
import { type Position, positionOf } from "../inventory/position.ts";
import { ensureActing } from "./keys.ts";
import { execute, type Integer, only, rows, sql, type Work } from "./sql.ts";

interface HookRow {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly events: string;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_until: Integer | null;
  readonly created_at: Integer;
  readonly created_by: string;
  readonly created_by_key: string | null;
  readonly version: Integer;
  readonly revision: Integer;
  readonly nonce: string;
  readonly failing_since: Integer | null;
  readonly attempts: Integer | null;
  readonly next_attempt_at: Integer | null;
  readonly answered_at: Integer | null;
  readonly answer_status: Integer | null;
  readonly answer_problem: string | null;
  readonly delivered_at: Integer | null;
  readonly paused_at: Integer | null;
  readonly pause_reason: HookPauseReason | null;
}

export function* readNewestPosition(): Work<Position> {
  const { revision, nonce } = yield* only(
    sql<{
      revision: Integer;
      nonce: string;
    }>`SELECT revision, nonce FROM commit_mark ORDER BY revision DESC LIMIT 1`,
  );
  return positionOf({ revision: Number(revision), nonce });
}

export function* listHooks(): Work<Hook[]> {
  return (yield* rows(sql<HookRow>`SELECT * FROM hook ORDER BY created_at, id`)).map(hookOfRow);
}

export function* createHook(hook: Hook): Work<"created" | "full"> {
  yield* ensureActing(hook.createdBy.keyId);
  const { count } = yield* only(sql<{ count: Integer }>`SELECT count(*) AS count FROM hook`);
  if (Number(count) >= HOOKS_MAX) return "full";
  const { createdBy } = hook;
  yield* execute(sql`
    INSERT INTO hook (id, created_at, created_by, created_by_key, name, url, events, secret, version, revision, nonce)
    VALUES (
      ${hook.id}, ${hook.createdAt}, ${createdBy.actor}, ${createdBy.keyId},
      ${hook.name}, ${hook.url}, ${hook.events.join(" ")}, ${hook.secret}, ${hook.version},
      ${hook.position.revision}, ${hook.position.nonce})`);
  yield* storeProgress(hook);
  return "created";
}

export function* editHook(id: string, edit: HookEdit, by: KeyActor, at = Date.now()): Work<Hook | undefined> {
  yield* ensureActing(by.keyId);
  const [row] = yield* rows(sql<HookRow>`SELECT * FROM hook WHERE id = ${id}`);
  if (row === undefined) return undefined;
  const hook = editedHook(hookOfRow(row), edit, at);
  yield* execute(sql`
    UPDATE hook SET
      name = ${hook.name}, url = ${hook.url}, events = ${hook.events.join(" ")}, secret = ${hook.secret},
      previous_secret = ${hook.previous?.secret ?? null}, previous_until = ${hook.previous?.until ?? null},
      version = ${hook.version}
    WHERE id = ${id}`);
  yield* storeProgress(hook);
  return hook;
}

export function* removeHook(id: string, by: KeyActor): Work<boolean> {
  yield* ensureActing(by.keyId);
  return (yield* execute(sql`DELETE FROM hook WHERE id = ${id}`)) > 0;
}

export function* beatHooks({ holder, stopped, progress }: HookBeat): Work<HookLease> {
  const [found] = yield* rows(sql<{ holder: string; beat: Integer }>`SELECT holder, beat FROM hook_lease`);
  const current = found && { holder: found.holder, beat: Number(found.beat) };
  const hasStopped = current?.holder === stopped?.holder && current?.beat === stopped?.beat;
  if (current !== undefined && current.holder !== holder && !hasStopped) return current;
  const lease = { holder, beat: (current?.beat ?? 0) + 1 };
  yield* execute(
    current === undefined
      ? sql`INSERT INTO hook_lease (only_row, holder, beat) VALUES (1, ${holder}, ${lease.beat})`
      : sql`UPDATE hook_lease SET holder = ${holder}, beat = ${lease.beat}`,
  );
  for (const each of progress) yield* storeProgress(each);
  return lease;
}

/** Nothing happens where the hook was edited or deleted. */
function* storeProgress({ id, version, position, failure, answer, ...rest }: StoredProgress): Work<void> {
  yield* execute(sql`
    UPDATE hook SET
      revision = ${position.revision}, nonce = ${position.nonce},
      failing_since = ${failure?.since ?? null}, attempts = ${failure?.attempts ?? null},
      next_attempt_at = ${failure?.nextAttemptAt ?? null},
      answered_at = ${answer?.at ?? null}, answer_status = ${answer?.status ?? null},
      answer_problem = ${answer?.problem ?? null}, delivered_at = ${rest.deliveredAt},
      paused_at = ${rest.pause?.at ?? null}, pause_reason = ${rest.pause?.reason ?? null}
    WHERE id = ${id} AND version = ${version}`);
}

function hookOfRow(row: HookRow): Hook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: eventsOf(row.events),
    secret: row.secret,
    previous:
      row.previous_secret === null
        ? null
        : { secret: row.previous_secret, until: Number(row.previous_until) },
    createdAt: Number(row.created_at),
    createdBy: { actor: row.created_by, keyId: row.created_by_key },
    version: Number(row.version),
    position: positionOf({ revision: Number(row.revision), nonce: row.nonce }),
    failure:
      row.failing_since === null
        ? null
        : {
            since: Number(row.failing_since),
            attempts: Number(row.attempts),
            nextAttemptAt: Number(row.next_attempt_at),
          },
    answer:
      row.answered_at === null
        ? null
        : {
            at: Number(row.answered_at),
            status: row.answer_status === null ? null : Number(row.answer_status),
            problem: row.answer_problem,
          },
    deliveredAt: row.delivered_at === null ? null : Number(row.delivered_at),
    pause: row.pause_reason === null ? null : { at: Number(row.paused_at), reason: row.pause_reason },
  };
}

function eventsOf(text: string): HookEvent[] {
  const words = text.split(" ");
  return HOOK_EVENTS.filter((event) => words.includes(event));
}
