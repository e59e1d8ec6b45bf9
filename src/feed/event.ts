// The text of server-sent events (WHATWG HTML, section 9.2.6). All of it is ASCII.

import { errorBody } from "../contract/errors.ts";

/** A comment: shows clients and proxies that the stream is alive. */
export const HEARTBEAT = new TextEncoder().encode(":\n\n");

/** An empty line dispatches the event. */
export const EVENT_END = "\n\n";

/** The start of an event `changes`; one line of data follows, then EVENT_END. */
export function eventStart(id: string): string {
  return `event: changes\nid: ${id}\ndata: `;
}

/** The message of `position_gone`, and of the event `gone`. */
export const GONE_MESSAGE =
  "The position is not in the history of this inventory, or too many pets have changed since. Read the list with GET /v1/inventory, then go on from its ETag.";

/**
 * The last event of a stream whose position is no longer in the history. It has data, since an event without data is not
 * dispatched; and no id, so that a client that reconnects all the same sends its last position, and gets `position_gone`.
 */
export const GONE = new TextEncoder().encode(
  `event: gone\ndata: ${JSON.stringify(errorBody("position_gone", GONE_MESSAGE))}${EVENT_END}`,
);
