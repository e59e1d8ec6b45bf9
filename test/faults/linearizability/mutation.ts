// The common part of the mutations of histories.

import { type History, isReply, type Operation, type Reply, type Says } from "./history.ts";

export type Random = () => number;
/** Undefined if the history has nothing that this mutation can change. */
export type Mutation = (history: History, random: Random) => History | undefined;

/** No two calls send the same quantity from here on. */
export const UNIQUE_FROM = 10_000;

export type Answered = Omit<Operation, "answer"> & { readonly answer: Reply };

export function answeredWith({ operations }: History, says: Says): readonly Answered[] {
  return operations.filter((each): each is Answered => isReply(each.answer) && each.answer.says === says);
}

export function replaced(history: History, one: Operation, what: Partial<Operation>): History {
  const operations = history.operations.map((each) => (each === one ? { ...each, ...what } : each));
  return { ...history, operations: operations.toSorted((a, b) => a.sentAt - b.sentAt) };
}

export function textOf({ stocks }: Reply): string {
  return [...stocks].toSorted(([a], [b]) => a - b).join();
}

export function pick<T>(from: readonly T[], random: Random): T | undefined {
  return from[Math.floor(random() * from.length)];
}
