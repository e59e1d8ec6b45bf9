// Fills the ledger of an upgraded database in portions, from the oldest movement on. Each portion is a short transaction that also
// writes how far it got, so a fill that is killed goes on where it was, and several servers fill each portion once.

import type { FillStep } from "../inventory/ledger-fill.ts";
import { addTotals, type RunningTotals, totalsChange } from "../inventory/running-totals.ts";
import { totalsValues } from "./commits.ts";
import {
  BEGINNING,
  comparePlaces,
  endFill,
  type FillState,
  isAfter,
  type Place,
  readFillState,
  writeFillState,
} from "./fill-state.ts";
import { LastRevisions } from "./last-revisions.ts";
import { movementOfRow, type MovementRow } from "./rows.ts";
import { execute, type Integer, Query, rows, sql, type Work } from "./sql.ts";

/** The transactions of an engine, as a fill needs them. */
export interface FillEngine {
  /** Movements of one portion: some milliseconds of writing. */
  readonly portionRows: number;
  /** Ends a SELECT: locks its row, or gives none if another transaction has it, where the engine locks rows. */
  readonly lockRow: Query;
  /** Reads one snapshot. */
  read<T>(work: Work<T>): Promise<T>;
  /** Writes beside other transactions, where the engine can. */
  write<T>(work: Work<T>): Promise<T>;
  /** Writes while no other transaction does. */
  writeLocked<T>(work: Work<T>): Promise<T>;
}

/** Movements that are read at once to learn what another process has filled. */
const LEARNED_ROWS = 10_000;

/** One process's part in filling a ledger. */
export class Filler {
  readonly #engine: FillEngine;
  #last = new LastRevisions();
  /** `#last` knows the movements up to here. */
  #known: Place = BEGINNING;
  /** Where the fill was at the last step. */
  #seen: Place = BEGINNING;

  constructor(engine: FillEngine) {
    this.#engine = engine;
  }

  async step(): Promise<FillStep> {
    const engine = this.#engine;
    const state = await engine.read(readFillState());
    if (state === undefined) return this.#forget();
    // A restore has brought back an earlier state.
    if (comparePlaces(this.#known, state.place) > 0) this.#forget();
    if (comparePlaces(this.#known, state.place) < 0) return this.#learn(state.place);
    const portion = await engine.read(readPortion(state, engine.portionRows));
    const isLast = portion.movements.length < engine.portionRows;
    // New commits carry totals once the newest one does, so the last portion needs the lock of the writers.
    return isLast ? engine.writeLocked(this.#finish(state)) : engine.write(this.#fill(state, portion));
  }

  /** Reads what another process has filled, if that process has stopped. */
  async #learn(upTo: Place): Promise<FillStep> {
    const isMoving = comparePlaces(upTo, this.#seen) !== 0;
    this.#seen = upTo;
    if (isMoving) return "elsewhere";
    const found = await this.#engine.read(readKeys(this.#known, upTo));
    for (const { petId, revision } of found) this.#last.replace(petId, revision);
    this.#known = found.length < LEARNED_ROWS ? upTo : (found.at(-1) as Place);
    return "more";
  }

  #forget(): "done" {
    this.#last = new LastRevisions();
    [this.#known, this.#seen] = [BEGINNING, BEGINNING];
    return "done";
  }

  *#fill(state: FillState, portion: Portion): Work<FillStep> {
    const present = yield* readFillState(this.#engine.lockRow);
    if (present === undefined || comparePlaces(present.place, state.place) !== 0) return "elsewhere";
    yield* this.#write(state, portion);
    return "more";
  }

  *#finish(state: FillState): Work<FillStep> {
    const present = yield* readFillState();
    if (present === undefined || comparePlaces(present.place, state.place) !== 0) return "elsewhere";
    const portion = yield* readPortion(state, this.#engine.portionRows);
    yield* this.#write(state, portion);
    if (portion.movements.length === this.#engine.portionRows) return "more";
    yield* endFill();
    return "done";
  }

  *#write(state: FillState, portion: Portion): Work<void> {
    const last = portion.movements.at(-1);
    // If the transaction fails from here on, `#known` is ahead of the state, and the next step forgets everything.
    this.#known = this.#seen = last === undefined ? state.place : placeOf(last);
    const filled = this.#fold(state, portion);
    yield* updateAll(filled.links, setPrevious);
    yield* updateAll(filled.marks, setTotals);
    yield* writeFillState(filled.state);
  }

  #fold(state: FillState, { movements, commits }: Portion): Filled {
    const [links, marks]: [Link[], Mark[]] = [[], []];
    let { place, totals, movements: count } = state;
    const waiting = commits.values();
    let commit = waiting.next();
    const closeCommits = (before: number) => {
      for (; !commit.done && commit.value < before; commit = waiting.next()) {
        marks.push({ revision: commit.value, totals, movements: count });
        count = 0;
      }
    };
    for (const row of movements) {
      const { revision, petId, before, after } = movementOfRow(row);
      closeCommits(revision);
      const previous = this.#last.replace(petId, revision);
      if (revision <= state.lastRevision) links.push({ revision, petId, previous });
      // After a prune a pet's first movement is the last one before the start of the history.
      totals = addTotals(totals, totalsChange([{ before: previous === 0 ? null : before, after }]));
      count += 1;
      place = { revision, petId };
    }
    // Whole only if no movement follows.
    closeCommits(movements.length < this.#engine.portionRows ? Infinity : place.revision);
    return { links, marks, state: { ...state, place, totals, movements: count } };
  }
}

function placeOf({ revision, pet_id: petId }: MovementRow): Place {
  return { revision: Number(revision), petId };
}

interface Portion {
  readonly movements: readonly MovementRow[];
  /** The revisions of the commits to fill, ascending. */
  readonly commits: readonly number[];
}

interface Filled {
  readonly links: readonly Link[];
  readonly marks: readonly Mark[];
  readonly state: FillState;
}

interface Link {
  readonly revision: number;
  readonly petId: bigint;
  readonly previous: number;
}

interface Mark {
  readonly revision: number;
  readonly totals: RunningTotals;
  readonly movements: number;
}

function* readPortion({ place }: FillState, max: number): Work<Portion> {
  const movements = yield* rows(sql<MovementRow>`
    SELECT * FROM movement WHERE ${isAfter(place)} ORDER BY revision, pet_id LIMIT ${max}`);
  const last = movements.length < max ? Number.MAX_SAFE_INTEGER : Number(movements.at(-1)?.revision);
  const commits = yield* rows(sql<{ revision: Integer }>`
    SELECT revision FROM commit_mark WHERE revision >= ${place.revision} AND revision <= ${last} ORDER BY revision`);
  return { movements, commits: commits.map(({ revision }) => Number(revision)) };
}

/** The keys of the next movements after a place. */
function* readKeys(after: Place, upTo: Place): Work<readonly { revision: number; petId: bigint }[]> {
  const found = yield* rows(sql<{ revision: Integer; pet_id: bigint }>`
    SELECT revision, pet_id FROM movement
    WHERE ${isAfter(after)} AND (revision, pet_id) <= (${upTo.revision}, ${upTo.petId})
    ORDER BY revision, pet_id LIMIT ${LEARNED_ROWS}`);
  return found.map((row) => ({ revision: Number(row.revision), petId: row.pet_id }));
}

/** Sizes of statements: few different ones, because a connection keeps each prepared. */
const BATCH_ROWS = [256, 64, 16, 4, 1];

function* updateAll<T>(all: readonly T[], update: (batch: readonly T[]) => Query): Work<void> {
  for (let from = 0; from < all.length;) {
    const size = BATCH_ROWS.find((rowCount) => rowCount <= all.length - from) as number;
    yield* execute(update(all.slice(from, from + size)));
    from += size;
  }
}

/** The columns of VALUES have these names in both databases: column1, column2, … */
function setPrevious(links: readonly Link[]): Query {
  const values = joined(
    links.map(
      ({ revision, petId, previous }) =>
        sql`(CAST(${revision} AS bigint), CAST(${petId} AS bigint), CAST(${previous} AS bigint))`,
    ),
  );
  const [first, last] = endsOf(links);
  return sql`
    UPDATE movement SET previous = column3 FROM (VALUES ${values}) AS link
    WHERE movement.revision = column1 AND movement.pet_id = column2
      AND (movement.revision, movement.pet_id) >= (${first.revision}, ${first.petId})
      AND (movement.revision, movement.pet_id) <= (${last.revision}, ${last.petId})`;
}

function setTotals(marks: readonly Mark[]): Query {
  const values = joined(
    marks.map(
      ({ revision, totals, movements }) =>
        sql`(CAST(${revision} AS bigint), CAST(${movements} AS bigint), ${totalsValues(totals)})`,
    ),
  );
  const [first, last] = endsOf(marks);
  return sql`
    UPDATE commit_mark SET movements = column2, quantity = column3, in_stock = column4, available = column5,
      pending = column6, sold = column7, total_in = column8, total_out = column9
    FROM (VALUES ${values}) AS mark
    WHERE commit_mark.revision = column1 AND commit_mark.revision BETWEEN ${first.revision} AND ${last.revision}`;
}

/** The bounds of the rows to update: without them SQLite reads the whole table for each statement. */
function endsOf<T>(batch: readonly T[]): [first: T, last: T] {
  return [batch[0] as T, batch.at(-1) as T];
}

function joined(parts: readonly Query[]): Query {
  return new Query(["", ...parts.slice(1).map(() => ", "), ""], parts);
}
