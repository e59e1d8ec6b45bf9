// Fills the ledger of an upgraded database in portions, from the oldest movement on. Each portion is a short transaction that also
// writes how far it got, so a fill that is killed goes on where it was, and several servers fill each portion once.

import type { FillStep } from "../inventory/ledger-fill.ts";
import { addTotals, totalsChange } from "../inventory/running-totals.ts";
import {
  type Link,
  type Mark,
  type Portion,
  readKeys,
  readPortion,
  writeLinks,
  writeMarks,
} from "./fill-portion.ts";
import {
  BEGINNING,
  comparePlaces,
  endFill,
  type FillState,
  type Place,
  readFillState,
  writeFillState,
} from "./fill-state.ts";
import { LastRevisions } from "./last-revisions.ts";
import { movementOfRow, type MovementRow } from "./rows.ts";
import type { Query, Work } from "./sql.ts";

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
    const found = await this.#engine.read(readKeys({ after: this.#known, upTo }, LEARNED_ROWS));
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
    yield* writeLinks(filled.links);
    yield* writeMarks(filled.marks);
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

interface Filled {
  readonly links: readonly Link[];
  readonly marks: readonly Mark[];
  readonly state: FillState;
}

function placeOf({ revision, pet_id: petId }: MovementRow): Place {
  return { revision: Number(revision), petId };
}
