// A call ends when its signal is aborted, or when nothing arrives within the timeout: at every stage, with the reason.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { PetstockClient, CallOptions } from "../../src/client/client.ts";
import { TestService } from "../support/service.ts";
import { TcpProxy } from "../support/tcp-proxy.ts";
import { shared } from "../support/shared.ts";
import { Gateway, page, refuse, type Turn } from "./gateway.ts";
import { rejection, requestError } from "./rejection.ts";

setDefaultTimeout(60_000);

const service = shared(await TestService.start({ rows: ["1,5,available"] }));
const gateway = shared(await Gateway.before(service));

const CALLS: Readonly<Record<string, (client: PetstockClient, options: CallOptions) => Promise<unknown>>> = {
  listInventory: (client, options) => client.listInventory(options),
  streamInventory: (client, options) => Array.fromAsync(client.streamInventory(options)),
  watchInventory: (client, options) => Array.fromAsync(client.watchInventory(options)),
  updateInventory: (client, options) => client.updateInventory(1, 2, options),
  adjust: (client, options) => client.adjust(1, 1, options),
};
const calls = Object.entries(CALLS);

/** Answers with a body that begins, calls `begun`, and never ends. */
function stuckBody(begun: () => void): Turn {
  return () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode("["));
          begun();
        },
      }),
    );
}

describe("aborted", () => {
  test.each(calls)("before it begins, %s rejects with the reason and sends nothing", async (_, call) => {
    gateway.takeMethods();
    const reason = { why: "cancelled" };
    expect(await rejection(call(gateway.client(), { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(gateway.takeMethods()).toEqual([]);
  });

  test.each(calls)(
    "while it waits for the answer, %s rejects with the reason and closes its connection",
    async (_, call) => {
      const controller = new AbortController();
      const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
      gateway.next(async (_pass, request) => {
        request.signal.addEventListener("abort", () => leave());
        controller.abort("enough");
        await gone;
        return page(200)(() => Promise.reject(new Error("not forwarded")), request);
      });
      expect(await rejection(call(gateway.client(), { signal: controller.signal }))).toBe("enough");
      await gone;
    },
  );

  test.each(calls)("within the body, %s rejects with the reason", async (_, call) => {
    const controller = new AbortController();
    gateway.next(stuckBody(() => setTimeout(() => controller.abort("enough"), 20)));
    expect(await rejection(call(gateway.client(), { signal: controller.signal }))).toBe("enough");
  });

  test.each(calls)(
    "between two attempts, %s rejects with the reason and does not try again",
    async (_, call) => {
      gateway.takeMethods();
      const controller = new AbortController();
      gateway.next((pass, request) => {
        setTimeout(() => controller.abort("enough"), 20);
        return refuse("unavailable", { "Retry-After": "30" })(pass, request);
      });
      expect(await rejection(call(gateway.client(), { signal: controller.signal }))).toBe("enough");
      expect(gateway.takeMethods()).toHaveLength(1);
    },
  );

  test("between two pets of one piece, a stream rejects with the reason", async () => {
    const controller = new AbortController();
    const item = '{"petId":1,"quantity":2,"status":"sold"}';
    gateway.next(() => new Response(`[${item},${item},${item}]`));
    let count = 0;
    const read = async () => {
      for await (const each of gateway.client().streamInventory({ signal: controller.signal })) {
        count += Number(each.petId);
        controller.abort("enough");
      }
    };
    expect(await rejection(read())).toBe("enough");
    expect(count).toBe(1);
  });

  test("between two requests, a watch rejects with the reason", async () => {
    const controller = new AbortController();
    const watch = gateway.client().watchInventory({ signal: controller.signal, intervalMs: 60_000 });
    expect(await watch.next()).toMatchObject({ done: false, value: { items: [{ petId: 1n }] } });
    const next = watch.next();
    controller.abort("enough");
    expect(await rejection(next)).toBe("enough");
  });

  test("a call leaves nothing behind on a signal that outlives it", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    gateway.next(refuse("unavailable"), page(502));
    await gateway.client().listInventory({ signal });
    await gateway.client().adjust(1, 1, { signal });
    await Array.fromAsync(gateway.client().streamInventory({ signal }));
    expect(listeners).toBe(0);
  });
});

describe("a timeout", () => {
  test("ends an update that is not answered, which may then have been applied", async () => {
    using proxy = new TcpProxy(gateway.port);
    proxy.freeze();
    const client = gateway.client({ url: proxy.urlThrough(gateway.url), timeoutMs: 50 });
    const error = await requestError(client.updateInventory(1, 9));
    expect(error).toMatchObject({ code: "timeout", mayBeApplied: true, status: undefined });
  });

  test("is followed by another attempt where that is safe", async () => {
    using proxy = new TcpProxy(gateway.port);
    const client = gateway.client({ url: proxy.urlThrough(gateway.url), timeoutMs: 1000 });
    const frozen = proxy.freezeOn("GET /v1/inventory", "withheld");
    const list = client.listInventory();
    await frozen;
    proxy.cut();
    proxy.forward();
    expect(await list).toHaveLength(1);
    gateway.next(() => new Promise(() => {}));
    const item = await client.updateInventory(1, 9, { idempotencyKey: crypto.randomUUID() });
    expect(item.quantity).toBe(9);
  });

  test("ends a body that stops coming", async () => {
    const client = gateway.client({ timeoutMs: 50, retries: 0 });
    gateway.next(stuckBody(() => {}));
    expect(await requestError(client.listInventory())).toMatchObject({
      code: "timeout",
      mayBeApplied: false,
    });
  });

  // Without a network, all timers are in this process, so they fire in order on a busy machine too.
  test("does not end a body that comes slowly, because it counts for each piece", async () => {
    const body = async function* () {
      yield "[";
      for (let piece = 0; piece < 5; piece++) {
        await Bun.sleep(30);
        yield " ";
      }
      yield "]";
    };
    const client = gateway.client({ timeoutMs: 100, retries: 0, fetch: async () => new Response(body()) });
    expect(await client.listInventory()).toEqual([]);
  });

  test("does not count the time that the reader of a stream takes", async () => {
    const list = '[{"petId":1,"quantity":5,"status":"available"}]';
    const client = gateway.client({ timeoutMs: 20, retries: 0, fetch: async () => new Response(list) });
    let count = 0;
    for await (const item of client.streamInventory()) {
      await Bun.sleep(60);
      count += item.petId === 1n ? 1 : 0;
    }
    expect(count).toBe(1);
  });

  test("may be endless, and so may the retries", async () => {
    const client = gateway.client({
      timeoutMs: Number.POSITIVE_INFINITY,
      retryForMs: Number.POSITIVE_INFINITY,
    });
    gateway.next(refuse("unavailable"));
    expect(await client.listInventory()).toHaveLength(1);
  });

  test("ends a fetch that ignores signals", async () => {
    const client = gateway.client({ timeoutMs: 20, retries: 0, fetch: () => new Promise(() => {}) });
    expect(await requestError(client.listInventory())).toMatchObject({ code: "timeout" });
  });
});
