// Mutations of histories: of labels.

import { areEqual, type History, type Labels } from "./history.ts";
import { type Answered, answeredWith, pick, type Random, replaced, UNIQUE_FROM } from "./mutation.ts";

/** Moves a read of labels, with its answer, behind all other operations. */
export function delayLabels(history: History, random: Random): History | undefined {
  const reads = answeredWith(history, "labelled");
  const last = reads.at(-1);
  const one = pick(
    reads.filter((read) => last !== undefined && !areEqual(labelsOf(read), labelsOf(last))),
    random,
  );
  if (one === undefined) return undefined;
  const end = Math.max(
    ...history.operations.map(({ answeredAt, sentAt }) =>
      Number.isFinite(answeredAt) ? answeredAt : sentAt,
    ),
  );
  return replaced(history, one, { sentAt: end + 1, answeredAt: end + 2 });
}

/** Gives one pet of a read its label from another read. */
export function mixLabels(history: History, random: Random): History | undefined {
  const reads = answeredWith(history, "labelled");
  const [one, other] = [pick(reads, random), pick(reads, random)];
  if (one === undefined || other === undefined) return undefined;
  const differing = [...labelsOf(one).keys()].filter(
    (petId) => labelsOf(one).get(petId) !== labelsOf(other).get(petId),
  );
  const petId = pick(differing, random);
  return petId === undefined ? undefined : withLabel(history, one, petId, labelsOf(other).get(petId));
}

/** An event shows what an acknowledged change set did to a pet's stock, and not the label that it gave. */
export function tearLabel(history: History, random: Random): History | undefined {
  const torn = answeredWith(history, "applied").flatMap(({ call }) => {
    const changes = call.kind === "apply" ? call.changes : [];
    return changes.flatMap(({ petId, quantity = 0, label }) => {
      if (quantity < UNIQUE_FROM || typeof label !== "string") return [];
      const events = answeredWith(history, "listed").filter(
        ({ answer }) =>
          answer.labels?.get(petId) === label && answer.stocks.get(petId)?.startsWith(`${quantity}-`),
      );
      return events.map((event) => ({ event, petId }));
    });
  });
  const one = pick(torn, random);
  return one === undefined ? undefined : withLabel(history, one.event, one.petId, undefined);
}

function labelsOf({ answer }: Answered): Labels {
  return answer.labels ?? new Map();
}

function withLabel(history: History, read: Answered, petId: number, name: string | undefined): History {
  const labels = new Map(labelsOf(read));
  if (name === undefined) labels.delete(petId);
  else labels.set(petId, name);
  return replaced(history, read, { answer: { ...read.answer, labels } });
}
