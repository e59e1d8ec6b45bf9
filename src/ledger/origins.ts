// Origins: reason, actor and key of movements, each combination stored once and named by its id. An origin is added under the
// write lock, and neither changed nor removed: there are at most as many as keys and users times reasons.

import type { LedgerEntry, MovementReason, Origin } from "../inventory/movement.ts";
import { type Integer, only, rows, sql, type Work } from "./sql.ts";

/** The columns of an origin. */
export interface OriginParts {
  readonly reason: MovementReason;
  readonly by: Pick<Origin, "actor" | "keyId">;
}

/** The id of an origin, which is added if it is new. Under the write lock. */
export function* originIdOf({ reason, by: { actor, keyId } }: OriginParts): Work<number> {
  const [known] = yield* rows(sql<{ id: Integer }>`
    SELECT id FROM origin
    WHERE actor = ${actor} AND reason = ${reason} AND key_id IS NOT DISTINCT FROM CAST(${keyId} AS text) LIMIT 1`);
  if (known !== undefined) return Number(known.id);
  const added = yield* only(sql<{ id: Integer }>`
    INSERT INTO origin (id, reason, actor, key_id)
    SELECT coalesce(max(id), 0) + 1, CAST(${reason} AS text), CAST(${actor} AS text), CAST(${keyId} AS text) FROM origin
    RETURNING id`);
  return Number(added.id);
}

/** Ids of origins, in memory. */
export class OriginIds {
  readonly #ids = new Map<string, number>();

  get size(): number {
    return this.#ids.size;
  }

  get(origin: OriginParts): number | undefined {
    return this.#ids.get(nameOf(origin));
  }

  set(origin: OriginParts, id: number): void {
    this.#ids.set(nameOf(origin), id);
  }

  clear(): void {
    this.#ids.clear();
  }
}

/** Adds the origins of the movements that `ids` lacks: those of a key's first change with a reason. Under the write lock. */
export function* addOrigins(ids: OriginIds, movements: readonly LedgerEntry[]): Work<void> {
  for (const movement of movements)
    if (ids.get(movement) === undefined) ids.set(movement, yield* originIdOf(movement));
}

/** Different for different origins: neither a reason nor a key's id has a space, and only an actor without a key has none. */
function nameOf({ reason, by: { actor, keyId } }: OriginParts): string {
  return `${reason} ${keyId ?? ""} ${actor}`;
}

/** The column `status_before` of an entry of the ledger: null if the status stays, as the view `movement` reads it. */
export function storedStatusBefore({ before, after }: Pick<LedgerEntry, "before" | "after">): string | null {
  return before === null || before.status === after?.status ? null : before.status;
}
