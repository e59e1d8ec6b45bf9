// One stream of changes from the service: server-sent events, typed. It ends when its connection ends.

import { changesIn } from "./admin-answers.ts";
import { queryOf } from "./admin-requests.ts";
import type { ChangesSince } from "./admin-types.ts";
import type { Connection } from "./connection.ts";
import { PetstockError } from "./errors.ts";
import { EventStreamReader, type ServerEvent } from "./event-stream.ts";
import type { Answer } from "./exchange.ts";

export interface StreamOptions {
  /** Undefined: from now on. */
  readonly since: string | undefined;
  /** Ask who made the changes: they have `actors` then. */
  readonly actors?: boolean | undefined;
  /** The longest time without a sign of the service, in ms. Default 45,000. */
  readonly silenceMs?: number | undefined;
  /** Called with each sign of the service: events, and the comments between them. */
  readonly onAlive?: (() => void) | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The service answers at once. A proxy that collects the answer before it passes it on is noticed after this time. */
const FIRST_EVENT_MS = 10_000;
/** The service writes a comment every 15 s, also if nothing changes. */
const SILENCE_MS = 45_000;

/** The changes since the position, then each later change. Throws `position_gone` if the position is not in the history. */
export async function* openChanges(
  connection: Connection,
  { since, actors, silenceMs = SILENCE_MS, onAlive, timeoutMs = connection.timeoutMs, signal }: StreamOptions,
): AsyncGenerator<ChangesSince, void, undefined> {
  const request = {
    method: "GET",
    path: `/admin/v1/changes${queryOf({ since, actors })}`,
    headers: { Accept: "text/event-stream" },
  } as const;
  const answer = await connection.ask(request, { timeoutMs: Math.min(timeoutMs, FIRST_EVENT_MS), signal });
  let hasEvent = false;
  const waitMs = (): number => {
    onAlive?.();
    return hasEvent ? silenceMs : FIRST_EVENT_MS;
  };
  for await (const event of eventsOf(answer, waitMs)) {
    hasEvent = true;
    if (event.name === "gone") throw positionGone(answer);
    if (event.name === "changes") yield changesIn(answer, event.data);
  }
  if (!hasEvent) throw answer.error("broken_body", "the stream ended before its first event");
}

async function* eventsOf(answer: Answer, waitMs: () => number): AsyncGenerator<ServerEvent, void, undefined> {
  if (!answer.headers.get("Content-Type")?.startsWith("text/event-stream")) {
    answer.discard();
    throw answer.error("unexpected_answer", "the answer is not a stream of events");
  }
  const reader = new EventStreamReader();
  const decoder = new TextDecoder();
  for await (const chunk of answer.chunks(waitMs)) {
    yield* eventsIn(answer, reader, decoder.decode(chunk, { stream: true }));
  }
}

function eventsIn(answer: Answer, reader: EventStreamReader, text: string): ServerEvent[] {
  try {
    return reader.push(text);
  } catch (cause) {
    throw answer.error("unexpected_answer", String(cause), cause);
  }
}

/** The same error as that of a stream that is opened at such a position. */
function positionGone({ requestId }: Answer): PetstockError {
  const message = "the position is no longer in the history: read the list, and continue from its tag";
  return new PetstockError("position_gone", message, { status: 410, requestId });
}
