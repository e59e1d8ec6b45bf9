// Mutations of real histories: each gives a call the answer of another call, or of another time. Nearly all results are
// impossible, and the checker must refuse them.

import type { Call, History, Reply } from "./history.ts";
import { answeredWith, type Mutation, pick, type Random, replaced, textOf, UNIQUE_FROM } from "./mutation.ts";
import { delayLabels, mixLabels, tearLabel } from "./label-mutations.ts";
import { forgetSet, tearSet, undoChanged } from "./set-mutations.ts";
import { showRefused, skipChange, swapEvents } from "./stream-mutations.ts";

/** Gives one list call the answer of another. */
function swapLists(history: History, random: Random): History | undefined {
  const lists = answeredWith(history, "listed");
  const one = pick(lists, random);
  const other = pick(
    lists.filter(({ answer }) => one !== undefined && textOf(answer) !== textOf(one.answer)),
    random,
  );
  if (one === undefined || other === undefined) return undefined;
  return replaced(history, one, { answer: other.answer });
}

/** Moves a list call, with its answer, behind all other operations. */
function delayList(history: History, random: Random): History | undefined {
  const end = Math.max(
    ...history.operations.map(({ answeredAt, sentAt }) =>
      Number.isFinite(answeredAt) ? answeredAt : sentAt,
    ),
  );
  const last = answeredWith(history, "listed").at(-1);
  const stale = answeredWith(history, "listed").filter(
    ({ answer, call }) =>
      call.kind === "list" && last !== undefined && textOf(answer) !== textOf(last.answer),
  );
  const one = pick(stale, random);
  return one === undefined ? undefined : replaced(history, one, { sentAt: end + 1, answeredAt: end + 2 });
}

/** Gives one pet of a list its state from another list. */
function mixLists(history: History, random: Random): History | undefined {
  const lists = answeredWith(history, "listed");
  const [one, other] = [pick(lists, random), pick(lists, random)];
  if (one === undefined || other === undefined) return undefined;
  const differing = [...one.answer.stocks.keys()].filter(
    (petId) => one.answer.stocks.get(petId) !== other.answer.stocks.get(petId),
  );
  const petId = pick(differing, random);
  if (petId === undefined) return undefined;
  const stocks = new Map(one.answer.stocks);
  const tag = other.answer.stocks.get(petId);
  if (tag === undefined) stocks.delete(petId);
  else stocks.set(petId, tag);
  return replaced(history, one, { answer: { ...one.answer, stocks } });
}

/** Acknowledges both of two guarded updates with the same precondition. */
function letLoserWin(history: History, random: Random): History | undefined {
  const wonTags = answeredWith(history, "updated").flatMap(({ call }) => guardOf(call) ?? []);
  const losers = answeredWith(history, "precondition_failed").filter(({ call }) => {
    const guard = guardOf(call);
    return guard !== undefined && wonTags.includes(guard);
  });
  const loser = pick(losers, random);
  if (loser?.call.kind !== "update") return undefined;
  const { petId, quantity } = loser.call;
  const tag = loser.answer.stocks.get(petId)!.replace(/^\d+/, String(quantity));
  return replaced(history, loser, { answer: { says: "updated", stocks: new Map([[petId, tag]]) } });
}

/** The pet and the only tag of a guarded update; undefined if the value may be set more than once. */
function guardOf(call: Call): string | undefined {
  if (call.kind !== "update" || call.once !== undefined || !Array.isArray(call.ifMatch)) return undefined;
  return call.ifMatch.length === 1 && /^\d{4}/.test(call.ifMatch[0])
    ? `${call.petId} ${call.ifMatch[0]}`
    : undefined;
}

/** Removes an acknowledged update. */
function forget(history: History, random: Random): History | undefined {
  const seen = answeredWith(history, "updated").filter(({ answer }) => isListed(history, answer));
  const one = pick(seen, random);
  if (one === undefined) return undefined;
  return { ...history, operations: history.operations.filter((each) => each !== one) };
}

/** Answers a replay as if it had been applied again. */
function applyTwice(history: History, random: Random): History | undefined {
  const one = pick(answeredWith(history, "replayed"), random);
  if (one === undefined) return undefined;
  const says = one.call.kind === "apply" ? "applied" : "updated";
  return replaced(history, one, { answer: { ...one.answer, says } });
}

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "lists swapped": swapLists,
  "a list delayed": delayList,
  "lists mixed": mixLists,
  "two win": letLoserWin,
  "an update forgotten": forget,
  "a replay applied": applyTwice,
  "a set torn": tearSet,
  "a set forgotten": forgetSet,
  "changes undone": undoChanged,
  "events swapped": swapEvents,
  "a change skipped": skipChange,
  "a refusal shown": showRefused,
  "labels delayed": delayLabels,
  "labels mixed": mixLabels,
  "a label torn": tearLabel,
};

/** Whether a list shows what only this update can have made. */
function isListed(history: History, { stocks }: Reply): boolean {
  const [[petId, tag]] = [...stocks] as [[number, string]];
  if (Number.parseInt(tag) < UNIQUE_FROM) return false;
  return answeredWith(history, "listed").some(({ answer }) => answer.stocks.get(petId) === tag);
}
