// listChanges: what differs from a position, once as JSON, or as a stream of server-sent events that goes on with each later
// change.

import { parsePositionTag } from "../contract/position-tag.ts";
import { DifferenceReaders } from "../feed/difference-readers.ts";
import type { Feed } from "../feed/feed.ts";
import { GONE_MESSAGE } from "../feed/event.ts";
import { ApiError } from "../http/api-error.ts";
import type { Authenticate } from "../http/authenticate.ts";
import type { Listener } from "../http/client-address.ts";
import type { Downloads } from "../http/downloads.ts";
import { NO_STORE, type Operation, type Reply } from "../http/operation.ts";
import type { KeyRecord } from "../inventory/key-store.ts";
import type { Metrics } from "../inventory/metrics.ts";
import type { Log } from "../inventory/log.ts";
import type { Position } from "../inventory/position.ts";
import { WHOLE_BYTES_MAX } from "../snapshot/paged-body.ts";
import type { ReaderMemory } from "../snapshot/reader-memory.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { prefers } from "../http/media-type.ts";
import { JSON_HEADERS, jsonReply } from "./json-body.ts";
import { queryOf } from "./query.ts";

export interface ChangesPorts {
  readonly authenticate: Authenticate;
  readonly feed: Pick<Feed, "open" | "since">;
  readonly downloads: Downloads;
  /** Memory for large differences, which slow readers may hold. */
  readonly readerMemory: ReaderMemory;
  /** Knows the current position. */
  readonly snapshot: Pick<Snapshot, "current">;
  readonly log: Log;
  readonly metrics: Metrics;
}

export function changes({ authenticate, feed, snapshot, downloads, ...ports }: ChangesPorts): Operation {
  const readers = new DifferenceReaders(ports);
  return async (request, _, listener) => {
    const key = await authenticate(request, listener);
    const { since, actors } = queryOf(request, "listChanges");
    const known = since === undefined ? undefined : positionOf(since, "since", "invalid_query");
    if (!prefers(request.headers.get("Accept"), "text/event-stream"))
      return known === undefined
        ? nothingSince(snapshot, actors)
        : jsonSince(known, { key, request, actors, feed, readers, downloads });
    const lastEventId = request.headers.get("Last-Event-ID");
    // An empty one means that there was no event yet (WHATWG HTML, section 9.2.4).
    const last = lastEventId ? positionOf(lastEventId, "Last-Event-ID", "invalid_header") : known;
    const from = last ?? (await snapshot.current()).position;
    return openStream(from, { feed, key, request, actors, listener });
  };
}

/** Throws `invalid_query` or `invalid_header`. */
function positionOf(text: string, name: string, code: "invalid_query" | "invalid_header"): Position {
  const position = parsePositionTag(text);
  if (position !== undefined) return position;
  const got = JSON.stringify(text.slice(0, 80));
  const example = 'the ETag of a list, such as W/"42-1f0c9be2a7d34c55"';
  throw new ApiError(code, `${name} must be a position, ${example}; got ${got}.`);
}

async function nothingSince(snapshot: ChangesPorts["snapshot"], actors: boolean): Promise<Reply> {
  const { etag: position } = await snapshot.current();
  const nothing = { position, items: [], removed: [], labels: [], unlabeled: [] };
  return jsonReply(actors ? { ...nothing, actors: [] } : nothing);
}

interface Asked {
  readonly key: KeyRecord;
  readonly request: Request;
  /** Whether the answer names who made the changes. */
  readonly actors: boolean;
}

interface JsonSource extends Asked, Pick<ChangesPorts, "feed" | "downloads"> {
  readonly readers: DifferenceReaders;
}

async function jsonSince(
  known: Position,
  { key, request, actors, feed, readers, downloads }: JsonSource,
): Promise<Reply> {
  const difference = await feed.since(known, { keyId: key.id, signal: request.signal, actors });
  if (difference === "gone") throw new ApiError("position_gone", GONE_MESSAGE);
  const { json: bytes } = difference;
  const body =
    bytes.length > WHOLE_BYTES_MAX
      ? downloads.body(key, readers.piecesOf(difference))
      : { bytes, blob: new Blob([bytes]) };
  return { headers: JSON_HEADERS, body };
}

interface Opening extends Asked {
  readonly feed: Pick<Feed, "open">;
  readonly listener: Listener;
}

const STREAM_HEADERS = {
  "Content-Type": "text/event-stream",
  "X-Content-Type-Options": "nosniff",
  ...NO_STORE,
  // nginx would otherwise hold events back until its buffer is full.
  "X-Accel-Buffering": "no",
} as const;

async function openStream(from: Position, { feed, key, request, actors, listener }: Opening): Promise<Reply> {
  if (request.method === "HEAD") return { headers: STREAM_HEADERS };
  const opened = await feed.open(from, { key, signal: request.signal, actors });
  switch (opened) {
    case "gone":
      throw new ApiError("position_gone", GONE_MESSAGE);
    case "streams":
      throw limitReached(
        "overloaded",
        "This server has reached its limit of open streams (--streams-limit).",
      );
    case "key_streams":
      throw limitReached(
        "rate_limited",
        `The API key "${key.name}" has reached its limit of open streams (--key-streams-limit).`,
      );
    default:
      // The runtime counts the time from the request on, not from the last event.
      listener.timeout(request, 0);
      return { headers: STREAM_HEADERS, body: { stream: opened } };
  }
}

/** Places become free when other clients leave. */
function limitReached(code: "overloaded" | "rate_limited", problem: string): ApiError {
  const advice = "Close a stream, or try again after the time in Retry-After.";
  return new ApiError(code, `${problem} ${advice}`, { "Retry-After": "5" });
}
