// The page's data worker: reads the list and the labels, and hands them over as columns, so that the page answers keys while a
// million pets arrive. Served at /data-worker.js.

import { Connection } from "../../client/connection.ts";
import { joinBatches, type PetBatch } from "./pet-columns.ts";
import type { LabelBlock } from "./label-block.ts";
import { rankLabels } from "./rank-labels.ts";
import { readLabels } from "./read-labels.ts";
import { readList } from "./read-list.ts";
import type { Steps } from "./slices.ts";
import { type ReadRequest, type WorkerMessage, type WorkerRequest, sentError } from "./worker-messages.ts";

/** A message costs the page a task: fewer and larger ones, but the first at once, and several a second on a slow network. */
const BATCH_ROWS = 32_768;
const BATCH_MS = 100;

type Read = ReadRequest & { readonly id: number };

const aborts = new Map<number, AbortController>();

/** The part of the worker's global scope that is used: DOM's types are those of a page. */
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<WorkerRequest>) => void) | null;
  postMessage: (message: WorkerMessage, transfer: readonly Transferable[]) => void;
};

scope.onmessage = ({ data: request }) => {
  if ("abort" in request) return aborts.get(request.id)?.abort();
  void run(request);
};

async function run(request: Read): Promise<void> {
  const { id } = request;
  const abort = new AbortController();
  aborts.set(id, abort);
  try {
    await (request.read === "list" ? sendList(request, abort.signal) : sendLabels(request, abort.signal));
  } catch (error) {
    send({ id, kind: "error", error: sentError(error) });
  } finally {
    aborts.delete(id);
  }
}

async function sendList({ id, etag, ...options }: Read, signal: AbortSignal): Promise<void> {
  let batches: PetBatch[] = [];
  let [rows, sentAt] = [0, -Infinity];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (batches.length === 0) return;
    const batch = joinBatches(batches);
    const { ids, quantities, statuses } = batch;
    send({ id, kind: "batch", batch }, [ids.buffer, quantities.buffer, statuses.buffer]);
    [batches, rows, sentAt] = [[], 0, performance.now()];
  };
  const result = await readList(new Connection(options), {
    etag,
    signal,
    onStart: () => {
      batches = [];
      send({ id, kind: "start" });
    },
    onBatch: (batch) => {
      batches.push(batch);
      rows += batch.ids.length;
      if (rows >= BATCH_ROWS || performance.now() - sentAt >= BATCH_MS) flush();
      else timer ??= setTimeout(flush, BATCH_MS);
    },
  });
  flush();
  send({ id, kind: "end", result });
}

async function sendLabels({ id, etag, ...options }: Read, signal: AbortSignal): Promise<void> {
  let blocks: LabelBlock[] = [];
  const result = await readLabels(new Connection(options), {
    etag,
    signal,
    onStart: () => {
      blocks = [];
      send({ id, kind: "start" });
    },
    onBlock: (block) => {
      // Not transferred: the ranks need its buffers, too.
      blocks.push(block);
      send({ id, kind: "block", block });
    },
  });
  if (result === undefined) return send({ id, kind: "end", result });
  const ranks = runToEnd(rankLabels(blocks));
  send({ id, kind: "end", result, ranks }, [ranks.name.buffer, ranks.kind.buffer]);
}

function send(message: WorkerMessage, transfer: readonly Transferable[] = []): void {
  scope.postMessage(message, transfer);
}

function runToEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
