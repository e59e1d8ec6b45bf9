// A retry after the API key was rotated, on both engines: the successor has the Idempotency-Keys of the keys before it, so that what was
// applied is answered again, and not applied twice. Another key has none of them.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { lineageOf } from "../../src/inventory/key-lifecycle.ts";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import { keyRecord } from "../store/keys-suite.ts";
import type { Answer, TestService } from "../support/service.ts";

setDefaultTimeout(60_000);

interface Write {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
}

const JSON_TYPE = "application/json";

const WRITES: readonly Write[] = [
  { what: "an update", method: "PATCH", path: "/v1/inventory/1", body: '{"quantity":7}', type: JSON_TYPE },
  {
    what: "a sale",
    method: "POST",
    path: "/admin/v1/revisions",
    body: '{"changes":[{"petId":1,"by":-1}]}',
    type: JSON_TYPE,
  },
  {
    what: "rows",
    method: "POST",
    path: "/admin/v1/revisions",
    body: "petId,quantity\n2,9\n",
    type: "text/csv",
  },
  { what: "an undo", method: "POST", path: "/admin/v1/revisions/5/undo" },
];

describe.each(ENGINES)("%s", (engine) => {
  test("each write is applied once, by whichever key of the chain it is sent again", async () => {
    await using database = await EngineDatabase.of(engine, "1,5,available", "2,8,available");
    await using service = await database.serve();
    const admin = await service.makeKey("--role", "admin");
    const first = await makeKey(service, admin, "till");
    for (const [n, write] of WRITES.entries()) {
      const send = (key: string) => sendWrite(service, write, key, `request-${n}`);
      const answer = await send(first.key);
      expect([write.what, answer.status]).toEqual([write.what, 200]);
      const revision = await newest(service, admin);
      const second = await rotate(service, admin, first.id);
      const third = await rotate(service, admin, second.id);
      for (const { key } of [second, third]) {
        const again = await send(key);
        expect([write.what, again.status, again.text]).toEqual([write.what, 200, answer.text]);
      }
      expect(await newest(service, admin)).toBe(revision);
      // A key of its own has its own records.
      const other = await makeKey(service, admin, `other-${n}`);
      const applied = await send(other.key);
      if (write.what === "a sale") {
        expect(applied.status).toBe(200);
        expect(await newest(service, admin)).toBe(revision + 1);
      }
      expect(
        (await sendWrite(service, WRITES[(n + 1) % WRITES.length]!, third.key, `request-${n}`)).code,
      ).toBe("idempotency_mismatch");
    }
  });
});

test("the chain of rotations leads to its first key, and a ring of them ends", () => {
  const keys = [
    keyRecord(1),
    keyRecord(2, { replaces: "key1" }),
    keyRecord(3, { replaces: "key2" }),
    keyRecord(4, { replaces: "lost" }),
    keyRecord(5, { replaces: "key6" }),
    keyRecord(6, { replaces: "key5" }),
  ];
  const byId = new Map(keys.map((key) => [key.id, key]));
  expect(keys.slice(0, 4).map((key) => lineageOf(key, byId))).toEqual(["key1", "key1", "key1", "lost"]);
  expect(keys.slice(4).map((key) => lineageOf(key, byId))).toEqual(["key5", "key6"]);
});

interface MadeKey {
  readonly id: string;
  readonly key: string;
}

async function makeKey(service: TestService, key: string, name: string): Promise<MadeKey> {
  const body = JSON.stringify({ name, role: "manager" });
  return (await service.ask("POST", "/admin/v1/keys", { key, body })).json as unknown as MadeKey;
}

async function rotate(service: TestService, key: string, id: string): Promise<MadeKey> {
  return (await service.ask("POST", `/admin/v1/keys/${id}/rotate`, { key })).json as unknown as MadeKey;
}

function sendWrite(service: TestService, write: Write, key: string, idempotencyKey: string): Promise<Answer> {
  const { method, path, body, type } = write;
  const headers = { "Idempotency-Key": idempotencyKey, ...(type !== undefined && { "Content-Type": type }) };
  return service.ask(method, path, { key, headers, ...(body !== undefined && { body }) });
}

async function newest(service: TestService, key: string): Promise<number> {
  const { json } = await service.ask("GET", "/admin/v1/revisions?limit=1", { key });
  return Number((json as unknown as { revisions: { revision: number }[] }).revisions[0]!.revision);
}
