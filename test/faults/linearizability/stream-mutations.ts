// Mutations of histories: of the events of streams.

import type { History } from "./history.ts";
import { type Answered, answeredWith, pick, type Random, replaced, textOf, UNIQUE_FROM } from "./mutation.ts";

/** Swaps two consecutive events of the stream: it goes back. */
export function swapEvents(history: History, random: Random): History | undefined {
  const events = eventsOf(history);
  const pairs = events.slice(1).flatMap((after, index) => {
    const before = events[index]!;
    return textOf(before.answer) === textOf(after.answer) ? [] : [{ before, after }];
  });
  const one = pick(pairs, random);
  if (one === undefined) return undefined;
  const swapped = replaced(history, one.before, { answer: one.after.answer });
  return replaced(swapped, one.after, { answer: one.before.answer });
}

/** The stream lacks a change of a pet until the pet's next change, and meanwhile shows a change that was sent after it. */
export function skipChange(history: History, random: Random): History | undefined {
  const events = eventsOf(history);
  const one = pick(
    events.slice(1).flatMap((event, index) => changesIn(event, events[index]!)),
    random,
  );
  if (one === undefined) return undefined;
  const { petId, before, tag } = one;
  const maker = makerOf(history, petId, tag);
  const lacking = runOf(events, one);
  const isLater = (shown: Answered) =>
    [...shown.answer.stocks].some(
      ([other, otherTag]) => (makerOf(history, other, otherTag)?.sentAt ?? 0) > maker!.answeredAt,
    );
  if (maker === undefined || !lacking.some(isLater)) return undefined;
  return lacking.reduce((lie, event) => {
    const stocks = new Map(event.answer.stocks).set(petId, before);
    return replaced(lie, event, { answer: { ...event.answer, stocks } });
  }, history);
}

interface Shown {
  readonly event: Answered;
  readonly petId: number;
  readonly before: string;
  readonly tag: string;
}

/** The pets in which an event differs from the event before it. */
function changesIn(event: Answered, previous: Answered): readonly Shown[] {
  return [...event.answer.stocks].flatMap(([petId, tag]) => {
    const before = previous.answer.stocks.get(petId);
    return before === undefined || before === tag ? [] : [{ event, petId, before, tag }];
  });
}

/** The events that show the same change, up to the pet's next one. */
function runOf(events: readonly Answered[], { event, petId, tag }: Shown): readonly Answered[] {
  const from = events.slice(events.indexOf(event));
  const end = from.findIndex(({ answer }) => answer.stocks.get(petId) !== tag);
  return from.slice(0, end < 0 ? undefined : end);
}

/** The acknowledged update that gave a pet this tag; undefined if other calls may give the same one. */
function makerOf(history: History, petId: number, tag: string): Answered | undefined {
  if (Number.parseInt(tag) < UNIQUE_FROM) return undefined;
  return answeredWith(history, "updated").find(({ answer }) => answer.stocks.get(petId) === tag);
}

/** An event shows what was refused, and so never committed. */
export function showRefused(history: History, random: Random): History | undefined {
  const refused = answeredWith(history, "precondition_failed").filter(({ call }) => call.kind === "update");
  const [loser, event] = [pick(refused, random), pick(eventsOf(history), random)];
  if (loser?.call.kind !== "update" || event === undefined) return undefined;
  const { petId, quantity } = loser.call;
  if (quantity < UNIQUE_FROM) return undefined;
  const stocks = new Map(event.answer.stocks).set(petId, `${quantity}-available`);
  return replaced(history, event, { answer: { ...event.answer, stocks } });
}

/** In the order of the stream. */
function eventsOf(history: History): readonly Answered[] {
  return answeredWith(history, "listed")
    .filter(({ call }) => call.kind === "event")
    .toSorted((a, b) => a.answeredAt - b.answeredAt);
}
