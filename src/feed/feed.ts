// The change feed: the open streams, and the rounds that bring each of them from its position to now. A stream is asked again only
// when its reader has taken the last event, so no change waits in a queue.

import type { KeyEndings } from "../keys/key-endings.ts";
import type { KeyRecord } from "../inventory/key-store.ts";
import { type Metrics, noMetrics, type StreamEnd } from "../inventory/metrics.ts";
import { steadyClock } from "../inventory/clock.ts";
import type { Log } from "../inventory/log.ts";
import { isStillAt, type Position } from "../inventory/position.ts";
import { BlockedStreams } from "./blocked-streams.ts";
import {
  type ChangesSource,
  type DifferenceOptions,
  type DifferenceOrGone,
  type DifferenceRequest,
  Differences,
} from "./differences.ts";
import { HEARTBEAT } from "./event.ts";
import { HEARTBEAT_SLOTS, LiveSigns } from "./live-signs.ts";
import { OpenStream, type StreamListener } from "./open-stream.ts";
import { Pace } from "./pace.ts";
import { type LimitReached, StreamSlots, type StreamLimits } from "./stream-slots.ts";

/** Sending to a thousand streams takes longer; requests run between two slices. */
const SLICE_MS = 1;
/** At least between two rounds, so that one event has the changes of several groups. */
const ROUND_REST_MS = 5;

export interface FeedOptions extends StreamLimits {
  readonly store: ChangesSource;
  /** Ends the streams of a key that was revoked or has expired. */
  readonly endings: KeyEndings;
  /**
   * Throws a StoreError: `retired` or `unusable` where the database is no longer the live one. Its streams end then; without that
   * they would send comments for ever, while the inventory changes elsewhere. `unavailable`: no comments until it is back.
   */
  readonly ensureLive: () => Promise<void>;
  /** Whether updates wait for their commit: they go first. */
  readonly isBusy: () => boolean;
  /** How often to look for commits of other processes while any stream is open. */
  readonly lookIntervalMs: number;
  readonly log: Log;
  readonly metrics?: Metrics;
  readonly heartbeatMs?: number;
  /** Events kept in memory for readers that have stopped. */
  readonly heldBytesMax?: number;
}

interface StreamRequest extends Pick<DifferenceRequest, "signal">, DifferenceOptions {
  readonly key: KeyRecord;
}

/** A stream whose first difference is being read. */
interface Opening extends Required<DifferenceOptions> {
  readonly key: KeyRecord;
  /** Number of the feed's wakes when the reading began: a later one may be for a commit that the difference does not have. */
  readonly wakes: number;
  /** Gives its slot back. */
  readonly free: () => void;
}

export class Feed implements StreamListener {
  readonly #options: FeedOptions;
  readonly #metrics: Metrics;
  readonly #differences: Differences;
  readonly #slots: StreamSlots;
  readonly #blocked: BlockedStreams;
  readonly #pace: Pace;
  /** With the end of the watch over its key. */
  readonly #streams = new Map<OpenStream, () => void>();
  readonly #signs: LiveSigns;
  #looking: ReturnType<typeof setInterval> | undefined;
  #opened = 0;
  #wakes = 0;
  #isRunning = false;
  /** Another round is wanted. */
  #isWoken = false;
  /** The last reading failed. */
  #isFailing = false;
  #isEnded = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#metrics = options.metrics ?? noMetrics;
    this.#differences = new Differences(options.store);
    this.#pace = new Pace(options);
    this.#slots = new StreamSlots(options);
    this.#blocked = new BlockedStreams(options.heldBytesMax);
    const { ensureLive, heartbeatMs } = options;
    const onHeartbeat = (slot: number) => this.#beat(slot);
    this.#signs = new LiveSigns({
      ensureLive,
      heartbeatMs,
      onHeartbeat,
      onSuperseded: () => this.#endAll("gone"),
    });
  }

  /** Number of open streams. */
  get count(): number {
    return this.#slots.taken;
  }

  /** Number of streams that may be open. */
  get limit(): number {
    return this.#options.streamsLimit;
  }

  /** The difference from `position` to now. Throws a StoreError, also where the database is no longer the live one. */
  async since(
    position: Position,
    { actors = false, ...request }: DifferenceRequest & DifferenceOptions,
  ): Promise<DifferenceOrGone> {
    await this.#options.ensureLive();
    return this.#differences.since(position, request, { actors });
  }

  /** The body of a new stream, which begins with the difference from `since` to now. Throws a StoreError. */
  async open(
    since: Position,
    { key, signal, actors = false }: StreamRequest,
  ): Promise<ReadableStream | LimitReached | "gone"> {
    await this.#options.ensureLive();
    const limit = this.#slots.take(key.id);
    if (limit !== undefined) return limit;
    const opening = { key, actors, wakes: this.#wakes, free: () => this.#slots.free(key.id) };
    try {
      const first = await this.#differences.since(since, { keyId: key.id, signal }, { actors });
      return this.#start(first, opening);
    } catch (error) {
      opening.free();
      throw error;
    }
  }

  /** This process has committed, or a stream that was passed over can take an event. */
  wake(): void {
    this.#wakes += 1;
    if (this.#streams.size === 0) return;
    this.#isWoken = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    // After the responses of the commit.
    setImmediate(() => void this.#run());
  }

  /**
   * Completes all streams, `gone` with that event; one that is opened from now on is completed at once. `gone`: the database is no
   * longer the live one, and this process ends.
   */
  end(reason: "shutdown" | "gone" = "shutdown"): void {
    this.#isEnded = true;
    this.#endAll(reason);
  }

  onBlocked(stream: OpenStream): void {
    this.#blocked.add(stream);
  }

  onUnblocked(stream: OpenStream): void {
    this.#blocked.remove(stream, stream.sending);
  }

  onReady(): void {
    this.wake();
  }

  onEnd(stream: OpenStream, reason: StreamEnd, sending: Uint8Array | undefined): void {
    this.#streams.get(stream)?.();
    this.#streams.delete(stream);
    this.#slots.free(stream.key.id);
    this.#blocked.remove(stream, sending);
    this.#metrics.streamEnded(reason);
    if (this.#streams.size === 0) this.#stopTimers();
  }

  #start(first: DifferenceOrGone, { key, actors, wakes, free }: Opening): ReadableStream | "gone" {
    if (first === "gone") {
      free();
      return first;
    }
    this.#opened += 1;
    const stream = new OpenStream({
      first,
      actors,
      key,
      heartbeatSlot: this.#opened % HEARTBEAT_SLOTS,
      listener: this,
    });
    if (this.#streams.size === 0) this.#startTimers();
    this.#streams.set(
      stream,
      this.#options.endings.watch(key.id, () => stream.end("key")),
    );
    if (wakes !== this.#wakes) stream.passOver();
    this.#metrics.eventSent();
    if (this.#isEnded) stream.end("shutdown");
    return stream.body;
  }

  /** Rounds, until no further one is wanted. */
  async #run(): Promise<void> {
    while (this.#isWoken) {
      this.#isWoken = false;
      const restMs = await this.#attemptRound();
      await rest(Math.max(ROUND_REST_MS, restMs));
    }
    this.#isRunning = false;
  }

  /** A failure ends no stream: the next look tries again. Only the first of several failures is logged. */
  async #attemptRound(): Promise<number> {
    try {
      const restMs = await this.#round();
      this.#isFailing = false;
      return restMs;
    } catch (error) {
      if (!this.#isFailing) this.#options.log.warn("changes_not_read", { cause: String(error) });
      this.#isFailing = true;
      return 0;
    }
  }

  /** Brings each stream to now, in slices. Gives how long to rest after the last one. */
  async #round(): Promise<number> {
    // Streams with and without actors get different ones.
    const known = {
      named: new Map<Position, DifferenceOrGone>(),
      plain: new Map<Position, DifferenceOrGone>(),
    };
    let bytes = 0;
    let startedAt = steadyClock.now();
    for (const stream of this.#streams.keys()) {
      if (stream.sending !== undefined) {
        stream.passOver();
        continue;
      }
      const { position: from, actors } = stream;
      const made = actors ? known.named : known.plain;
      let difference = made.get(from);
      if (difference === undefined) {
        const reading = this.#differences.since(from, undefined, { actors });
        const waitsFrom = steadyClock.now();
        difference = reading instanceof Promise ? await reading : reading;
        startedAt += steadyClock.now() - waitsFrom;
        made.set(from, difference);
        if (difference !== "gone") bytes = Math.max(bytes, difference.event.length);
      }
      this.#deliver(stream, difference);
      const spentMs = steadyClock.now() - startedAt;
      if (spentMs < SLICE_MS) continue;
      await rest(this.#pace.restAfter(spentMs, bytes));
      startedAt = steadyClock.now();
    }
    return this.#pace.restAfter(steadyClock.now() - startedAt, bytes);
  }

  #deliver(stream: OpenStream, difference: DifferenceOrGone): void {
    if (stream.isEnded) return;
    if (difference === "gone") stream.end("gone");
    else if (!isStillAt(difference.position, stream.position)) {
      stream.send(difference);
      this.#metrics.eventSent();
    }
  }

  #startTimers(): void {
    this.#signs.start();
    this.#looking = setInterval(() => this.wake(), this.#options.lookIntervalMs);
    this.#looking.unref();
  }

  #stopTimers(): void {
    this.#signs.stop();
    clearInterval(this.#looking);
  }

  #beat(slot: number): void {
    if (this.#isFailing) return;
    for (const stream of this.#streams.keys()) if (stream.heartbeatSlot === slot) stream.sendAside(HEARTBEAT);
  }

  #endAll(reason: StreamEnd): void {
    for (const stream of this.#streams.keys()) stream.end(reason);
  }
}

/** 0: only until other work of the event loop is done. */
function rest(ms: number): Promise<void> {
  return new Promise((resolve) => (ms === 0 ? setImmediate(resolve) : setTimeout(resolve, ms)));
}
