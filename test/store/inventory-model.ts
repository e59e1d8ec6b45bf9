// The inventory as a plain map: the simplest model of changes and imports, which engines must agree with.

import { expect } from "bun:test";
import type { Change, Outcome } from "../../src/inventory/change.ts";
import type { Movement } from "../../src/inventory/movement.ts";
import type { InventoryItem, Stock } from "../../src/inventory/item.ts";
import type { Label, LabelMembers, LabelPatch } from "../../src/inventory/label.ts";
import type { ChangeCounts } from "../../src/inventory/applied-changes.ts";
import type {
  ChangeConflict,
  ChangeProblem,
  ChangeSet,
  ChangeSetOutcome,
  PetChange,
} from "../../src/inventory/change-set.ts";
import type { OutcomeOf } from "../../src/inventory/commit-unit.ts";
import type { ImportOptions, ImportResult, ImportRow } from "../../src/inventory/import.ts";
import type { Position } from "../../src/inventory/position.ts";
import type { UndoResult } from "../../src/inventory/undo.ts";

/** What happened to a pet in a revision; null stands for a missing pet or label. */
interface Happened {
  readonly before: State;
  readonly after: State;
}

interface State {
  readonly stock: Stock | null;
  readonly label: LabelMembers | null;
}

type Revision = ReadonlyMap<bigint, Happened>;

export class InventoryModel {
  readonly #pets = new Map<bigint, Stock>();
  readonly #revisions: Revision[] = [];
  readonly #labels = new Map<bigint, LabelMembers>();
  /** Which revision gave a pet its label. */
  readonly #labelledIn = new Map<bigint, number>();
  /** Which revision changed a pet last. */
  readonly #changedIn = new Map<bigint, number>();
  /** The last revisions of all commits. */
  readonly #commits: number[] = [];
  #historyStart = 0;
  readonly #results = new Map<string, { readonly request: string; readonly result: object }>();

  get revision(): number {
    return this.#revisions.length;
  }

  /** The commit with which the history begins. */
  get historyStart(): number {
    return this.#historyStart;
  }

  /** Ascending. */
  get items(): InventoryItem[] {
    return itemsOfMap(this.#pets);
  }

  /** Ascending. */
  get labels(): Label[] {
    return labelsOfMap(this.#labels);
  }

  /** A group of changes and change sets, as one commit. */
  commit<U extends Change | ChangeSet>(units: readonly U[]): OutcomeOf<U>[] {
    const before = this.revision;
    // The sets of a group have the position of its end.
    const end = { revision: before, nonce: anyNonce() };
    const outcomes = units.map((each) => this.#once(each, end));
    if (this.revision > before) this.#commits.push(this.revision);
    end.revision = this.revision;
    return outcomes as OutcomeOf<U>[];
  }

  #once(unit: Change | ChangeSet, end: Position): Outcome | ChangeSetOutcome {
    const make = () => ("changes" in unit ? this.#changeSet(unit, end) : this.#change(unit));
    const { idempotencyKey: once } = unit;
    if (once === undefined || ("changes" in unit && unit.dryRun)) return make();
    const name = `${once.scope} ${once.key}`;
    const known = this.#results.get(name);
    if (known?.request === once.request) return { kind: "replayed", ...known.result } as Outcome;
    if (known !== undefined) return { kind: "idempotency_mismatch" };
    const outcome = make();
    const { kind, ...result } = outcome;
    if (kind === "applied") this.#results.set(name, { request: once.request, result });
    if (kind === "updated" || kind === "unchanged") {
      this.#results.set(name, { request: once.request, result: { item: outcome.item } });
    }
    return outcome;
  }

  /** A change set through the stage, as a commit of its own. */
  applyStaged(set: ChangeSet): ImportResult {
    return this.commit([set])[0] as Extract<ImportResult, ChangeSetOutcome>;
  }

  #changeSet({ changes, dryRun }: ChangeSet, position: Position): ChangeSetOutcome {
    const problems = changes.flatMap((change, place): ChangeProblem[] => {
      const firstPlace = changes.findIndex(({ petId }) => petId === change.petId);
      const { petId } = change;
      if (firstPlace < place) return [{ place, petId, code: "duplicate_pet", firstPlace }];
      const problem = this.#problemOf(change);
      return problem === undefined ? [] : [{ place, petId, ...problem }];
    });
    if (problems.length > 0) return { kind: "invalid", count: problems.length, problems };
    const conflicts = changes.flatMap((change, place) => this.#conflictOf(change, place));
    if (conflicts.length > 0) return { kind: "conflicts", count: conflicts.length, conflicts };
    const wanted = changes.map((change) => [change.petId, this.#stateAfter(change)] as const);
    const counts = this.#countOf(wanted);
    const effective = wanted.filter(([petId, state]) => !Bun.deepEquals(state, this.#stateOf(petId)));
    if (!dryRun && effective.length > 0) this.#make(effective);
    return { kind: "applied", ...counts, revision: this.revision, position };
  }

  #conflictOf({ petId, ifMatch, ifLabel }: PetChange, place: number): ChangeConflict[] {
    const { stock: present, label } = this.#stateOf(petId);
    if (present !== null && ifMatch !== undefined && tagOf(present) !== ifMatch)
      return [{ place, petId, present, ...(this.#isUnexpected(label, ifLabel) && { label }) }];
    return this.#isUnexpected(label, ifLabel) ? [{ place, petId, present, label }] : [];
  }

  #isUnexpected(label: LabelMembers | null, expected: LabelPatch | null | undefined): boolean {
    if (expected === undefined) return false;
    const wanted = expected === null ? NO_LABEL : expected;
    return Object.entries(wanted).some(
      ([member, value]) => (label ?? NO_LABEL)[member as keyof LabelMembers] !== value,
    );
  }

  /** Of states that pets get. */
  #countOf(wanted: readonly (readonly [bigint, State])[]): ChangeCounts {
    const counts = { created: 0, updated: 0, removed: 0, relabelled: 0, unchanged: 0 };
    for (const [petId, { stock, label }] of wanted) {
      const was = this.#stateOf(petId);
      const isRestocked = !Bun.deepEquals(stock, was.stock);
      const isRelabelled = !Bun.deepEquals(label, was.label);
      if (isRelabelled) counts.relabelled++;
      if (!isRestocked && !isRelabelled) counts.unchanged++;
      if (!isRestocked) continue;
      if (was.stock === null) counts.created++;
      else if (stock === null) counts.removed++;
      else counts.updated++;
    }
    return counts;
  }

  #stateOf(petId: bigint): State {
    return { stock: this.#pets.get(petId) ?? null, label: this.#labels.get(petId) ?? null };
  }

  #stateAfter(change: PetChange): State {
    const { stock, label } = this.#stateOf(change.petId);
    return {
      stock: isLabelAlone(change) ? stock : this.#stockAfter(change),
      label: change.label === undefined ? label : patched(label, change.label),
    };
  }

  #problemOf(change: PetChange): Pick<ChangeProblem, "code" | "present" | "by"> | undefined {
    const present = this.#pets.get(change.petId);
    if (present !== undefined && change.create) return { code: "pet_exists" };
    if (isLabelAlone(change) && (change.ifMatch === undefined || present !== undefined)) return undefined;
    if (present === undefined && (!change.create || change.ifMatch !== undefined || change.remove)) {
      return { code: "pet_not_found" };
    }
    if (present !== undefined && change.ifMatch !== undefined && change.ifMatch !== tagOf(present)) {
      return undefined;
    }
    const after = this.#stockAfter(change);
    if (after === null || (after.quantity >= 0 && after.quantity <= 2_147_483_647)) return undefined;
    const by = typeof change.quantity === "object" ? change.quantity.by : 0;
    return { code: "quantity_out_of_range", present: present ?? NEW, by };
  }

  #stockAfter({ petId, quantity, status, remove = false }: PetChange): Stock | null {
    if (remove) return null;
    const present = this.#pets.get(petId) ?? NEW;
    const after = typeof quantity === "object" ? present.quantity + quantity.by : quantity;
    return { quantity: after ?? present.quantity, status: status ?? present.status };
  }

  import(rows: readonly ImportRow[], options: Omit<ImportOptions, "by" | "reason">): ImportResult {
    if (options.ifUnchangedSince !== undefined && options.ifUnchangedSince.revision !== this.revision) {
      return { kind: "changed_since", revision: this.revision };
    }
    const wanted = new Map<bigint, State>();
    for (const { petId, quantity, status, label: patch } of rows) {
      const { stock, label } = this.#stateOf(petId);
      const kept = {
        quantity: quantity ?? stock?.quantity ?? 0,
        status: status ?? stock?.status ?? "available",
      };
      const isStocked = quantity !== undefined || status !== undefined;
      const after = patch === undefined ? label : patched(label, patch);
      if (!wanted.has(petId)) wanted.set(petId, { stock: isStocked ? kept : stock, label: after });
    }
    const { unchanged, ...listed } = this.#countOf([...wanted]);
    const missing = options.replace ? [...this.#pets.keys()].filter((id) => !wanted.has(id)) : [];
    const gone = missing.map((id) => [id, { ...this.#stateOf(id), stock: null }] as const);
    const changed = [...wanted, ...gone].filter(([id, state]) => !Bun.deepEquals(state, this.#stateOf(id)));
    if (!options.dryRun && changed.length > 0) {
      this.#make(changed);
      this.#commits.push(this.revision);
    }
    const counts = { ...listed, removed: gone.length, unchanged };
    return { kind: "applied", ...counts, revision: this.revision, position: this.#position };
  }

  undo(
    revision: number,
    { dryRun, skipChanged = false }: { dryRun: boolean; skipChanged?: boolean },
  ): UndoResult {
    if (revision > this.revision) return { kind: "future", newest: this.revision };
    if (revision <= this.#historyStart) return { kind: "pruned", historyStart: this.#historyStart };
    const all = [...(this.#revisions[revision - 1] as Revision)];
    const isTaken = ([petId, happened]: readonly [bigint, Happened]) =>
      this.#lastChange(petId, happened) === revision;
    const pets = all
      .filter((each) => !isTaken(each))
      .map(([petId]) => ({
        petId,
        revision: this.#changedIn.get(petId) as number,
        present: this.#pets.get(petId) ?? null,
      }))
      .toSorted((a, b) => (a.petId < b.petId ? -1 : 1));
    const skipped = { count: pets.length, pets };
    if (pets.length > 0 && !skipChanged) return { kind: "changed_since", ...skipped };
    const wanted = all.filter(isTaken).map(([petId, { before, after }]) => {
      const present = this.#stateOf(petId);
      const stock = Bun.deepEquals(before.stock, after.stock) ? present.stock : before.stock;
      const label = Bun.deepEquals(before.label, after.label) ? present.label : before.label;
      return [petId, { stock, label }] as const;
    });
    const counts = this.#countOf(wanted);
    if (!dryRun && wanted.length > 0) {
      this.#make(wanted);
      this.#commits.push(this.revision);
    }
    return { kind: "undone", ...counts, revision: this.revision, position: this.#position, skipped };
  }

  /** The revision that must still be the undone one: of the pet, or of its label where that alone was given. */
  #lastChange(petId: bigint, { before, after }: Happened): number | undefined {
    const isOfLabel = Bun.deepEquals(before.stock, after.stock) && after.label !== null;
    return (isOfLabel ? this.#labelledIn : this.#changedIn).get(petId);
  }

  /** Prunes up to this revision: the history begins with the last commit up to it. */
  prune(revision: number): void {
    this.#historyStart = Math.max(this.#historyStart, ...this.#commits.filter((each) => each <= revision));
  }

  get #position(): Position {
    return { revision: this.revision, nonce: anyNonce() };
  }

  #change({ petId, quantity, status, create = false, remove = false, precondition }: Change): Outcome {
    const was = this.#pets.get(petId);
    if (was === undefined && (!create || precondition !== undefined)) return { kind: "not_found" };
    if (was !== undefined && typeof precondition === "object") {
      const fits = precondition.anyTagOf.some((tag) => tag === `${was.quantity}-${was.status}`);
      if (!fits) return { kind: "precondition_failed", item: { petId, ...was } };
    }
    if (was !== undefined && remove) {
      this.#make([[petId, { ...this.#stateOf(petId), stock: null }]]);
      return { kind: "removed", item: { petId, ...was }, revision: this.revision };
    }
    if (remove) return { kind: "not_found" };
    const present = was?.quantity ?? 0;
    const wanted = typeof quantity === "object" ? present + quantity.by : (quantity ?? present);
    const is = { quantity: wanted, status: status ?? was?.status ?? "available" };
    const item = { petId, ...is };
    if (wanted < 0 || wanted > 2_147_483_647) {
      return { kind: "out_of_range", item: { petId, quantity: present, status: was?.status ?? "available" } };
    }
    if (was?.quantity === is.quantity && was.status === is.status) return { kind: "unchanged", item };
    this.#make([[petId, { ...this.#stateOf(petId), stock: is }]]);
    return { kind: "updated", item, revision: this.revision };
  }

  #make(changes: readonly (readonly [bigint, State])[]): void {
    const revision = changes.map(
      ([petId, after]) => [petId, { before: this.#stateOf(petId), after }] as const,
    );
    this.#revisions.push(new Map(revision));
    for (const [petId, { before, after }] of revision) {
      this.#changedIn.set(petId, this.revision);
      put(this.#pets, petId, after.stock);
      if (Bun.deepEquals(before.label, after.label)) continue;
      put(this.#labels, petId, after.label);
      put(this.#labelledIn, petId, after.label && this.revision);
    }
  }
}

/** Null removes. */
function put<Value>(map: Map<bigint, Value>, petId: bigint, value: Value | null): void {
  if (value === null) map.delete(petId);
  else map.set(petId, value);
}

const NO_LABEL: LabelMembers = { name: null, kind: null, code: null, low: null };

function isLabelAlone({ quantity, status, create, remove, label }: PetChange): boolean {
  return label !== undefined && quantity === undefined && status === undefined && !create && !remove;
}

function patched(label: LabelMembers | null, patch: LabelPatch | null): LabelMembers | null {
  if (patch === null) return null;
  const after = { ...NO_LABEL, ...label, ...patch };
  return Object.values(after).every((value) => value === null) ? null : after;
}

const NEW: Stock = { quantity: 0, status: "available" };

/** Matches the nonce that the engine has chosen. */
function anyNonce(): string {
  return expect.stringMatching(/^[0-9a-f]{16}$/) as unknown as string;
}

function tagOf({ quantity, status }: Stock): string {
  return `${quantity}-${status}`;
}

/** The stock that a whole ledger, newest first, folds to. */
export function foldLedger(movements: readonly Movement[]): InventoryItem[] {
  const pets = new Map<bigint, Stock>();
  for (const { petId, after } of movements.toReversed()) {
    if (after === null) pets.delete(petId);
    else pets.set(petId, after);
  }
  return itemsOfMap(pets);
}

/** The labels that a whole ledger, newest first, folds to. */
export function foldLabels(movements: readonly Movement[]): Label[] {
  const labels = new Map<bigint, LabelMembers>();
  for (const { petId, label } of movements.toReversed()) {
    if (label === undefined) continue;
    expect(label.before).toEqual(labels.get(petId) ?? null);
    put(labels, petId, label.after);
  }
  return labelsOfMap(labels);
}

function labelsOfMap(labels: ReadonlyMap<bigint, LabelMembers>): Label[] {
  return [...labels]
    .map(([petId, members]) => ({ petId, ...members }))
    .toSorted((a, b) => (a.petId < b.petId ? -1 : 1));
}

function itemsOfMap(pets: ReadonlyMap<bigint, Stock>): InventoryItem[] {
  return [...pets]
    .map(([petId, { quantity, status }]) => ({ petId, quantity, status }))
    .toSorted((a, b) => (a.petId < b.petId ? -1 : 1));
}
