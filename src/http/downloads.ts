// The large bodies that are being sent: at most some to each API key, none to a reader that is too slow, and none to a key that has
// ended. They do not count as requests in flight, so that readers of one key never take the places of others.

import { KeySlots } from "../inventory/key-slots.ts";
import type { KeyRecord } from "../inventory/key-store.ts";
import { type Metrics, noMetrics } from "../inventory/metrics.ts";
import { steadyClock, type TimerClock, type Timeout } from "../inventory/clock.ts";
import type { Log } from "../inventory/log.ts";
import type { KeyEndings } from "../keys/key-endings.ts";
import type { Pieces } from "../snapshot/pieces.ts";
import { ApiError } from "./api-error.ts";
import { Download } from "./download.ts";
import type { DeferredBody } from "./operation.ts";
import { BYTES_PER_S_MIN, MinimumRate } from "./minimum-rate.ts";

/** Short beside the time that a reader may be behind. */
const CHECK_INTERVAL_MS = 5_000;
/**
 * Bytes that the sockets take at once are sent without a pause, some megabytes to each reader. So requests run after so many
 * pieces, which take some milliseconds. Counting is cheaper than looking at a clock, which also counts the time of requests.
 */
const SLICE_PIECES = 64;

export interface DownloadsOptions {
  /** Limit of each API key. */
  readonly keyDownloadsLimit: number;
  /** Limit of all together: each takes a file descriptor. Default: none. */
  readonly downloadsLimit?: number;
  readonly endings: Pick<KeyEndings, "watch">;
  readonly log: Log;
  readonly metrics?: Metrics;
  readonly clock?: TimerClock;
  readonly slicePieces?: number;
}

export class Downloads {
  readonly #slots: KeySlots;
  readonly #downloadsLimit: number;
  readonly #endings: Pick<KeyEndings, "watch">;
  readonly #log: Log;
  readonly #metrics: Metrics;
  readonly #clock: TimerClock;
  readonly #slicePieces: number;
  /** Each with the end of its watch. */
  readonly #open = new Map<Download, () => void>();
  #timer: Timeout | undefined;
  #piecesTaken = 0;
  /** Pieces of this slice. */
  #sent = 0;
  #nextSlice: Promise<void> | undefined;

  constructor({ keyDownloadsLimit, endings, log, metrics = noMetrics, ...options }: DownloadsOptions) {
    this.#slots = new KeySlots(keyDownloadsLimit);
    this.#downloadsLimit = options.downloadsLimit ?? Number.POSITIVE_INFINITY;
    this.#endings = endings;
    this.#log = log;
    this.#metrics = metrics;
    this.#clock = options.clock ?? steadyClock;
    this.#slicePieces = options.slicePieces ?? SLICE_PIECES;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Pieces taken so far, by all readers together. While it does not grow, all readers have stopped. */
  get piecesTaken(): number {
    return this.#piecesTaken;
  }

  /** A reply's body. Opening it throws `overloaded` if there is no place left, `rate_limited` if the key has none. */
  body(key: KeyRecord, pieces: Pieces): DeferredBody {
    return { open: () => this.#start(key, pieces) };
  }

  #start(key: KeyRecord, pieces: Pieces): ReadableStream {
    if (this.#open.size >= this.#downloadsLimit) throw allTaken();
    if (!this.#slots.take(key.id)) throw limitReached(key);
    const download = new Download(key.id, pieces, { rate: new MinimumRate(this.#clock), listener: this });
    const end = () => download.cutOff("cut off: the API key was revoked or has expired");
    this.#open.set(download, this.#endings.watch(key.id, end));
    if (this.#timer === undefined) this.#timer = this.#checkLater();
    return download.stream;
  }

  waitToSend(): Promise<void> | undefined {
    if (this.#nextSlice !== undefined) return this.#nextSlice;
    if (this.#sent >= this.#slicePieces) return (this.#nextSlice = this.#letOthersRun());
    this.#sent += 1;
    return undefined;
  }

  async #letOthersRun(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#sent = 0;
    this.#nextSlice = undefined;
  }

  onPiece(): void {
    this.#piecesTaken += 1;
  }

  onEnd(download: Download): void {
    this.#open.get(download)?.();
    this.#open.delete(download);
    this.#slots.free(download.keyId);
  }

  #checkLater(): Timeout {
    const timer = this.#clock.setTimeout(() => this.#check(), CHECK_INTERVAL_MS, "downloads");
    timer.unref();
    return timer;
  }

  #check(): void {
    for (const download of this.#open.keys()) {
      if (!download.rate.isTooSlow) continue;
      this.#log.warn("slow_reader_cut_off", { cause: "rate" });
      this.#metrics.readerCutOff();
      download.cutOff(`cut off: the reader took less than ${BYTES_PER_S_MIN} bytes a second`);
    }
    this.#timer = this.#open.size > 0 ? this.#checkLater() : undefined;
  }
}

function limitReached({ name }: KeyRecord): ApiError {
  const problem = `The API key "${name}" has reached its limit of large bodies that are being sent (--key-downloads-limit).`;
  return new ApiError("rate_limited", `${problem} Try again after the time in Retry-After.`, {
    "Retry-After": "1",
  });
}

function allTaken(): ApiError {
  const problem = "This server is sending as many large bodies as its limit of open files allows.";
  return new ApiError("overloaded", `${problem} Try again after the time in Retry-After.`, {
    "Retry-After": "1",
  });
}
