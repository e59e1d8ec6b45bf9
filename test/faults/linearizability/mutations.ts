// Lies, told of histories that are true: each takes one and gives it back with an answer that somebody else got, or at
// another time. Nearly all of them are impossible then, and the checker must see it.

import { type Call, type History, isTold, type Operation, type Says, type Told } from "./history.ts";

type Random = () => number;
/** Undefined where the history offers nothing to lie about. */
type Mutation = (history: History, random: Random) => History | undefined;

type Answered = Omit<Operation, "answer"> & { readonly answer: Told };

/** One list is answered with another one's list. */
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

/** A list is asked for only after everything was answered, and tells what it told. */
function delayList(history: History, random: Random): History | undefined {
  const end = Math.max(
    ...history.operations.map(({ answeredAt, sentAt }) =>
      Number.isFinite(answeredAt) ? answeredAt : sentAt,
    ),
  );
  const last = answeredWith(history, "listed").at(-1);
  const stale = answeredWith(history, "listed").filter(
    ({ answer }) => last !== undefined && textOf(answer) !== textOf(last.answer),
  );
  const one = pick(stale, random);
  return one === undefined ? undefined : replaced(history, one, { sentAt: end + 1, answeredAt: end + 2 });
}

/** One pet in a list is as it was in another list. */
function mixLists(history: History, random: Random): History | undefined {
  const lists = answeredWith(history, "listed");
  const [one, other] = [pick(lists, random), pick(lists, random)];
  if (one === undefined || other === undefined) return undefined;
  const differing = [...one.answer.stocks.keys()].filter(
    (petId) => one.answer.stocks.get(petId) !== other.answer.stocks.get(petId),
  );
  const petId = pick(differing, random);
  if (petId === undefined) return undefined;
  const stocks = new Map(one.answer.stocks).set(petId, other.answer.stocks.get(petId)!);
  return replaced(history, one, { answer: { ...one.answer, stocks } });
}

/** Of two who wanted the same, both were told to have won. */
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

/** Of a guarded update: its pet and its only tag, where that is no value that comes back. */
function guardOf(call: Call): string | undefined {
  if (call.kind !== "update" || call.once !== undefined || !Array.isArray(call.ifMatch)) return undefined;
  return call.ifMatch.length === 1 && /^\d{4}/.test(call.ifMatch[0])
    ? `${call.petId} ${call.ifMatch[0]}`
    : undefined;
}

/** An acknowledged update was never sent. */
function forget(history: History, random: Random): History | undefined {
  const seen = answeredWith(history, "updated").filter(({ answer }) => isListed(history, answer));
  const one = pick(seen, random);
  if (one === undefined) return undefined;
  return { ...history, operations: history.operations.filter((each) => each !== one) };
}

/** A replay is told as if it had happened anew. */
function applyTwice(history: History, random: Random): History | undefined {
  const one = pick(answeredWith(history, "replayed"), random);
  return one === undefined
    ? undefined
    : replaced(history, one, { answer: { ...one.answer, says: "updated" } });
}

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "lists swapped": swapLists,
  "a list delayed": delayList,
  "lists mixed": mixLists,
  "two win": letLoserWin,
  "an update forgotten": forget,
  "a replay applied": applyTwice,
};

function answeredWith({ operations }: History, says: Says): readonly Answered[] {
  return operations.filter((each): each is Answered => isTold(each.answer) && each.answer.says === says);
}

function isListed(history: History, { stocks }: Told): boolean {
  const [[petId, tag]] = [...stocks] as [[number, string]];
  return answeredWith(history, "listed").some(({ answer }) => answer.stocks.get(petId) === tag);
}

function replaced(history: History, one: Operation, what: Partial<Operation>): History {
  const operations = history.operations.map((each) => (each === one ? { ...each, ...what } : each));
  return { ...history, operations: operations.toSorted((a, b) => a.sentAt - b.sentAt) };
}

function textOf({ stocks }: Told): string {
  return [...stocks].join();
}

function pick<T>(from: readonly T[], random: Random): T | undefined {
  return from[Math.floor(random() * from.length)];
}
