// Both operations of the client, at the real service: exact ids, guarded updates, and each of its errors.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { PetstockClient, PetstockError } from "../../src/client/client.ts";
import { type ErrorCode, STATUS_OF } from "../../src/contract/errors.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { Gateway, refuse } from "./gateway.ts";
import { rejection } from "./rejection.ts";

setDefaultTimeout(60_000);

/** Both ends of int64, and the first integer that a double cannot hold. */
const IDS = [-(2n ** 63n), -1n, 0n, 1n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 63n - 1n];

const service = shared(await TestService.start({ rows: IDS.map((id) => `${id},5,pending`) }));
const gateway = shared(await Gateway.before(service));
const client = new PetstockClient({ url: service.url, apiKey: await service.makeKey() });

describe("ids", () => {
  test("are exact in the list, to the ends of int64", async () => {
    const items = await client.listInventory();
    expect(items.map(({ petId }) => petId)).toEqual(IDS);
    expect(items[0]).toMatchObject({ petId: IDS[0], status: "pending" });
  });

  test.each(IDS)("%p is exact in an update and its answer", async (petId) => {
    expect(await client.updateInventory(petId, 7)).toEqual({ petId, quantity: 7, status: "pending" });
    expect(await client.updateInventory(String(petId), 8)).toMatchObject({ petId, quantity: 8 });
    const others = (await client.listInventory()).filter((item) => item.petId !== petId);
    expect(others.length).toBe(IDS.length - 1);
    expect(others.filter(({ quantity }) => quantity === 7)).toEqual([]);
  });

  test("may be numbers while those are exact, and an inexact one is never sent", async () => {
    expect(await client.updateInventory(Number.MAX_SAFE_INTEGER, 3)).toMatchObject({ petId: 2n ** 53n - 1n });
    const wrong = [2 ** 53, 1.5, Number.NaN, "01", "+1", "", "1/../2", 2n ** 63n, -(2n ** 63n) - 1n];
    for (const petId of wrong) {
      expect(await rejection(gateway.client().updateInventory(petId, 1))).toBeInstanceOf(TypeError);
    }
    expect(gateway.takeMethods()).toEqual([]);
  });
});

describe("the address", () => {
  test.each(["", "/", "/v1", "/v1/"])("may end in %p", async (end) => {
    const other = new PetstockClient({ url: service.url + end, apiKey: await service.makeKey() });
    expect(await other.listInventory()).toHaveLength(IDS.length);
  });

  test("and the key are checked at once", () => {
    expect(() => new PetstockClient({ url: "ftp://127.0.0.1", apiKey: "k" })).toThrow(TypeError);
    expect(() => new PetstockClient({ url: service.url, apiKey: "a\nb" })).toThrow(TypeError);
  });

  test("is reached by the given fetch, and the key is not shown", async () => {
    const paths: string[] = [];
    const send = (url: string, init: RequestInit) => {
      paths.push(`${init.method} ${new URL(url).pathname}`);
      return fetch(url, init);
    };
    const apiKey = await service.makeKey();
    const other = new PetstockClient({ url: service.url, apiKey, fetch: send });
    await other.listInventory();
    expect(paths).toEqual(["GET /v1/inventory"]);
    expect(Bun.inspect(other) + JSON.stringify(other)).not.toContain(apiKey);
  });
});

describe("an update with ifUnchanged", () => {
  test("is applied to an unchanged item, and refused with the present item otherwise", async () => {
    const before = await client.updateInventory(1, 10);
    expect(await client.updateInventory(1, 11, { ifUnchanged: before })).toMatchObject({ quantity: 11 });
    const error = await rejection(client.updateInventory(1, 12, { ifUnchanged: before }));
    expect(error).toBeInstanceOf(PetstockError);
    expect(error).toMatchObject({
      code: "precondition_failed",
      status: 412,
      mayBeApplied: false,
      item: { petId: 1n, quantity: 11, status: "pending" },
    });
    expect((await client.listInventory()).find(({ petId }) => petId === 1n)?.quantity).toBe(11);
  });

  test("of another pet is never sent", async () => {
    const ifUnchanged = { petId: 2n, quantity: 1, status: "sold" } as const;
    expect(await rejection(gateway.client().updateInventory(1, 1, { ifUnchanged }))).toBeInstanceOf(
      TypeError,
    );
    expect(gateway.takeMethods()).toEqual([]);
  });
});

describe("an error of the service", () => {
  test("is typed, with the facts of its headers", async () => {
    const readOnly = new PetstockClient({ url: service.url, apiKey: await service.makeKey("--read-only") });
    const stranger = new PetstockClient({ url: service.url, apiKey: "petstock_nobody" });
    const keyed = (quantity: number) => client.updateInventory(1, quantity, { idempotencyKey: "mismatch" });
    await keyed(1);
    const provoked: Partial<Record<ErrorCode, () => Promise<unknown>>> = {
      invalid_quantity: () => client.updateInventory(1, -1),
      pet_not_found: () => client.updateInventory(404, 1),
      read_only_api_key: () => readOnly.updateInventory(1, 1),
      invalid_api_key: () => stranger.listInventory(),
      idempotency_mismatch: () => keyed(2),
      route_not_found: () =>
        new PetstockClient({ url: `${service.url}/elsewhere`, apiKey: "k" }).listInventory(),
    };
    for (const [code, provoke] of Object.entries(provoked)) {
      const error = await rejection(provoke());
      expect(error).toBeInstanceOf(PetstockError);
      expect(error).toMatchObject({ code, status: STATUS_OF[code as ErrorCode], mayBeApplied: false });
      expect((error as PetstockError).requestId).toMatch(/^[\w.-]+$/);
      expect((error as PetstockError).message).not.toBe("");
    }
  });

  test.each(Object.keys(STATUS_OF) as ErrorCode[])(
    "%s has its code and says whether it may have been applied",
    async (code) => {
      const hopeless = gateway.client({ retries: 0 });
      gateway.next(refuse(code, { "Retry-After": "7" }));
      const error = await rejection(hopeless.updateInventory(1, 1));
      expect(error).toBeInstanceOf(PetstockError);
      expect(error).toMatchObject({
        code,
        status: STATUS_OF[code],
        requestId: "refused",
        retryAfterMs: 7000,
      });
      expect((error as PetstockError).mayBeApplied).toBe(
        ["outcome_unknown", "internal_error"].includes(code),
      );
    },
  );
});
