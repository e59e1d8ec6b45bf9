// The calls of clients and their answers, with the moments of both: all that the checker may know.

/** A pet's quantity and status, as in its tag: `12-available`. */
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
  /** Whether the tag of an older list was sent; if the answer was 304, it has the stocks of that list. */
  readonly conditional?: boolean;
}

export type Call = Update | SetBoth | List;

export type Says = "updated" | "replayed" | "not_found" | "precondition_failed" | "mismatch" | "listed";

/** The content of an answer. `stocks` has every pet in it: one, the whole list, or none. */
export interface Reply {
  readonly says: Says;
  readonly stocks: Stocks;
  /** The revision of a list. The checker must not use it. */
  readonly revision?: number;
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
  if (a.says !== b.says || a.stocks.size !== b.stocks.size) return false;
  return [...a.stocks].every(([petId, tag]) => b.stocks.get(petId) === tag);
}

/** Shared by all clients. Moments are counted, not timed: whatever happened earlier has the smaller number. */
export class Clock {
  #now = 0;

  tick(): number {
    this.#now += 1;
    return this.#now;
  }
}
