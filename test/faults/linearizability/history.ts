// What clients asked for and what they were told, with the moments of both: all that the check may know.

/** What a pet is, as its tag says it: `12-available`. */
export type Tag = string;

/** By pet's id. */
export type Stocks = ReadonlyMap<number, Tag>;

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
  /** Whether a tag of an older list was sent along; the answer holds that list then, where it was not modified. */
  readonly conditional?: boolean;
}

export type Call = Update | SetBoth | List;

export type Says = "updated" | "replayed" | "not_found" | "precondition_failed" | "mismatch" | "listed";

/** `stocks` is all that the answer tells of pets: of one, of the whole list, or of none. */
export interface Told {
  readonly says: Says;
  readonly stocks: Stocks;
  /** Of a list: its revision. The check must not look at it. */
  readonly revision?: number;
}

/** No answer, or one that does not know: it may take effect at any later moment, or never. */
export const UNKNOWN = "unknown";
/** It surely never takes effect. */
export const REFUSED = "refused";

export type Answer = Told | typeof UNKNOWN | typeof REFUSED;

export interface Operation {
  /** Also its X-Request-Id. */
  readonly id: string;
  readonly client: string;
  readonly server: string;
  readonly call: Call;
  readonly sentAt: number;
  readonly answer: Answer;
  /** Infinity where the outcome is unknown. */
  readonly answeredAt: number;
}

export interface History {
  readonly initial: Stocks;
  /** Ascending by `sentAt`. */
  readonly operations: readonly Operation[];
}

export function isTold(answer: Answer): answer is Told {
  return typeof answer === "object";
}

export function isSame(a: Told, b: Told): boolean {
  if (a.says !== b.says || a.stocks.size !== b.stocks.size) return false;
  return [...a.stocks].every(([petId, tag]) => b.stocks.get(petId) === tag);
}

/** One for all clients. Moments are counted, not timed: whatever happened earlier has the smaller number. */
export class Clock {
  #now = 0;

  tick(): number {
    this.#now += 1;
    return this.#now;
  }
}
