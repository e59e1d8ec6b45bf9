// Reads who changed each pet between two commits. What lies between them never changes, so a page needs no snapshot with the others:
// each looks itself whether both commits are still in the history, since a prune removes commits before movements.

import type { Awaitable } from "../inventory/awaitable.ts";
import { type ActorPets, SoleActors } from "../inventory/actors.ts";
import { PET_ID_MAX } from "../inventory/item.ts";
import type { KeyActor } from "../inventory/key-store.ts";
import type { CommitRange } from "../inventory/store.ts";
import { isCommit, MOVEMENTS_MAX } from "./changes.ts";
import { type Integer, list, rows, sql, type Work } from "./sql.ts";

/** 2 ms on SQLite. */
const PAGE_MOVEMENTS = 2_000;

/** In one step; `"reload"` if one of the commits is not in the history, or more than a page of movements lies between them. */
export function* actorsBetween(range: CommitRange): Work<readonly ActorPets[] | "reload"> {
  const fold = new ActorFold();
  const isLast = yield* fold.addPage(range);
  return isLast === true ? fold.groups() : "reload";
}

/**
 * In pages; `run` runs each of them in one snapshot. `"reload"` if one of the commits is not in the history. Beyond `MOVEMENTS_MAX`
 * movements no pet has an actor, which bounds the time of one reading: about half a second on SQLite.
 */
export async function readActors(
  run: <T>(work: Work<T>) => Awaitable<T>,
  range: CommitRange,
): Promise<readonly ActorPets[] | "reload"> {
  // Each revision has a movement.
  if (range.to.revision - range.since.revision > MOVEMENTS_MAX) return [];
  const fold = new ActorFold();
  while (fold.count < MOVEMENTS_MAX) {
    const isLast = await run(fold.addPage(range));
    if (isLast === "reload") return isLast;
    if (isLast) return fold.groups();
  }
  return [];
}

interface EntryRow {
  readonly revision: Integer;
  readonly pet_id: bigint;
  readonly origin: Integer;
}

interface ActorRow {
  readonly id: Integer;
  readonly actor: string;
  readonly key_id: string | null;
}

class ActorFold {
  readonly #sole = new SoleActors();
  /** By the id of an origin: one object for all reasons of one actor and key. */
  readonly #byOrigin = new Map<number, KeyActor>();
  readonly #byName = new Map<string, KeyActor>();
  #last: Pick<EntryRow, "revision" | "pet_id"> | undefined;
  /** Movements so far. */
  count = 0;

  groups(): readonly ActorPets[] {
    return this.#sole.groups();
  }

  /** Whether this page is the last one. Adds nothing unless all of it was read. */
  *addPage({ since, to }: CommitRange): Work<boolean | "reload"> {
    for (const position of [since, to]) if (!(yield* isCommit(position))) return "reload";
    const { revision, pet_id: petId } = this.#last ?? { revision: since.revision, pet_id: PET_ID_MAX };
    const page = yield* rows(sql<EntryRow>`
      SELECT revision, pet_id, origin FROM ledger_entry
      WHERE (revision, pet_id) > (${revision}, ${petId}) AND revision <= ${to.revision}
      ORDER BY revision, pet_id LIMIT ${PAGE_MOVEMENTS}`);
    yield* this.#learn(new Set(page.map(({ origin }) => Number(origin))));
    for (const { pet_id, origin } of page) this.#sole.add(pet_id, this.#byOrigin.get(Number(origin)) ?? null);
    this.#last = page.at(-1);
    this.count += page.length;
    return page.length < PAGE_MOVEMENTS;
  }

  *#learn(origins: ReadonlySet<number>): Work<void> {
    const unknown = [...origins].filter((id) => !this.#byOrigin.has(id));
    if (unknown.length === 0) return;
    const found = yield* rows(sql<ActorRow>`
      SELECT id, actor, key_id FROM origin WHERE id IN (${list(unknown)})`);
    for (const { id, actor, key_id: keyId } of found) {
      // A key's id has no space.
      const name = `${keyId ?? ""} ${actor}`;
      const by = this.#byName.get(name) ?? { actor, keyId };
      this.#byName.set(name, by);
      this.#byOrigin.set(Number(id), by);
    }
  }
}
