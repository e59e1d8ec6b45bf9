// The service's contract as a state machine that does one call at a time. Written from the contract, not from the code.

import {
  type Applied,
  applyChanges,
  guardOf,
  type Moved,
  type Pets,
  putNames,
  reverseChanges,
} from "./change-sets.ts";
import type { Apply, Call, Reply, Stocks, Tag, Undo, Update } from "./history.ts";

/** The first result of an Idempotency-Key. */
interface Made {
  readonly request: string;
  readonly reply: Reply;
}

/** A call that changes nothing leaves the very same state. */
export interface State extends Pets {
  /** By Idempotency-Key. */
  readonly made: ReadonlyMap<string, Made>;
  /** The movements of operations that are undone later, by their ids. */
  readonly moved: ReadonlyMap<string, readonly Moved[]>;
  /** Which of these operations changed a pet last; absent if it was another one. */
  readonly last: ReadonlyMap<number, string>;
  /** The same of its label, where it has one. */
  readonly named: ReadonlyMap<number, string>;
}

export interface Step {
  readonly reply: Reply;
  readonly state: State;
}

const NOTHING: Stocks = new Map();

export function stateOf(stocks: Stocks): State {
  const none = new Map<never, never>();
  return { stocks, labels: none, made: none, moved: none, last: none, named: none };
}

/** Two states with one name are the same. */
export function nameOf({ stocks, labels, made, moved, last, named }: State): string {
  const results = [...made].map(([key, { request, reply }]) => `${key}=${request}>${textOf(reply)}`);
  const movements = [...moved].map(
    ([id, each]) =>
      `${id}:${each.map(({ before, after, label }) => `${before}>${after} ${label?.before}>${label?.after}`)}`,
  );
  const maps = [stocks, labels, last, named].map(sorted);
  return [...maps, results.toSorted(), movements.toSorted()].join(" ");
}

function textOf({ report, stocks }: Reply): string {
  return `${report} ${[...stocks]}`;
}

function sorted(map: ReadonlyMap<number, string>): string {
  return [...map].toSorted(([a], [b]) => a - b).join();
}

/** `id`: of the operation, if another one undoes it. */
export function step(state: State, call: Call, id?: string): Step {
  const { stocks, labels } = state;
  if (call.kind === "list") return { reply: { says: "listed", stocks }, state };
  if (call.kind === "event") return { reply: { says: "listed", stocks, labels }, state };
  if (call.kind === "labels") return { reply: { says: "labelled", stocks: NOTHING, labels }, state };
  if (call.kind === "put") return move(state, putNames(state, call.names), { id, dryRun: false });
  if (call.kind === "set") return write(state, call.petId, `${call.quantity}-${call.status}`);
  if (call.kind === "undo") return undo(state, call, id);
  const once = call.kind === "apply" && call.dryRun ? undefined : call.once;
  if (once === undefined) return change(state, call, id);
  const known = state.made.get(once);
  const request = requestOf(call);
  if (known === undefined) return keep(change(state, call, id), once, request);
  if (known.request !== request) return { reply: { says: "mismatch", stocks: NOTHING }, state };
  return { reply: { ...known.reply, says: "replayed" }, state };
}

function requestOf(call: Update | Apply): string {
  if (call.kind === "apply") return JSON.stringify(call.changes);
  const { petId, quantity, ifMatch } = call;
  return `${petId} ${quantity} ${ifMatch}`;
}

function change(state: State, call: Update | Apply, id: string | undefined): Step {
  if (call.kind === "update") return update(state, call);
  return move(state, applyChanges(state, call.changes), { id, dryRun: call.dryRun });
}

function update(state: State, { petId, quantity, ifMatch = "*" }: Update): Step {
  const now = state.stocks.get(petId);
  if (now === undefined) return { reply: { says: "not_found", stocks: NOTHING }, state };
  if (ifMatch !== "*" && !ifMatch.includes(now)) {
    return { reply: { says: "precondition_failed", stocks: new Map([[petId, now]]) }, state };
  }
  return write(state, petId, now.replace(/^\d+/, String(quantity)));
}

function undo(state: State, { of, skipChanged, dryRun }: Undo, id: string | undefined): Step {
  const moved = state.moved.get(of) ?? [];
  const isChanged = (each: Moved) =>
    (guardOf(each) === "pet" ? state.last : state.named).get(each.petId) !== of;
  return move(state, reverseChanges(state, moved, { isChanged, skipChanged }), { id, dryRun });
}

function write(state: State, petId: number, tag: Tag): Step {
  const reply: Reply = { says: "updated", stocks: new Map([[petId, tag]]) };
  const before = state.stocks.get(petId);
  return {
    reply,
    state: before === tag ? state : moveAll(state, [{ petId, before, after: tag }], undefined),
  };
}

function move(
  state: State,
  { reply, moved }: Applied,
  { id, dryRun = false }: { id: string | undefined; dryRun: boolean | undefined },
): Step {
  if (dryRun) return { reply: reply.says === "applied" ? { ...reply, says: "previewed" } : reply, state };
  return { reply, state: moved.length === 0 ? state : moveAll(state, moved, id) };
}

function moveAll(state: State, moved: readonly Moved[], id: string | undefined): State {
  const [stocks, last] = [new Map(state.stocks), new Map(state.last)];
  const [labels, named] = [new Map(state.labels), new Map(state.named)];
  for (const { petId, after, label } of moved) {
    if (after === undefined) stocks.delete(petId);
    else stocks.set(petId, after);
    if (id === undefined) last.delete(petId);
    else last.set(petId, id);
    if (label === undefined) continue;
    put(labels, petId, label.after);
    put(named, petId, label.after === undefined ? undefined : id);
  }
  return {
    ...state,
    stocks,
    labels,
    last,
    named,
    moved: id === undefined ? state.moved : new Map(state.moved).set(id, moved),
  };
}

function put(map: Map<number, string>, petId: number, value: string | undefined): void {
  if (value === undefined) map.delete(petId);
  else map.set(petId, value);
}

/** Only the result of an applied change is recorded. */
function keep({ reply, state }: Step, key: string, request: string): Step {
  if (reply.says !== "updated" && reply.says !== "applied") return { reply, state };
  return { reply, state: { ...state, made: new Map(state.made).set(key, { request, reply }) } };
}
