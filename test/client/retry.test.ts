// Which requests are sent again: an update is applied once, even if its answer is lost.

import { afterEach, describe, expect, setDefaultTimeout, setSystemTime, test } from "bun:test";
import { TransportError } from "../../src/client/client.ts";
import { retryAfterMsOf } from "../../src/client/exchange.ts";
import { pauseMsAfter } from "../../src/client/retry.ts";
import { ledgerOf } from "../http/ledger.ts";
import { TestService } from "../support/service.ts";
import { TcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";
import { shared } from "../support/shared.ts";
import { answerWith, Gateway, loseAnswer, page, refuse, type Turn } from "./gateway.ts";
import { rejection, requestError } from "./rejection.ts";

setDefaultTimeout(60_000);

const service = shared(
  await TestService.start({ rows: ["1,5,available", "2,5,available", "3,5,available"] }),
);
const gateway = shared(await Gateway.before(service));

afterEach(() => gateway.takeMethods());

const times = (count: number, turn: Turn): Turn[] => Array.from({ length: count }, () => turn);

describe("an update whose connection is cut after it was delivered", () => {
  async function cutAfterDelivery(quantity: number, options: { idempotencyKey?: string | null }) {
    using proxy = new TcpProxy(gateway.port);
    const client = gateway.client({ url: proxy.urlThrough(gateway.url), retryForMs: 30_000 });
    // Opens the connection, so that the update reuses one: reused connections break most often.
    await client.listInventory();
    gateway.takeMethods();
    const before = (await ledgerOf(service)).length;
    const frozen = proxy.freezeOn(`{"quantity":${quantity}}`, "delivered");
    const updated = client.updateInventory(1, quantity, options).catch((error: unknown) => error);
    await frozen;
    await until("the change", async () => (await ledgerOf(service)).length > before);
    proxy.cut();
    proxy.forward();
    return { result: await updated, applied: (await ledgerOf(service)).length - before };
  }

  test.each([
    ["its own key", 20, {}],
    ["a given key", 21, { idempotencyKey: crypto.randomUUID() }],
  ])("is sent again with %s, and is applied once", async (_, quantity, options) => {
    const { result, applied } = await cutAfterDelivery(quantity, options);
    expect(result).toEqual({ petId: 1n, quantity, status: "available" });
    expect(applied).toBe(1);
    expect(gateway.takeMethods()).toEqual(["PATCH", "PATCH"]);
  });

  test("is not sent again without one, and says that it may have been applied", async () => {
    const { result, applied } = await cutAfterDelivery(22, { idempotencyKey: null });
    expect(result).toBeInstanceOf(TransportError);
    expect(result).toMatchObject({ code: "network_error", mayBeApplied: true });
    expect(applied).toBe(1);
    expect(gateway.takeMethods()).toEqual(["PATCH"]);
  });
});

describe("an update", () => {
  test.each(["unavailable", "overloaded"] as const)(
    "is sent again after %s, with a key or without",
    async (code) => {
      for (const options of [{}, { idempotencyKey: null }]) {
        gateway.next(...times(2, refuse(code)));
        expect(await gateway.client().updateInventory(2, 9, options)).toMatchObject({ quantity: 9 });
        expect(gateway.takeMethods()).toEqual(["PATCH", "PATCH", "PATCH"]);
      }
    },
  );

  test("is sent again after 429 of the service or of a proxy", async () => {
    gateway.next(page(429));
    expect(await gateway.client().updateInventory(2, 10)).toMatchObject({ quantity: 10 });
    expect(gateway.takeMethods()).toHaveLength(2);
  });

  const open: readonly (readonly [string, Turn])[] = [
    ["outcome_unknown", refuse("outcome_unknown")],
    ["a lost answer", loseAnswer],
    ["half an answer", answerWith('{"petId":2,"quan')],
    ["a proxy's 502", page(502)],
    ["a proxy's 503", page(503)],
  ];

  test.each(open)("after %s is not sent again without a key", async (_, turn) => {
    gateway.next(turn);
    const error = await requestError(gateway.client().updateInventory(2, 11, { idempotencyKey: null }));
    expect(error.mayBeApplied).toBe(true);
    expect(gateway.takeMethods()).toEqual(["PATCH"]);
  });

  test.each(open.filter(([what]) => what !== "half an answer"))(
    "after %s is sent again with its key, its own or a given one",
    async (_, turn) => {
      for (const options of [{}, { idempotencyKey: crypto.randomUUID() }]) {
        gateway.takeMethods();
        gateway.next(turn);
        const item = await gateway.client().updateInventory(2, 12, options);
        expect(item).toMatchObject({ quantity: 12 });
        const [first, second] = gateway.requests.map(({ headers }) => headers.get("Idempotency-Key"));
        expect(first).toMatch(/^[!-~]{16,}$/);
        expect(second).toBe(first!);
        if (options.idempotencyKey !== undefined) expect(first).toBe(options.idempotencyKey);
      }
    },
  );

  test("has another key of its own each time, which begins with the time", async () => {
    const before = Date.now();
    for (let sent = 0; sent < 3; sent++) await gateway.client().updateInventory(2, 12);
    const keys = gateway.requests.map(({ headers }) => headers.get("Idempotency-Key"));
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) {
      const time = Number.parseInt(key!.slice(0, 12), 16);
      expect(time).toBeWithin(before, Date.now() + 1);
    }
  });

  test.each(["internal_error", "precondition_failed", "pet_not_found"] as const)(
    "is not sent again after %s, even with a key",
    async (code) => {
      gateway.next(refuse(code));
      const error = await requestError(
        gateway.client().updateInventory(2, 13, { idempotencyKey: "no-more" }),
      );
      expect(error.code).toBe(code);
      expect(gateway.takeMethods()).toEqual(["PATCH"]);
    },
  );

  test("may have been applied by its first attempt, also if the last one is refused", async () => {
    gateway.next(loseAnswer, refuse("unavailable"));
    const client = gateway.client({ retries: 1 });
    const error = await requestError(client.updateInventory(2, 14, { idempotencyKey: crypto.randomUUID() }));
    expect(error).toMatchObject({ code: "unavailable", mayBeApplied: true });
  });

  test("with a key that cannot be sent throws a TypeError, not a network error", async () => {
    for (const idempotencyKey of ["", "a b", "ü", "x".repeat(256)]) {
      expect(await rejection(gateway.client().updateInventory(2, 1, { idempotencyKey }))).toBeInstanceOf(
        TypeError,
      );
    }
    expect(gateway.takeMethods()).toEqual([]);
  });
});

describe("a list", () => {
  test.each([
    ["unavailable", refuse("unavailable")],
    ["a broken body", loseAnswer],
    ["half a list", answerWith('[{"petId":1,"quantity":2,"status":"sold"},')],
    ["a proxy's 502", page(502)],
    ["a proxy's 504", page(504)],
  ] as const)("is requested again after %s", async (_, turn) => {
    gateway.next(...times(2, turn));
    expect(await gateway.client().listInventory()).toHaveLength(3);
    expect(gateway.takeMethods()).toEqual(["GET", "GET", "GET"]);
  });

  test("is not requested again after an error that is permanent", async () => {
    for (const turn of [
      page(404),
      page(301, { Location: "/elsewhere" }),
      answerWith("[{}]"),
      answerWith("null"),
    ]) {
      gateway.next(turn);
      expect(await requestError(gateway.client().listInventory())).toMatchObject({
        code: "unexpected_answer",
        mayBeApplied: false,
      });
      expect(gateway.takeMethods()).toEqual(["GET"]);
    }
  });
});

describe("retries", () => {
  test("end after the largest number of attempts, with the last error", async () => {
    gateway.next(...times(3, refuse("overloaded")));
    const error = await requestError(gateway.client({ retries: 2 }).listInventory());
    expect(error.code).toBe("overloaded");
    expect(gateway.takeMethods()).toHaveLength(3);
  });

  test("end after the time limit, and do not wait if the next attempt would start later", async () => {
    gateway.next(refuse("unavailable", { "Retry-After": "3600" }));
    const error = await requestError(gateway.client({ retryForMs: 3_000_000 }).listInventory());
    expect(error).toMatchObject({ code: "unavailable", retryAfterMs: 3_600_000 });
    expect(gateway.takeMethods()).toHaveLength(1);
  });

  test.each([
    ["after the time limit", {}],
    ["after a day, when the service no longer has the key", { retryForMs: Number.POSITIVE_INFINITY }],
  ])("of an update do not go on %s, also if the device has slept", async (_, options) => {
    const client = gateway.client({
      ...options,
      fetch: async (url, init) => {
        await (await fetch(url, init)).arrayBuffer();
        setSystemTime(Date.now() + 24 * 3_600_000);
        throw new TypeError("the answer was lost");
      },
    });
    const error = await requestError(client.updateInventory(3, 6)).finally(() => setSystemTime());
    expect(error).toMatchObject({ code: "network_error", mayBeApplied: true });
    expect(gateway.takeMethods()).toEqual(["PATCH"]);
  });

  test("wait for Retry-After in seconds", async () => {
    gateway.next(refuse("unavailable", { "Retry-After": "1" }));
    await gateway.client().listInventory();
    expect(gateway.requests[1]!.at - gateway.requests[0]!.at).toBeGreaterThanOrEqual(990);
  });

  test("wait for Retry-After as a date", async () => {
    // A date has whole seconds: this one is at least one second away.
    const date = new Date(Date.now() + 2000).toUTCString();
    gateway.next(refuse("overloaded", { "Retry-After": date }));
    await gateway.client().listInventory();
    expect(gateway.requests[1]!.at - gateway.requests[0]!.at).toBeGreaterThanOrEqual(900);
  });

  test("ignore any other text in Retry-After", () => {
    const now = Date.parse("Sat, 21 Nov 2026 10:00:00 GMT");
    expect(retryAfterMsOf("120", now)).toBe(120_000);
    expect(retryAfterMsOf("Sat, 21 Nov 2026 10:01:00 GMT", now)).toBe(60_000);
    expect(retryAfterMsOf("Sat, 21 Nov 2026 09:00:00 GMT", now)).toBe(0);
    for (const odd of [null, "", "-1", "1.5", "soon", "2026-11-21", "99999999999"]) {
      expect(retryAfterMsOf(odd, now)).toBeUndefined();
    }
  });

  test("are spread over a time that doubles up to a bound, after Retry-After", () => {
    for (let count = 0; count < 40; count++) {
      const most = Math.min(10_000, 100 * 2 ** count);
      const pauses = Array.from({ length: 200 }, () => pauseMsAfter(count, 500));
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(500);
      expect(Math.max(...pauses)).toBeLessThanOrEqual(500 + most);
      expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(most / 2);
    }
  });
});
