// The calls of clients and their answers, with the moments of both: all that the checker may know.

/** A pet's quantity and status, as in its tag: `12-available`. */
export type Tag = string;

/** By pet's id. */
export type Stocks = ReadonlyMap<number, Tag>;

/** The names of pets, by id; a pet without a name has no label. */
export type Labels = ReadonlyMap<number, string>;

export interface Update {
  readonly kind: "update";
  readonly petId: number;
  readonly quantity: number;
  /** Tags, or any (`*`). */
  readonly ifMatch?: readonly Tag[] | "*";
  /** An Idempotency-Key; all calls with one key concern one pet. */
  readonly once?: string;
}

/** The operator's command, by a process of its own. */
export interface SetBoth {
  readonly kind: "set";
  readonly petId: number;
  readonly quantity: number;
  readonly status: string;
}

export interface List {
  readonly kind: "list";
  /** Whether the tag of an older list was sent; if the answer was 304, it has the stocks of that list. */
  readonly conditional?: boolean;
}

/** A read of all labels. */
export interface ListLabels {
  readonly kind: "labels";
}

/** Puts labels beside the others. */
export interface PutLabels {
  readonly kind: "put";
  readonly names: readonly (readonly [petId: number, name: string | null])[];
}

/** One of the contract's forms. */
export interface PetChange {
  readonly petId: number;
  readonly quantity?: number;
  readonly by?: number;
  readonly status?: string;
  readonly create?: true;
  readonly remove?: true;
  readonly ifMatch?: Tag;
  /** The name; null removes the label. */
  readonly label?: string | null;
  /** The name that the label must have; null: there must be none. */
  readonly ifLabel?: string | null;
}

/** A change set: all of it, or nothing. */
export interface Apply {
  readonly kind: "apply";
  readonly changes: readonly PetChange[];
  readonly once?: string;
  readonly dryRun?: boolean;
}

export interface Undo {
  readonly kind: "undo";
  /** The operation that made the revision. */
  readonly of: string;
  readonly revision: number;
  readonly skipChanged: boolean;
  readonly dryRun?: boolean;
}

/** An event of a stream: the stream's client applies it to what it knew, and then shows the whole list. */
export interface Event {
  readonly kind: "event";
}

export type Call = Update | SetBoth | List | ListLabels | PutLabels | Apply | Undo | Event;

export type Says =
  | "updated"
  | "replayed"
  | "not_found"
  | "precondition_failed"
  | "mismatch"
  | "listed"
  | "labelled"
  | "applied"
  | "previewed"
  | "invalid"
  | "changed_since";

/** The content of an answer. `stocks` has every pet in it: one, the whole list, or none. */
export interface Reply {
  readonly says: Says;
  readonly stocks: Stocks;
  /** All labels, of a read of them or an event. */
  readonly labels?: Labels;
  /** The report of a change set or an undo beside stocks: its counts, the pets that it skipped or that are invalid. */
  readonly report?: string;
  /** The revision of a list, or of what was applied. The checker must not use it. */
  readonly revision?: number;
  /** The tag of a list, where a stream continues. */
  readonly position?: string;
}

/** No answer, or `outcome_unknown`: the call may take effect at any later moment, or never. */
export const UNKNOWN = "unknown";
/** The call never takes effect. */
export const REFUSED = "refused";

export type Answer = Reply | typeof UNKNOWN | typeof REFUSED;

export interface Operation {
  /** Also its X-Request-Id. */
  readonly id: string;
  readonly client: string;
  readonly server: string;
  readonly call: Call;
  readonly sentAt: number;
  readonly answer: Answer;
  /** Infinity if the outcome is unknown. */
  readonly answeredAt: number;
  /** The event before in the same stream, which comes earlier in any order. */
  readonly follows?: string;
}

export interface History {
  readonly initial: Stocks;
  /** Ascending by `sentAt`. */
  readonly operations: readonly Operation[];
}

export function isReply(answer: Answer): answer is Reply {
  return typeof answer === "object";
}

export function isSame(a: Reply, b: Reply): boolean {
  if (a.says !== b.says || a.report !== b.report) return false;
  const areSameLabels = a.labels === undefined || b.labels === undefined || areEqual(a.labels, b.labels);
  return areSameLabels && areEqual(a.stocks, b.stocks);
}

export function areEqual(a: ReadonlyMap<number, string>, b: ReadonlyMap<number, string>): boolean {
  return a.size === b.size && [...a].every(([petId, value]) => b.get(petId) === value);
}

/** A pet that is in no inventory, and may have a label. */
export function unknownOf(petIds: readonly number[]): number {
  return -petIds[0]!;
}

/** All pets that may have a label. */
export function labelledOf(petIds: Iterable<number>): readonly number[] {
  const all = [...petIds];
  return all.length === 0 ? all : [...all, unknownOf(all)];
}

/** Whether the call only reads: it changes nothing, whatever its answer. */
export function onlyReads(call: Call): boolean {
  const isRead = call.kind === "list" || call.kind === "labels" || call.kind === "event";
  return isRead || ("dryRun" in call && call.dryRun === true);
}

/** Shared by all clients. Moments are counted, not timed: whatever happened earlier has the smaller number. */
export class Clock {
  #now = 0;

  tick(): number {
    this.#now += 1;
    return this.#now;
  }
}
