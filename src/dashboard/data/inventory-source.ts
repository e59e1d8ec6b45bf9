// The source of the page's data, read here or in a worker (worker-source.ts), and the clients, which the environment creates.

import type {
  ChangesSince,
  PetstockClientOptions,
  PetstockAdmin,
  PetstockClient,
} from "../../client/client.ts";
import { Connection } from "../../client/connection.ts";
import { followChanges, type FollowOptions } from "../../client/follow-changes.ts";
import type { LabelBlock } from "./label-block.ts";
import { LabelTable } from "./label-table.ts";
import { rankLabels } from "./rank-labels.ts";
import { readLabels, type ReadLabelsOptions } from "./read-labels.ts";
import { readList, type ReadListOptions, type ReadResult } from "./read-list.ts";
import { inSlices, nextTask, SLICE_MS } from "./slices.ts";
import type { Environment } from "../state/environment.ts";

export interface LabelsRead extends ReadResult {
  readonly table: LabelTable;
}

export interface InventorySource {
  /** See `readList`. */
  readonly list: (options: Omit<ReadListOptions, "rest">) => Promise<ReadResult | undefined>;
  /** Undefined if the labels have not changed since `etag`. */
  readonly labels: (options: Pick<ReadLabelsOptions, "etag" | "signal">) => Promise<LabelsRead | undefined>;
  readonly changes: (options: FollowOptions) => AsyncGenerator<ChangesSince, void, undefined>;
  /** Ends what it started. */
  readonly close: () => void;
}

/** Reads on this thread, in slices. */
export class DirectSource implements InventorySource {
  readonly #connection: Connection;

  constructor(options: PetstockClientOptions) {
    this.#connection = new Connection(options);
  }

  list(options: ReadListOptions): Promise<ReadResult | undefined> {
    return readList(this.#connection, { ...options, rest: restOften() });
  }

  async labels(options: Pick<ReadLabelsOptions, "etag" | "signal">): Promise<LabelsRead | undefined> {
    let blocks: LabelBlock[] = [];
    const read = await readLabels(this.#connection, {
      ...options,
      onStart: () => (blocks = []),
      onBlock: (block) => blocks.push(block),
      rest: restOften(),
    });
    if (read === undefined) return undefined;
    const ranks = await inSlices(rankLabels(blocks), options.signal);
    return { ...read, table: new LabelTable(blocks, ranks) };
  }

  changes(options: FollowOptions): AsyncGenerator<ChangesSince, void, undefined> {
    return followChanges(this.#connection, options);
  }

  close(): void {
    // Requests end with their signals.
  }
}

/** Data that have arrived are read without a pause of their own. */
function restOften(): () => Promise<void> | undefined {
  let end = performance.now() + SLICE_MS;
  return () => {
    if (performance.now() < end) return undefined;
    return nextTask().then(() => {
      end = performance.now() + SLICE_MS;
    });
  };
}

/** The clients of both contracts, with one API key. */
export interface Clients {
  readonly source: InventorySource;
  readonly client: PetstockClient;
  readonly admin: PetstockAdmin;
}

export interface ConnectedEnvironment extends Environment {
  /** Throws for text that cannot be an API key, such as one with spaces. */
  readonly connect: (apiKey: string) => Clients;
  /** For the exchange of a link, before there is a key. */
  readonly service: Omit<PetstockClientOptions, "apiKey">;
}
