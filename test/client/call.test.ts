// Every call has options of its own, and the facts of the answer that gave its result.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin, PetstockClient, type PetstockClientOptions } from "../../src/client/client.ts";
import { ledgerOf } from "../http/ledger.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { Gateway, loseAnswer, refuse } from "./gateway.ts";
import { rejection, requestError } from "./rejection.ts";

setDefaultTimeout(60_000);

const service = shared(await TestService.start({ rows: ["1,5,available", "2,5,available"] }));
const gateway = shared(await Gateway.before(service));
const apiKey = await service.makeKey("--role", "admin");

describe("withResponse", () => {
  test("gives the item with its tag and the id of the request, which the ledger has", async () => {
    const call = gateway.client().updateInventory(1, 6);
    const { data, status, requestId, etag, replayed } = await call.withResponse();
    expect(data).toEqual({ petId: 1n, quantity: 6, status: "available" });
    expect({ status, etag, replayed }).toEqual({ status: 200, etag: '"6-available"', replayed: false });
    expect((await ledgerOf(service, 1)).at(-1)).toMatchObject({ by: { requestId } });
    // The result alone is the plain item, and the call was made once.
    expect(await call).toBe(data);
    expect(gateway.takeMethods()).toEqual(["PATCH"]);
  });

  test("says that an answer is that of an earlier request", async () => {
    gateway.next(loseAnswer);
    const update = await gateway.client().updateInventory(1, 7).withResponse();
    expect(update).toMatchObject({ replayed: true, etag: '"7-available"', data: { quantity: 7 } });
    const adjusted = await gateway.client().adjust(1, 1).withResponse();
    expect(adjusted).toMatchObject({ replayed: false, etag: '"8-available"', data: { quantity: 8 } });
  });

  test("gives the position of a list, from which changes continue", async () => {
    const client = new PetstockClient({ url: service.url, apiKey });
    const admin = new PetstockAdmin({ url: service.url, apiKey });
    const { data, etag } = await client.listInventory().withResponse();
    expect(data).toHaveLength(2);
    await client.updateInventory(2, 9);
    expect((await admin.changes(etag)).items).toMatchObject([{ petId: 2n, quantity: 9 }]);
    expect((await admin.me().withResponse()).requestId).toMatch(/^[\w.-]+$/);
  });

  test("rejects like the call, and no rejection is left unobserved", async () => {
    const unobserved: unknown[] = [];
    const note = (reason: unknown) => unobserved.push(reason);
    process.on("unhandledRejection", note);
    const error = await requestError(gateway.client().updateInventory(404, 1).withResponse());
    expect(error).toMatchObject({ code: "pet_not_found", status: 404 });
    expect(error.requestId).toMatch(/^[\w.-]+$/);
    await requestError(gateway.client().updateInventory(404, 1));
    // Unobserved rejections are reported after the microtasks.
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(unobserved).toEqual([]);
  });
});

describe("options of one call", () => {
  test("replace the client's retries", async () => {
    gateway.takeMethods();
    gateway.next(refuse("unavailable"));
    expect((await requestError(gateway.client().listInventory({ retries: 0 }))).code).toBe("unavailable");
    expect(gateway.takeMethods()).toHaveLength(1);
    gateway.next(refuse("unavailable"));
    expect(await gateway.client({ retries: 0 }).adjust(1, 0, { retries: 1 })).toMatchObject({ petId: 1n });
    const stream = gateway.client({ retries: 0 }).streamInventory({ retries: 1 });
    gateway.next(refuse("unavailable"));
    expect((await stream.next()).value).toMatchObject({ petId: 1n });
    await stream.return();
  });

  test("replace the client's timeout", async () => {
    const silent = new PetstockClient({
      url: service.url,
      apiKey,
      retries: 0,
      fetch: () => new Promise(() => {}),
    });
    for (const call of [
      silent.listInventory({ timeoutMs: 10 }),
      silent.updateInventory(1, 1, { timeoutMs: 10 }),
      silent.streamInventory({ timeoutMs: 10 }).next(),
    ]) {
      expect((await requestError(call)).code).toBe("timeout");
    }
  });

  test("end a watch of changes after so many attempts to open its stream", async () => {
    using admin = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response(null, { status: 502 }),
    });
    let lost = 0;
    const watch = new PetstockAdmin({ url: admin.url, apiKey }).watchChanges({
      retries: 1,
      onTrouble: () => (lost += 1),
    });
    expect(await requestError(watch.next())).toMatchObject({ code: "unexpected_answer", status: 502 });
    expect(lost).toBeGreaterThanOrEqual(1);
  });
});

describe("invalid options are a TypeError that says what to do", () => {
  const make = (options: Partial<Record<keyof PetstockClientOptions, unknown>>) => () =>
    new PetstockClient({ url: service.url, apiKey: "k", ...options } as PetstockClientOptions);

  test.each([undefined, null, "", 7])("an apiKey that is %p", (key) => {
    expect(make({ apiKey: key })).toThrow(TypeError);
    expect(make({ apiKey: key })).toThrow(/apiKey is missing.*petstock keys create/);
    expect(() => new PetstockAdmin({ url: service.url, apiKey: key as string })).toThrow(TypeError);
  });

  test.each(["http://user:secret@127.0.0.1", "http://:secret@127.0.0.1/v1"])(
    "a url with credentials",
    (url) => {
      expect(make({ url })).toThrow(TypeError);
      expect(make({ url })).toThrow(/user name or password.*apiKey/);
      expect(make({ url })).not.toThrow(/secret/);
    },
  );

  test.each([
    ["127.0.0.1:8080", /http:\/\/127/],
    [undefined, /http:\/\/127/],
    ["ftp://127.0.0.1", /http:\/\/ or https:\/\//],
    ["http://127.0.0.1/?key=1", /query/],
  ])("the url %p", (url, words) => {
    expect(make({ url })).toThrow(TypeError);
    expect(make({ url })).toThrow(words);
  });

  test.each([Number.NaN, -1, "3"])("a number of %p", async (wrong) => {
    for (const name of ["retries", "timeoutMs", "retryForMs"]) {
      expect(make({ [name]: wrong })).toThrow(new RegExp(`${name} must be a number`));
    }
    gateway.takeMethods();
    for (const name of ["retries", "timeoutMs"]) {
      const options = { [name]: wrong } as object;
      expect(await rejection(gateway.client().listInventory(options))).toBeInstanceOf(TypeError);
      expect(await rejection(gateway.client().updateInventory(1, 1, options))).toBeInstanceOf(TypeError);
    }
    expect(gateway.takeMethods()).toEqual([]);
  });
});
