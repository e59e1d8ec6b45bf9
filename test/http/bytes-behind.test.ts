// Bytes behind a request that changes something: a stray line break, garbage, a pipelined request. The runtime answers them with
// an empty 400 or closes the connection, whatever becomes of the request before, so that request must not change anything.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { ADMIN_OPERATIONS } from "../../src/admin/routes.ts";
import type { AdminOperationId } from "../../src/inventory/metrics.ts";
import { chunked, RawConnection, requestOf } from "../support/raw-http.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { shared } from "../support/shared.ts";
import { HeldLock } from "./held-lock.ts";

setDefaultTimeout(60_000);

const LIVEZ = requestOf({ method: "GET", path: "/livez" });
const ITEM = { method: "PATCH", path: "/v1/inventory/1" } as const;
const REFUSED = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";
const ROUNDS = 20;

const service = shared(await TestService.start({ rows: ["1,5,available", "2,0,sold"] }));
const key = await service.makeKey("--role", "admin");
const authorization: [string, string] = ["Authorization", `Bearer ${key}`];
await service.makeKey("--role", "reader", "--name", "other");
const listed = await service.ask("GET", "/admin/v1/keys", { key });
const { keys } = listed.json as unknown as { keys: { id: string; name: string }[] };
const otherKeyId = keys.find(({ name }) => name === "other")!.id;

const made = await service.ask("POST", "/admin/v1/keys", {
  key,
  body: JSON.stringify({ name: "by link", role: "reader", linkValidFor: "1h" }),
});
const linked = made.json as unknown as { id: string; code: string };
const toRenew = await service.ask("POST", "/admin/v1/keys", {
  key,
  body: JSON.stringify({ name: "to renew", role: "reader", linkValidFor: "1h" }),
});
const { id: renewedId } = toRenew.json as unknown as { id: string };

const HOOK = { name: "ERP", url: "https://erp.example/", events: ["low"] };
const hook = await service.ask("POST", "/admin/v1/hooks", { key, body: JSON.stringify(HOOK) });
const { id: hookId } = hook.json as unknown as { id: string };

/** Without what deliveries come to. */
async function hooks(): Promise<string> {
  const { json } = await service.ask("GET", "/admin/v1/hooks", { key });
  const all = (json as unknown as { hooks: Record<string, unknown>[] }).hooks;
  return JSON.stringify(all.map(({ id, pause, previousSecretUntil }) => [id, pause, previousSecretUntil]));
}

/** Everything that a request can change. */
async function state(): Promise<string> {
  const paths = ["/v1/inventory", "/admin/v1/revisions", "/admin/v1/labels", "/admin/v1/keys"];
  const answers = await Promise.all(paths.map((path) => service.ask("GET", path, { key })));
  // The time at which a key was last used says nothing about changes.
  const texts = answers.map(({ text }) => text.replaceAll(/"lastUsedAt":[^,}]*/g, ""));
  return [...texts, await hooks()].join("\n");
}

/** So that what was sent before has been read, and its turn of the event loop has ended. */
async function untilRead(): Promise<void> {
  for (let round = 0; round < 3; round++) await service.ask("GET", "/v1/inventory", { key });
}

function update(quantity: number, headers: readonly [string, string][] = []): Buffer {
  return requestOf(ITEM, [authorization, ...headers], `{"quantity":${quantity}}`);
}

function inChunks(quantity: number): Buffer {
  const head = requestOf(ITEM, [authorization, ["Transfer-Encoding", "chunked"]]);
  return Buffer.concat([head, Buffer.from(chunked(`{"quantity":${quantity}}`))]);
}

const TAILS: readonly [what: string, bytes: Buffer, answer: string][] = [
  ["a line break", Buffer.from("\r\n"), REFUSED],
  ["garbage", Buffer.from("garbage\r\n\r\n"), REFUSED],
  ["another request", LIVEZ, ""],
  ["another update", Buffer.from([]), ""],
];

/** The lengths of the first segments; the last one is the rest, with the bytes behind the body. */
const SEGMENTS: readonly [how: string, cuts: (length: number) => number[]][] = [
  ["in one segment", () => []],
  ["with the body in a second segment", (length) => [length - 14]],
  ["with the end of the body in a second segment", (length) => [length - 3]],
];

describe("an update that arrives together with", () => {
  const cases = TAILS.flatMap(([what, tail, answer]) =>
    SEGMENTS.map(([how, cuts]) => [`${what}, ${how}`, tail, answer, cuts] as const),
  );
  test.each(cases)("%s, changes nothing", async (_, tail, answer, cuts) => {
    const before = await state();
    for (let round = 0; round < ROUNDS; round++) {
      using connection = await RawConnection.open(service.url);
      const first = round % 2 === 0 ? update(60 + round) : inChunks(60 + round);
      const bytes = Buffer.concat([first, tail.length === 0 ? update(99) : tail]);
      let at = 0;
      for (const cut of cuts(first.length)) {
        connection.send(bytes.subarray(at, cut));
        await untilRead();
        at = cut;
      }
      connection.send(bytes.subarray(at));
      expect(await connection.closed()).toBe(answer);
    }
    expect(await state()).toBe(before);
  });
});

interface Write {
  readonly what: string;
  readonly operation: AdminOperationId;
  readonly path: string;
  readonly body?: string | object;
}

const WRITES: readonly Write[] = [
  {
    what: "a change set",
    operation: "applyChangeSet",
    path: "/revisions",
    body: { changes: [{ petId: 1, quantity: 9 }] },
  },
  { what: "an undo", operation: "undoRevision", path: "/revisions/2/undo" },
  {
    what: "a large change set",
    operation: "applyChangeSet",
    path: "/revisions",
    body: {
      changes: Array.from({ length: 1_001 }, (_, at) => ({
        petId: at + 10,
        create: true,
        quantity: 1,
        status: "sold",
      })),
    },
  },
  { what: "rows", operation: "applyChangeSet", path: "/revisions", body: "petId,quantity\n1,8\n" },
  {
    what: "labels",
    operation: "putLabels",
    path: "/labels",
    body: { labels: [{ petId: 1, name: "Rex" }] },
  },
  { what: "rows of labels", operation: "putLabels", path: "/labels", body: "petId,name\n1,Lassie\n" },
  { what: "a new key", operation: "createKey", path: "/keys", body: { name: "new", role: "reader" } },
  { what: "a rotated key", operation: "rotateKey", path: "/keys/{id}/rotate" },
  { what: "a new link", operation: "renewLink", path: `/keys/${renewedId}/link` },
  { what: "a new hook", operation: "createHook", path: "/hooks", body: HOOK },
  {
    what: "a hook that is paused",
    operation: "updateHook",
    path: `/hooks/${hookId}`,
    body: { paused: true },
  },
  { what: "a rotated hook", operation: "rotateHook", path: `/hooks/${hookId}/rotate` },
  { what: "a deleted hook", operation: "deleteHook", path: `/hooks/${hookId}` },
  { what: "a link that is opened", operation: "signIn", path: "/sign-in", body: { code: linked.code } },
  { what: "a revoked key", operation: "revokeKey", path: "/keys/{id}" },
];

describe("a write of the Admin API that arrives together with garbage changes nothing:", () => {
  test.each(WRITES.map((write) => [write.what, write] as const))("%s", async (_, write) => {
    const question = {
      method: ADMIN_OPERATIONS[write.operation].method,
      path: `/admin/v1${write.path.replace("{id}", otherKeyId)}`,
    };
    const { body = "" } = write;
    const bytes =
      typeof body === "string"
        ? requestOf(question, [authorization, ["Content-Type", "text/csv"]], body)
        : requestOf(question, [authorization], JSON.stringify(body));
    const before = await state();
    for (let round = 0; round < 3; round++) {
      using connection = await RawConnection.open(service.url);
      connection.send(Buffer.concat([bytes, Buffer.from("garbage\r\n\r\n")]));
      const answer = await connection.closed();
      expect(answer).toEndWith(REFUSED);
      // "overloaded" comes first where the round before still has a place for uploads.
      expect(answer).not.toContain("HTTP/1.1 2");
    }
    expect(await state()).toBe(before);
    // Alone it is a change.
    using connection = await RawConnection.open(service.url);
    await until("the write to be accepted", async () => {
      connection.send(bytes);
      const { status } = await connection.answer(question);
      expect(status).toBeOneOf([200, 201, 503]);
      return status !== 503;
    });
    expect(await state()).not.toBe(before);
  });

  test("these are all writes", () => {
    // A test of a hook changes nothing here.
    const ids = Object.entries(ADMIN_OPERATIONS).filter(
      ([id, { method }]) => method !== "GET" && id !== "testHook",
    );
    expect(new Set<string>(WRITES.map(({ operation }) => operation))).toEqual(new Set(ids.map(([id]) => id)));
  });
});

// https://github.com/oven-sh/bun/pull/38128: the runtime reads on while a response is pending.
test("bytes that follow later: an update that still waits is left out; one that is being committed is applied, although the runtime answers 400", async () => {
  await service.update(key, 1, 5);
  const connections = await Promise.all([71, 72, 73].map(() => RawConnection.open(service.url)));
  const [first, second, third] = connections as [RawConnection, RawConnection, RawConnection];
  using lock = new HeldLock(service);
  try {
    // Two groups may be in flight, so the third update waits.
    for (const [index, connection] of connections.entries()) {
      connection.send(update(71 + index));
      await untilRead();
    }
    second.send("\r\n");
    third.send("\r\n");
    expect([await second.closed(), await third.closed()]).toEqual([REFUSED, REFUSED]);
    lock.release();
    expect((await first.answer(ITEM)).status).toBe(200);
    await service.update(key, 2, 1);
    expect((await service.ask("GET", "/v1/inventory", { key })).text).toContain('{"petId":1,"quantity":72,');
  } finally {
    for (const connection of connections) connection[Symbol.dispose]();
  }
});

test("behind a request that asks to close the connection bytes are ignored", async () => {
  using connection = await RawConnection.open(service.url);
  connection.send(Buffer.concat([update(81, [["Connection", "close"]]), Buffer.from("\r\ngarbage\r\n\r\n")]));
  expect((await connection.answer(ITEM)).status).toBe(200);
});
