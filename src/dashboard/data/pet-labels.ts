// The labels as the page shows them. What others change arrives from the service; what this page has saved is shown at once, and stays
// until an answer that was asked for later proves it. Both are found by their names and codes when they are merged into the table.

import type { Label } from "../../client/client.ts";
import { pause } from "../../client/pause.ts";
import { isSameLabel } from "../../inventory/label.ts";
import { LabelTable } from "./label-table.ts";
import { type ChangedLabels, mergeLabels } from "./merge-labels.ts";
import type { PetTable } from "./pet-table.ts";
import { inSlices, SLICE_MS } from "./slices.ts";

interface PetLabelsOptions {
  readonly table: PetTable;
  /** Called with the pets whose labels are shown differently; with none when all were read. */
  readonly onChange: (petIds: readonly bigint[]) => void;
  /** Called when labels are found by their names and codes as they are shown. */
  readonly onMerged: () => void;
}

/** A label that this page has saved. Undefined: the pet has none. */
interface SavedLabel {
  readonly label: Label | undefined;
  /** As it was known last from the service. */
  readonly theirs: Label | undefined;
  /** When it was acknowledged (`performance.now()`). */
  readonly at: number;
}

/** Labels of the service; `requestedAt` as for pets (`Arrival`). */
export interface LabelArrival {
  readonly labels: ChangedLabels;
  readonly requestedAt: number | undefined;
}

/** A merge of a million labels takes some tenths of a second: the page is not busy with them all the time. */
const RESTS = 3;

export class PetLabels {
  readonly #options: PetLabelsOptions;
  /** Not yet in the table. */
  readonly #recent = new Map<bigint, Label | undefined>();
  readonly #saved = new Map<bigint, SavedLabel>();
  /** What has arrived since all labels were to be read: the labels that are read may be older. */
  #arrived: Map<bigint, Label | undefined> | undefined;
  #isMerging = false;
  /** Grows when the table is replaced: what is being merged is not its own. */
  #reads = 0;
  #isAsRead = false;
  #isKnown = false;

  constructor(options: PetLabelsOptions) {
    this.#options = options;
  }

  get recent(): ChangedLabels {
    return this.#recent;
  }

  /** Whether no label has changed since all were read. */
  get isAsRead(): boolean {
    return this.#isAsRead;
  }

  /** Whether all labels were read: before, a pet without one may have one. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  get(petId: bigint): Label | undefined {
    if (this.#recent.has(petId)) return this.#recent.get(petId);
    const { labels } = this.#options.table;
    const index = labels.indexOf(petId);
    return index < 0 ? undefined : labels.label(index);
  }

  clear(): void {
    this.#forget();
    this.#saved.clear();
    [this.#arrived, this.#isAsRead, this.#isKnown] = [undefined, false, false];
    this.#options.table.labels = LabelTable.EMPTY;
  }

  /** All labels will be read: what arrives from now on is newer. */
  expect(): void {
    this.#arrived = new Map();
  }

  /** All labels as they were read; undefined: those of the last read, none of which has changed before this one. */
  set(read: LabelTable | undefined, requestedAt: number): void {
    const arrived = this.#arrived ?? new Map<bigint, Label | undefined>();
    this.#arrived = undefined;
    if (read !== undefined) {
      this.#forget();
      [this.#isAsRead, this.#isKnown] = [true, true];
      this.#options.table.setLabels(read);
    }
    for (const [petId, { theirs }] of this.#saved) {
      if (!arrived.has(petId)) arrived.set(petId, read === undefined ? theirs : this.get(petId));
    }
    this.arrive({ labels: arrived, requestedAt });
    if (read !== undefined) this.#options.onChange([]);
  }

  /** Shows an acknowledged label at once, over any answer that was asked for before. */
  acknowledge(petId: bigint, label: Label | undefined): void {
    const theirs = this.#saved.get(petId)?.theirs ?? this.get(petId);
    this.#saved.set(petId, { label, theirs, at: performance.now() });
    this.#show(new Map([[petId, label]]));
  }

  /** Returns whether a saved label arrived with another value: an answer that is asked for now decides. */
  arrive({ labels, requestedAt }: LabelArrival): boolean {
    const shown = new Map(labels);
    let isInDoubt = false;
    for (const [petId, label] of labels) this.#arrived?.set(petId, label);
    for (const [petId, saved] of this.#saved) {
      const theirs = labels.has(petId) ? labels.get(petId) : saved.theirs;
      if (requestedAt !== undefined && saved.at < requestedAt) {
        this.#saved.delete(petId);
        shown.set(petId, theirs);
      } else if (isSame(theirs, saved.label)) this.#saved.delete(petId);
      else if (labels.has(petId)) {
        this.#saved.set(petId, { ...saved, theirs });
        shown.set(petId, saved.label);
        isInDoubt = true;
      }
    }
    this.#show(shown);
    return isInDoubt;
  }

  /** Whether a label was saved before this time, and no answer has shown it. */
  isProofDue(savedBefore: number): boolean {
    return [...this.#saved.values()].some(({ at }) => at < savedBefore);
  }

  #show(labels: ChangedLabels): void {
    const changed = [...labels].filter(([petId, label]) => !isSame(label, this.get(petId)));
    if (changed.length === 0) return;
    this.#isAsRead = false;
    for (const [petId, label] of changed) this.#recent.set(petId, label);
    this.#options.onChange(changed.map(([petId]) => petId));
    void this.#merge();
  }

  #forget(): void {
    this.#recent.clear();
    this.#reads += 1;
  }

  async #merge(): Promise<void> {
    if (this.#isMerging) return;
    this.#isMerging = true;
    const { table, onMerged } = this.#options;
    while (this.#recent.size > 0) {
      const [reads, changes] = [this.#reads, new Map(this.#recent)];
      const begunAt = performance.now();
      const after = await inSlices(mergeLabels(table.labels, changes));
      // Read again, or signed out meanwhile.
      if (this.#reads !== reads) continue;
      table.setLabels(after);
      for (const [petId, label] of changes) if (this.#recent.get(petId) === label) this.#recent.delete(petId);
      onMerged();
      const tookMs = performance.now() - begunAt;
      if (tookMs > SLICE_MS) await pause(RESTS * tookMs);
    }
    this.#isMerging = false;
  }
}

function isSame(a: Label | undefined, b: Label | undefined): boolean {
  return (a === undefined) === (b === undefined) && isSameLabel(a ?? null, b ?? null);
}
