// The service's contract as a state machine that does one call at a time. Written from the contract, not from the code.

import type { Call, Stocks, Reply, Update } from "./history.ts";

/** The first result of an Idempotency-Key. */
interface Made {
  readonly request: string;
  readonly stocks: Stocks;
}

/** A call that changes nothing leaves the very same state. */
export interface State {
  readonly stocks: Stocks;
  /** By Idempotency-Key. */
  readonly made: ReadonlyMap<string, Made>;
}

export interface Step {
  readonly reply: Reply;
  readonly state: State;
}

export function stateOf(stocks: Stocks): State {
  return { stocks, made: new Map() };
}

/** Two states with one name are the same. */
export function nameOf({ stocks, made }: State): string {
  const results = [...made].map(([key, { request, stocks: result }]) => `${key}=${request}>${[...result]}`);
  return `${[...stocks.values()].join()} ${results.toSorted().join()}`;
}

export function step(state: State, call: Call): Step {
  if (call.kind === "list") return { reply: { says: "listed", stocks: state.stocks }, state };
  if (call.kind === "set") return write(state, call.petId, `${call.quantity}-${call.status}`);
  if (call.once === undefined) return update(state, call);
  const known = state.made.get(call.once);
  const request = requestOf(call);
  if (known === undefined) return keep(update(state, call), call.once, request);
  if (known.request !== request) return { reply: { says: "mismatch", stocks: new Map() }, state };
  return { reply: { says: "replayed", stocks: known.stocks }, state };
}

function requestOf({ petId, quantity, ifMatch }: Update): string {
  return `${petId} ${quantity} ${ifMatch}`;
}

function update(state: State, { petId, quantity, ifMatch = "*" }: Update): Step {
  const now = state.stocks.get(petId);
  if (now === undefined) return { reply: { says: "not_found", stocks: new Map() }, state };
  if (ifMatch !== "*" && !ifMatch.includes(now)) {
    return { reply: { says: "precondition_failed", stocks: new Map([[petId, now]]) }, state };
  }
  return write(state, petId, now.replace(/^\d+/, String(quantity)));
}

function write(state: State, petId: number, tag: string): Step {
  const reply: Reply = { says: "updated", stocks: new Map([[petId, tag]]) };
  const isThere = state.stocks.get(petId) === tag;
  return { reply, state: isThere ? state : { ...state, stocks: new Map(state.stocks).set(petId, tag) } };
}

/** Only the result of an applied update is recorded. */
function keep({ reply, state }: Step, key: string, request: string): Step {
  if (reply.says !== "updated") return { reply, state };
  const made = new Map(state.made).set(key, { request, stocks: reply.stocks });
  return { reply, state: { ...state, made } };
}
