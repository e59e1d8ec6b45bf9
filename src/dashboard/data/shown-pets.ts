// The pets of the current view, in its order. A new view is made in slices between frames, of few pets at once; until it has rows to
// show, the old one stays.

import type { InventoryItem, PetStatus } from "../../contract/item-json.ts";
import type { PetTable, TableObserver } from "./pet-table.ts";
import { RowFilter } from "./row-filter.ts";
import type { HeldRows } from "../state/state.ts";
import { RowOrder } from "./row-order.ts";
import { nextTask, runSlice, type Steps } from "./slices.ts";
import { type View, WHOLE_VIEW } from "../state/view.ts";
import { ViewRows } from "./view-rows.ts";

/** More rows than a screen has. */
const SCREEN_ROWS = 100;
/** The answer to a key: leaves three quarters of a frame for drawing. */
const FIRST_SLICE_MS = 4;
/** With more rows the answer to a key is drawn first: its task, and that of the first rows, take less than a frame each. */
const AT_ONCE_MAX = 50_000;
/** Between two drawings of a growing result. */
const PROGRESS_MS = 100;

interface ShownPetsOptions {
  readonly table: PetTable;
  readonly held: () => HeldRows;
  /** Called after each change that happens by itself; not by `show`. */
  readonly onChange: () => void;
}

/** A view in the making. */
interface Build {
  readonly rows: ViewRows;
  readonly steps: Steps;
}

export class ShownPets implements TableObserver {
  readonly #table: PetTable;
  readonly #held: () => HeldRows;
  readonly #onChange: () => void;
  #view = WHOLE_VIEW;
  #rows: ViewRows;
  #build: Build | undefined;

  constructor({ table, held, onChange }: ShownPetsOptions) {
    this.#table = table;
    this.#held = held;
    this.#onChange = onChange;
    this.#rows = this.#open();
    table.observer = this;
  }

  /** The view that the rows belong to: the one before while a new view has no rows to show. */
  get view(): View {
    return this.#rows.view;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** False while a search or a sort goes on: then `size` still grows, or the rows are those of the view before. */
  get isComplete(): boolean {
    return this.#build === undefined;
  }

  /** Rows by status that match all filters except the status filter. */
  get counts(): Readonly<Record<PetStatus, number>> {
    return this.#rows.counts;
  }

  /** `index` counts from 0. */
  petId(index: number): bigint | undefined {
    const row = this.#rows.row(index);
    return row === undefined ? undefined : this.#table.columns.ids[row];
  }

  item(index: number): InventoryItem | undefined {
    const row = this.#rows.row(index);
    return row === undefined ? undefined : this.#table.columns.item(row);
  }

  /** -1 if the view does not contain the pet. */
  indexOf(petId: bigint): number {
    const row = this.#table.columns.rowOf(petId);
    return row < 0 ? -1 : this.#rows.indexOf(row);
  }

  /** The ids as they are now, in order. */
  ids(): BigInt64Array {
    const ids = new BigInt64Array(this.size);
    for (let index = 0; index < ids.length; index += 1) ids[index] = this.petId(index)!;
    return ids;
  }

  /** To be read at once: not across an `await`, because the view may change. */
  *items(): Generator<InventoryItem, void, undefined> {
    for (let index = 0; index < this.size; index += 1) yield this.item(index)!;
  }

  /** Resolves when no search or sort goes on. */
  async untilComplete(): Promise<void> {
    while (!this.isComplete) await nextTask();
  }

  /** Ends a search or a sort that goes on, in one step: a browser that prints does not wait. */
  completeNow(): void {
    for (let build = this.#build; build !== undefined; build = this.#build) {
      while (build.steps.next().done !== true);
      this.#rows = build.rows;
      this.#build = undefined;
      if (!build.rows.isComplete) this.#continueOrRebuild();
    }
    this.#onChange();
  }

  /** Shows another view; rows that were held are no longer. */
  show(view: View): void {
    this.#view = view;
    this.rebuilt();
  }

  rebuilt(): void {
    const rows = this.#open();
    this.#run({ rows, steps: rows.build() });
  }

  leave(row: number, isRemoved: boolean): void {
    for (const rows of this.#all()) rows.leave(row, isRemoved);
  }

  enter(row: number): void {
    for (const rows of this.#all()) rows.enter(row);
  }

  shift(row: number, by: 1 | -1): void {
    for (const rows of this.#all()) rows.shift(row, by);
  }

  remapped(rowsAfter: Int32Array): void {
    this.#rows.remap(rowsAfter);
    this.rebuilt();
  }

  appended(): void {
    // Rows that are found in the order of their ids are found on; others are sorted anew when the current sort has ended.
    if (this.#build === undefined) this.#continueOrRebuild();
  }

  cleared(): void {
    this.#build = undefined;
    this.#rows = this.#open();
  }

  #continueOrRebuild(): void {
    const rows = this.#rows;
    if (rows.isGrowing) this.#run({ rows, steps: rows.build() });
    else this.rebuilt();
  }

  #all(): readonly ViewRows[] {
    const next = this.#build?.rows;
    return next === undefined || next === this.#rows ? [this.#rows] : [this.#rows, next];
  }

  #open(): ViewRows {
    const { columns, labels } = this.#table;
    const filter = new RowFilter(columns, labels, this.#view);
    const order = new RowOrder({ columns, labels, filter, sort: this.#view.sort });
    return new ViewRows({ view: this.#view, columns, filter, order, held: this.#held });
  }

  #run(build: Build): void {
    this.#build = build;
    if (this.#table.columns.size > AT_ONCE_MAX) return void this.#continue(build);
    const { rows } = build;
    const isEnough = (): boolean => fillsScreen(rows);
    const isEnded = runSlice(build.steps, { sliceMs: FIRST_SLICE_MS, isEnough });
    if (isEnded || isEnough()) this.#rows = rows;
    if (isEnded) this.#build = undefined;
    else void this.#continue(build);
  }

  async #continue(build: Build): Promise<void> {
    const { rows, steps } = build;
    const begunAt = performance.now();
    let drawnAt = begunAt;
    for (let isEnded = false; !isEnded;) {
      await nextTask();
      // Another view was asked for meanwhile.
      if (this.#build !== build) return;
      isEnded = runSlice(steps, { isEnough: () => this.#rows !== rows && fillsScreen(rows) });
      const rowsMin = performance.now() - begunAt < PROGRESS_MS ? SCREEN_ROWS : 1;
      const isShown = isEnded || (rows.isProgressive && rows.size >= rowsMin);
      const isDue = this.#rows !== rows || performance.now() - drawnAt >= PROGRESS_MS;
      if (!isEnded && !(isShown && isDue)) continue;
      // Drawing takes as long as a slice: in a task of its own, so that a key waits for one of them at most.
      await nextTask();
      if (this.#build !== build) return;
      drawnAt = performance.now();
      this.#rows = rows;
      if (isEnded) this.#build = undefined;
      this.#onChange();
    }
    if (!rows.isComplete) this.#continueOrRebuild();
  }
}

/** Whether the rows found so far are the first ones of the result, and as many as a screen shows. */
function fillsScreen(rows: ViewRows): boolean {
  return rows.isProgressive && rows.size >= SCREEN_ROWS;
}
