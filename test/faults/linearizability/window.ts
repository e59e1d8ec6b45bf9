// The smallest part of a refused history that is refused as well: enough for a person to see the fault.

import { check, provesNoEffect } from "./checker.ts";
import { type Call, type History, isReply, onlyReads, type Operation, REFUSED, UNKNOWN } from "./history.ts";

/**
 * Removes operations from the end, operations that change nothing, and pets. Each removal only makes the rest easier to
 * order, so a rest that is still refused is still a proof.
 */
export function smallestWindow(history: History): History {
  return withoutPets(withoutIneffective(shortest(history)));
}

function isRefused(history: History): boolean {
  return check(history).kind === "refused";
}

function shortest(history: History): History {
  const moments = history.operations.map(({ answeredAt }) => answeredAt).filter(Number.isFinite);
  const beginnings = moments.toSorted((a, b) => a - b).map((moment) => until(history, moment));
  return beginnings.find(isRefused) ?? history;
}

/** The history as of that moment, without operations that change nothing and were answered later. */
function until({ initial, operations }: History, moment: number): History {
  const left = operations.flatMap((operation): readonly Operation[] => {
    const { answer, answeredAt, sentAt } = operation;
    if (sentAt > moment || answer === REFUSED) return [];
    if (answeredAt <= moment) return [operation];
    if (isReply(answer) && provesNoEffect(answer)) return [];
    return [{ ...operation, answer: UNKNOWN, answeredAt: Number.POSITIVE_INFINITY }];
  });
  return { initial, operations: left.filter(({ answer, call }) => isReply(answer) || !onlyReads(call)) };
}

function withoutIneffective(history: History): History {
  const ineffective = history.operations.filter(({ answer }) => isReply(answer) && provesNoEffect(answer));
  let left = history;
  for (const removed of ineffective) {
    const less = { ...left, operations: left.operations.filter((each) => each !== removed) };
    if (isRefused(less)) left = less;
  }
  return left;
}

function withoutPets(history: History): History {
  let left = history;
  // A change set without one of its pets would have another answer.
  const inSets = new Set(history.operations.flatMap(({ call }) => petsOfSet(call)));
  for (const petId of history.initial.keys()) {
    if (inSets.has(petId)) continue;
    const less = withoutPet(left, petId);
    if (isRefused(less)) left = less;
  }
  return left;
}

function withoutPet({ initial, operations }: History, petId: number): History {
  const without = (stocks: History["initial"]) => new Map([...stocks].filter(([each]) => each !== petId));
  const others = operations.filter(({ call }) => !("petId" in call) || call.petId !== petId);
  return {
    initial: without(initial),
    operations: others.map((operation) => {
      const { answer } = operation;
      return isReply(answer)
        ? { ...operation, answer: { ...answer, stocks: without(answer.stocks) } }
        : operation;
    }),
  };
}

function petsOfSet(call: Call): readonly number[] {
  if (call.kind === "put") return call.names.map(([petId]) => petId);
  return call.kind === "apply" ? call.changes.map(({ petId }) => petId) : [];
}
