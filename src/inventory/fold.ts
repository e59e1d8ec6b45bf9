// The function that decides the effect of changes. Both engines call it inside their transaction, so that a group of changes has
// the same result on both: one after the other, each seeing the effect of the previous ones.

import type { ChangeSet, ChangeSetOutcome } from "./change-set.ts";
import type { AppliedChanges, RecordedUndo } from "./applied-changes.ts";
import type { Change, Outcome } from "./change.ts";
import { type CommitUnit, isChangeSet, isUndo, type OutcomeOf } from "./commit-unit.ts";
import { decide, itemOf } from "./decide.ts";
import { countsOf, decideChangeSet, type Effect, type KnownLabel } from "./decide-change-set.ts";
import type { InventoryItem, Stock } from "./item.ts";
import { KnownResults } from "./known-results.ts";
import type { LedgerEntry, MovementReason, Origin, RevisionRequest } from "./movement.ts";
import {
  NO_RECORDS,
  IDEMPOTENCY_RECORDS_MAX,
  type IdempotencyKey,
  type IdempotencyRecord,
  type StoredRecords,
} from "./idempotency.ts";
import type { Position } from "./position.ts";
import { previewOf } from "./preview-change-set.ts";
import { decideUndo, type RevisionUndo, type UndoOutcome } from "./revision-undo.ts";
import { hasRecord, recordOfUndo } from "./undo.ts";

/** The result of a group: an outcome for each unit, in order; a movement for each effective change. */
export interface FoldResult<U extends CommitUnit = CommitUnit> {
  readonly outcomes: readonly OutcomeOf<U>[];
  readonly movements: readonly LedgerEntry[];
  /** The requests of revisions of several movements, and of undos. */
  readonly requests: readonly RevisionRequest[];
  /** New idempotency records; each replaces an existing one of its key. */
  readonly records: readonly IdempotencyRecord[];
  /** The commit of the group; the newest one before it if nothing changed. */
  readonly position: Position;
}

/** The row of a pet. */
export interface KnownPet {
  /** Null: removed. */
  readonly stock: Stock | null;
  /** The revision that changed it last. */
  readonly revision: number;
}

/** The state that the engine has read in the transaction. */
export interface FoldContext {
  /** Undefined if the pet has no row. */
  readonly petOf: (petId: bigint) => KnownPet | undefined;
  /** The label of a pet; undefined if it has none. Needed only for changes of labels, and undos of those. */
  readonly labelOf?: (petId: bigint) => KnownLabel | undefined;
  /** Whether the position is a commit of the history. Needed only for undos and plans. */
  readonly isInHistory?: (position: Position) => boolean;
  /** Needed only for units with an idempotency key. */
  readonly stored?: StoredRecords;
  /** Limit of idempotency records for each scope. */
  readonly recordsMax?: number;
  /** The newest commit before the group; each effective change or change set takes the next revision. */
  readonly newest: Position;
  /** For the commit of the group, if anything changes. */
  readonly nonce: string;
  /** ms since 1970. */
  readonly at: number;
}

/** Applies changes and change sets, in order, to the stock of their pets. */
export function foldChanges<U extends CommitUnit>(units: readonly U[], context: FoldContext): FoldResult<U> {
  const fold = new Fold(context);
  const outcomes = units.map((unit) => fold.unit(unit));
  return { outcomes: outcomes as OutcomeOf<U>[], ...fold.end() };
}

/** The outcome that a change set would have. */
export function previewChangeSet(
  set: ChangeSet,
  read: Pick<FoldContext, "petOf" | "labelOf" | "newest">,
): ChangeSetOutcome {
  const fold = new Fold({ ...read, nonce: "", at: 0 });
  return fold.changeSet({ ...set, dryRun: true });
}

/** The members of a movement that come from the request that made it. */
interface Cause {
  readonly reason: MovementReason;
  readonly note?: string | null;
  readonly by: Origin;
}

class Fold {
  readonly #context: FoldContext;
  #known: KnownResults | undefined;
  /** The pets that this group has changed. */
  readonly #folded = new Map<bigint, KnownPet>();
  /** The labels that it has changed; undefined: removed. */
  readonly #labels = new Map<bigint, KnownLabel | undefined>();
  readonly #movements: LedgerEntry[] = [];
  readonly #requests: RevisionRequest[] = [];
  #revision: number;
  /** Results of change sets share this object, which is complete at the end: the commit may have later revisions. */
  readonly #position: { revision: number; nonce: string };

  constructor(context: FoldContext) {
    const { newest } = context;
    this.#context = context;
    this.#revision = newest.revision;
    this.#position = { revision: newest.revision, nonce: newest.nonce };
  }

  unit(unit: CommitUnit): OutcomeOf<CommitUnit> {
    if (isChangeSet(unit)) return this.changeSet(unit);
    return isUndo(unit) ? this.#undo(unit) : this.#change(unit);
  }

  #change(change: Change): Outcome {
    const { idempotencyKey } = change;
    if (idempotencyKey === undefined) return this.#apply(change);
    const known = this.#results.resultOf(idempotencyKey);
    // Equal requests have results of one kind.
    if (known?.kind === "replayed") return { kind: "replayed", item: known.result as InventoryItem };
    if (known !== undefined) return known;
    const outcome = this.#apply(change);
    if (outcome.kind === "updated" || outcome.kind === "unchanged") {
      this.#results.record(idempotencyKey, outcome.item);
    }
    return outcome;
  }

  changeSet(set: ChangeSet): ChangeSetOutcome {
    const idempotencyKey = set.dryRun ? undefined : set.idempotencyKey;
    const known = idempotencyKey && this.#results.resultOf(idempotencyKey);
    if (known?.kind === "replayed") return { kind: "replayed", ...(known.result as AppliedChanges) };
    if (known !== undefined) return known;
    return this.#applySet(set, idempotencyKey);
  }

  #undo(undo: RevisionUndo): UndoOutcome {
    const { idempotencyKey } = undo;
    const known = idempotencyKey && this.#results.resultOf(idempotencyKey);
    if (known?.kind === "replayed") return { kind: "replayed", ...(known.result as RecordedUndo) };
    return known ?? this.#applyUndo(undo);
  }

  end(): Omit<FoldResult, "outcomes"> {
    const [movements, requests] = [this.#movements, this.#requests];
    if (movements.length > 0) {
      this.#position.revision = this.#revision;
      this.#position.nonce = this.#context.nonce;
    }
    return { movements, requests, records: this.#known?.made ?? [], position: this.#position };
  }

  #apply(change: Change): Outcome {
    const { petId } = change;
    const pet = this.#petOf(petId);
    const before = pet?.stock ?? undefined;
    const decision = decide(before, change);
    if (!("after" in decision)) return decision;
    this.#revision += 1;
    const { after } = decision;
    this.#move({ petId, before: before ?? null, after }, change, pet?.revision);
    return after === null
      ? { kind: "removed", item: itemOf(petId, before as Stock), revision: this.#revision }
      : { kind: "updated", item: itemOf(petId, after), revision: this.#revision };
  }

  #applySet(set: ChangeSet, idempotencyKey: IdempotencyKey | undefined): ChangeSetOutcome {
    if (!set.dryRun && this.#mayHaveOtherEffects(set)) return { kind: "outdated" };
    // Each row is read once.
    const revisions = new Map<bigint, number>();
    const stockOf = (petId: bigint) => {
      const pet = this.#petOf(petId);
      if (pet !== undefined) revisions.set(petId, pet.revision);
      return pet?.stock ?? undefined;
    };
    const decided = decideChangeSet(set, { stockOf, labelOf: (petId) => this.#labelOf(petId) });
    if (decided.kind !== "effective") return decided;
    const { effects, counts } = decided;
    if (!set.dryRun && effects.length > 0) {
      const previousOf = (petId: bigint) => revisions.get(petId);
      this.#moveAll(effects, { ...set, previousOf });
    }
    const result = { ...counts, revision: this.#revision, position: this.#position };
    if (idempotencyKey !== undefined) this.#results.record(idempotencyKey, result);
    if (!set.dryRun || set.previewRows === undefined) return { kind: "applied", ...result };
    const preview = previewOf(set.changes, effects, { rowsMax: set.previewRows, stockOf });
    return { kind: "applied", ...result, preview };
  }

  /** Whether one of its pets has changed since the plan. Only the ledger knows what the pet was then. */
  #mayHaveOtherEffects({ planAt, changes }: ChangeSet): boolean {
    if (planAt === undefined) return false;
    if (this.#context.isInHistory?.(planAt) !== true) return true;
    return changes.some(({ petId }) => (this.#petOf(petId)?.revision ?? 0) > planAt.revision);
  }

  #applyUndo(undo: RevisionUndo): UndoOutcome {
    const { plan, revision: undoes, idempotencyKey, by } = undo;
    if (plan.kind !== "planned") return plan;
    if (this.#context.isInHistory?.(plan.at) !== true) return { kind: "outdated" };
    const petOf = (petId: bigint) => this.#petOf(petId);
    const decided = decideUndo(undo, plan.reversals, { petOf, labelOf: (petId) => this.#labelOf(petId) });
    if (decided.kind !== "effective") return decided;
    const { effects, skipped } = decided;
    const previousOf = (petId: bigint) => petOf(petId)?.revision;
    if (effects.length > 0) this.#moveAll(effects, { reason: "undo", by, undoes, previousOf });
    const counts = countsOf(effects, effects.length);
    const result = { ...counts, revision: this.#revision, position: this.#position, skipped };
    if (idempotencyKey !== undefined && hasRecord(result))
      this.#results.record(idempotencyKey, recordOfUndo(result));
    return { kind: "undone", ...result };
  }

  /** Made when it is needed: most groups have no idempotency key. */
  get #results(): KnownResults {
    const { stored = NO_RECORDS, recordsMax = IDEMPOTENCY_RECORDS_MAX, at } = this.#context;
    this.#known ??= new KnownResults(stored, { at, recordsMax });
    return this.#known;
  }

  #petOf(petId: bigint): KnownPet | undefined {
    return this.#folded.get(petId) ?? this.#context.petOf(petId);
  }

  #labelOf(petId: bigint): KnownLabel | undefined {
    return this.#labels.has(petId) ? this.#labels.get(petId) : this.#context.labelOf?.(petId);
  }

  /** As the next revision; its request is stored once for several movements. */
  #moveAll(
    effects: readonly Effect[],
    cause: Cause & {
      readonly undoes?: number;
      /** The revision of a pet's previous movement. */
      readonly previousOf: (petId: bigint) => number | undefined;
    },
  ): void {
    const { reason, by, note = null, undoes = null, previousOf } = cause;
    const { requestId } = by;
    this.#revision += 1;
    const isShared = effects.length > 1 || undoes !== null;
    if (isShared && (requestId ?? note ?? undoes) !== null)
      this.#requests.push({ revision: this.#revision, requestId, note, undoes, labels: null });
    const own = isShared ? { reason, by: { ...by, requestId: null } } : { reason, by, note };
    for (const effect of effects) this.#move(effect, own, previousOf(effect.petId));
  }

  #move({ petId, before, after, label }: Effect, cause: Cause, previous = 0): void {
    const revision = this.#revision;
    this.#folded.set(petId, { stock: after, revision });
    const { reason, note = null, by } = cause;
    const { at } = this.#context;
    const movement = { revision, petId, before, after, reason, by, at, note, previous };
    if (label === undefined) return void this.#movements.push(movement);
    this.#labels.set(petId, label.after === null ? undefined : { members: label.after, revision });
    this.#movements.push({ ...movement, label });
  }
}
