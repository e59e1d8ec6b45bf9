// The memory that stalled readers hold is counted: each event once, and a piece for each reader. Beyond the cap the streams that
// have been blocked longest are cut off. With real stalled readers: slow-readers.test.ts.

import { expect, test } from "bun:test";
import { BlockedStreams } from "../../src/feed/blocked-streams.ts";
import { Difference } from "../../src/feed/difference.ts";
import { OpenStream, PIECE_BYTES } from "../../src/feed/open-stream.ts";
import type { StreamEnd } from "../../src/inventory/metrics.ts";
import { keyRecord } from "../store/keys-suite.ts";

const EVENT_BYTES = 1_000_000;
const KEY = keyRecord(1);

function differenceOf(revision: number): Difference {
  const text = { items: [`"${"x".repeat(EVENT_BYTES)}"`], removed: [], labels: [], unlabeled: [] };
  return Difference.of({ revision, nonce: String(revision).padStart(16, "0") }, text);
}

/** Streams whose reader takes nothing, so each keeps its first event. */
class Stalled {
  readonly ends: (readonly [stream: OpenStream, reason: StreamEnd])[] = [];
  readonly blocked: BlockedStreams;

  constructor(heldBytesMax: number) {
    this.blocked = new BlockedStreams(heldBytesMax);
  }

  add(first: Difference): OpenStream {
    const nothing = () => {};
    const onEnd = (ended: OpenStream, reason: StreamEnd, sending: Uint8Array | undefined) => {
      this.ends.push([ended, reason]);
      this.blocked.remove(ended, sending);
    };
    const listener = { onBlocked: nothing, onUnblocked: nothing, onReady: nothing, onEnd };
    const stream = new OpenStream({ first, actors: false, key: KEY, heartbeatSlot: 0, listener });
    this.blocked.add(stream);
    return stream;
  }
}

test("readers that keep one event share it, so only their pieces count", () => {
  const stalled = new Stalled(EVENT_BYTES + 1_000 + 10 * PIECE_BYTES);
  const shared = differenceOf(1);
  const streams = Array.from({ length: 10 }, () => stalled.add(shared));
  expect(stalled.ends).toEqual([]);
  stalled.add(shared);
  expect(stalled.ends).toEqual([[streams[0]!, "slow"]]);
});

test("of readers that keep different events the one that is blocked longest is cut off, and its bytes are free again", () => {
  const stalled = new Stalled(3.5 * EVENT_BYTES);
  const streams = Array.from({ length: 6 }, (_, revision) => stalled.add(differenceOf(revision + 1)));
  expect(stalled.ends).toEqual(streams.slice(0, 3).map((stream) => [stream, "slow"]));
});

test("a reader that reads again costs nothing", () => {
  const stalled = new Stalled(2.5 * EVENT_BYTES);
  for (let revision = 1; revision <= 20; revision++) {
    const stream = stalled.add(differenceOf(revision));
    stalled.blocked.remove(stream, stream.sending);
  }
  expect(stalled.ends).toEqual([]);
});
