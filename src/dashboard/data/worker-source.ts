// Reads the list and the labels in data workers, one for each: a million labels must not hold up the list. Where the browser blocks
// workers, on this thread.

import { type ChangesSince, type PetstockClientOptions, RequestError } from "../../client/client.ts";
import type { FollowOptions } from "../../client/follow-changes.ts";
import { DirectSource, type InventorySource, type LabelsRead } from "./inventory-source.ts";
import type { LabelBlock } from "./label-block.ts";
import { LabelTable } from "./label-table.ts";
import type { ReadLabelsOptions } from "./read-labels.ts";
import type { ReadListOptions, ReadResult } from "./read-list.ts";
import { WorkerCalls } from "./worker-calls.ts";
import type { ReadRequest, WorkerMessage } from "./worker-messages.ts";

interface WorkerSourceOptions extends PetstockClientOptions {
  /** Throws where workers are blocked. */
  readonly openWorker: () => Worker;
}

export class WorkerSource implements InventorySource {
  readonly #options: WorkerSourceOptions;
  readonly #direct: DirectSource;
  readonly #workers: Readonly<Record<ReadRequest["read"], WorkerCalls<ReadRequest, WorkerMessage>>>;
  #isBlocked = false;

  constructor(options: WorkerSourceOptions) {
    this.#options = options;
    this.#direct = new DirectSource(options);
    const { openWorker } = options;
    this.#workers = { list: new WorkerCalls(openWorker), labels: new WorkerCalls(openWorker) };
  }

  async list(options: ReadListOptions): Promise<ReadResult | undefined> {
    const { onStart, onBatch } = options;
    const inWorker = () =>
      this.#read("list", options, (message) => {
        if (message.kind === "start") onStart();
        if (message.kind === "batch") onBatch(message.batch);
      });
    const end = await this.#orDirectly(options.signal, inWorker, async () => ({
      result: await this.#direct.list(options),
    }));
    return end.result;
  }

  async labels(options: Pick<ReadLabelsOptions, "etag" | "signal">): Promise<LabelsRead | undefined> {
    return this.#orDirectly(
      options.signal,
      async () => {
        let blocks: LabelBlock[] = [];
        const { result, ranks } = await this.#read("labels", options, (message) => {
          if (message.kind === "start") blocks = [];
          if (message.kind === "block") blocks.push(message.block);
        });
        // Read seldom, and large: the next read has a worker of its own, with memory of its own.
        this.#workers.labels.close();
        return result && ranks && { ...result, table: new LabelTable(blocks, ranks) };
      },
      () => this.#direct.labels(options),
    );
  }

  changes(options: FollowOptions): AsyncGenerator<ChangesSince, void, undefined> {
    return this.#direct.changes(options);
  }

  close(): void {
    for (const worker of Object.values(this.#workers)) worker.close();
  }

  /** Directly, too, after an error in the worker that is not the service's: this thread may have what the worker lacks. */
  async #orDirectly<T>(
    signal: AbortSignal | undefined,
    inWorker: () => Promise<T>,
    directly: () => Promise<T>,
  ): Promise<T> {
    if (this.#isBlocked) return directly();
    try {
      return await inWorker();
    } catch (error) {
      if (error instanceof RequestError || signal?.aborted === true) throw error;
      this.#isBlocked = true;
      return directly();
    }
  }

  #read(
    read: ReadRequest["read"],
    { etag, signal }: Pick<ReadListOptions, "etag" | "signal">,
    onMessage: (message: WorkerMessage) => void,
  ) {
    const { url, apiKey } = this.#options;
    return this.#workers[read].call({ read, etag, url: String(url), apiKey }, { signal, onMessage });
  }
}
