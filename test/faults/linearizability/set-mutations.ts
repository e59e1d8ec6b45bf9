// Mutations of histories: of change sets and undo.

import { hasNoEffect } from "./change-sets.ts";
import type { History } from "./history.ts";
import { answeredWith, pick, type Random, replaced, UNIQUE_FROM } from "./mutation.ts";

/** Takes one pet of an acknowledged change set, and shows it as before in a list or event that shows the rest of the set. */
export function tearSet(history: History, random: Random): History | undefined {
  const torn = answeredWith(history, "applied").flatMap(({ call }) => {
    const values =
      call.kind === "apply" ? call.changes.filter(({ quantity = 0 }) => quantity >= UNIQUE_FROM) : [];
    return answeredWith(history, "listed").flatMap((read) => {
      const shown = values.filter(({ petId, quantity }) =>
        read.answer.stocks.get(petId)?.startsWith(`${quantity}-`),
      );
      return shown.length < 2 ? [] : [{ read, petId: shown[0]!.petId }];
    });
  });
  const one = pick(torn, random);
  if (one === undefined) return undefined;
  const before = history.initial.get(one.petId)!;
  const stocks = new Map(one.read.answer.stocks).set(one.petId, before);
  return replaced(history, one.read, { answer: { ...one.read.answer, stocks } });
}

/** Removes an acknowledged change set or undo, but not what others saw of it. */
export function forgetSet(history: History, random: Random): History | undefined {
  const one = pick(
    answeredWith(history, "applied").filter(({ answer }) => !hasNoEffect(answer)),
    random,
  );
  if (one === undefined) return undefined;
  return { ...history, operations: history.operations.filter((each) => each !== one) };
}

/** Acknowledges an undo that was refused because pets had changed. */
export function undoChanged(history: History, random: Random): History | undefined {
  const one = pick(answeredWith(history, "changed_since"), random);
  if (one?.call.kind !== "undo" || one.call.dryRun === true) return undefined;
  const report = `+0 ~${one.answer.stocks.size} -0 =0`;
  return replaced(history, one, { answer: { says: "applied", stocks: new Map(), report } });
}
