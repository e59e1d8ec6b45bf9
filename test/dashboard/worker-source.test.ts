// The data worker of a page, as a thread: it is started when something is read, and ends with the session.

import { expect, setDefaultTimeout, test } from "bun:test";
import { WorkerSource } from "../../src/dashboard/data/worker-source.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const SCRIPT = new URL("../../src/dashboard/data/data-worker.ts", import.meta.url);

/** A source, and the workers that it has started. */
function open(url: string, apiKey: string) {
  const workers: Worker[] = [];
  const openWorker = (): Worker => {
    const worker = new Worker(SCRIPT);
    workers.push(worker);
    return worker;
  };
  return { source: new WorkerSource({ url, apiKey, openWorker }), workers };
}

test("the list is read in a worker", async () => {
  await using service = await TestService.start({ rows: ["1,5,available", "2,7,sold"] });
  const { source, workers } = open(service.url, await service.makeKey());
  let ids: bigint[] = [];
  const read = await source.list({
    onStart: () => (ids = []),
    onBatch: (batch) => ids.push(...batch.ids),
  });
  expect(ids).toEqual([1n, 2n]);
  expect(read?.etag).toStartWith("W/");
  expect(workers).toHaveLength(1);
  source.close();
});

test("a session that ends while the list is read starts no other worker", async () => {
  let requests = 0;
  using silent = Bun.serve({
    port: 0,
    fetch: () => {
      requests += 1;
      return new Promise<Response>(() => {});
    },
  });
  const { source, workers } = open(silent.url.origin, `petstock_${"a".repeat(38)}`);
  const stop = new AbortController();
  // In the order of a sign-out: the source is closed, then the read is aborted.
  stop.signal.addEventListener("abort", () => source.close());
  const read = source.list({ signal: stop.signal, onStart: () => {}, onBatch: () => {} });
  await until("the request", () => requests === 1);
  stop.abort();
  await expect(read).rejects.toThrow();
  expect(workers).toHaveLength(1);
});
