// Work that takes longer than the idle timeout of its connection.

import { expect, setDefaultTimeout, test } from "bun:test";
import { runLongWork } from "../../src/http/limits.ts";
import type { Operation } from "../../src/http/operation.ts";
import { RefusalLog } from "../../src/http/refusal-log.ts";
import { startServer } from "../../src/http/server.ts";
import { silent } from "../snapshot/model-inventory.ts";

setDefaultTimeout(60_000);

test("long work is answered where other requests are closed for being idle", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const wait: Operation = async () => {
    await released;
    return { body: "done" };
  };
  const work: Operation = (request, requestId, listener) =>
    runLongWork({ request, listener }, async () => wait(request, requestId, listener));
  const server = startServer({
    host: "127.0.0.1",
    port: 0,
    routes: { "/v1/wait": { POST: wait }, "/v1/work": { POST: work } },
    refusals: new RefusalLog(silent),
    clientOf: () => "127.0.0.1",
    idleTimeoutS: 1,
  });
  try {
    const worked = fetch(`${server.url}/v1/work`, { method: "POST" });
    await expect(fetch(`${server.url}/v1/wait`, { method: "POST" })).rejects.toThrow();
    release();
    expect(await (await worked).text()).toBe("done");
  } finally {
    release();
    await server.abort();
  }
});
