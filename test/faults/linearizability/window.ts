// The smallest part of a refused history that is refused as well: what a person has to look at.

import { check, onlyLooks } from "./checker.ts";
import { type History, isTold, type Operation, REFUSED, UNKNOWN } from "./history.ts";

/**
 * Whatever is left out makes it easier to explain what is left, so what is left is still a proof: the end, as if nobody had
 * waited for it; answers that tell of what is there and change nothing; and pets.
 */
export function smallestWindow(history: History): History {
  return withoutPets(withoutLooks(shortest(history)));
}

function isRefused(history: History): boolean {
  return check(history).kind === "refused";
}

function shortest(history: History): History {
  const moments = history.operations.map(({ answeredAt }) => answeredAt).filter(Number.isFinite);
  const beginnings = moments.toSorted((a, b) => a - b).map((moment) => until(history, moment));
  return beginnings.find(isRefused) ?? history;
}

/** The history as it stood in that moment. What was only looked at and told later is left out. */
function until({ initial, operations }: History, moment: number): History {
  const left = operations.flatMap((operation): readonly Operation[] => {
    const { answer, answeredAt, sentAt } = operation;
    if (sentAt > moment || answer === REFUSED) return [];
    if (answeredAt <= moment) return [operation];
    if (isTold(answer) && onlyLooks(answer)) return [];
    return [{ ...operation, answer: UNKNOWN, answeredAt: Number.POSITIVE_INFINITY }];
  });
  return { initial, operations: left.filter(({ answer, call }) => isTold(answer) || call.kind !== "list") };
}

function withoutLooks(history: History): History {
  const looks = history.operations.filter(({ answer }) => isTold(answer) && onlyLooks(answer));
  let left = history;
  for (const look of looks) {
    const less = { ...left, operations: left.operations.filter((each) => each !== look) };
    if (isRefused(less)) left = less;
  }
  return left;
}

function withoutPets(history: History): History {
  let left = history;
  for (const petId of history.initial.keys()) {
    const less = withoutPet(left, petId);
    if (isRefused(less)) left = less;
  }
  return left;
}

function withoutPet({ initial, operations }: History, petId: number): History {
  const without = (stocks: History["initial"]) => new Map([...stocks].filter(([each]) => each !== petId));
  const others = operations.filter(({ call }) => call.kind === "list" || call.petId !== petId);
  return {
    initial: without(initial),
    operations: others.map((operation) => {
      const { answer } = operation;
      return isTold(answer)
        ? { ...operation, answer: { ...answer, stocks: without(answer.stocks) } }
        : operation;
    }),
  };
}
