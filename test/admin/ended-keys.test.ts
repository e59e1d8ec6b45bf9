// A key that is revoked or expires while a request of it is under way: what arrives is cut off, what has arrived changes nothing, and
// what is being sent is broken off (downloads in the test's process: test/http/downloads.test.ts).

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const JSON_TYPE = "application/json";

/** Requests with a body, by what they would change. */
const WRITES = {
  "a new key": ["POST", "/admin/v1/keys", JSON_TYPE, '{"name":"left behind","role":"admin"}'],
  "a change set": ["POST", "/admin/v1/revisions", JSON_TYPE, '{"changes":[{"petId":1,"quantity":78}]}'],
  rows: ["POST", "/admin/v1/revisions", "text/csv", "petId,quantity\n1,79\n"],
  labels: ["PUT", "/admin/v1/labels", JSON_TYPE, '{"labels":[{"petId":1,"name":"Rex"}]}'],
  "rows of labels": ["PUT", "/admin/v1/labels", "text/csv", "petId,name\n1,Rex\n"],
  "an update": ["PATCH", "/v1/inventory/1", JSON_TYPE, '{"quantity":77}'],
} as const;

type Write = (typeof WRITES)[keyof typeof WRITES];

describe.each(ENGINES)("%s:", async (engine) => {
  const database = shared(await EngineDatabase.of(engine, "1,1,available"));
  const service = await database.serve();
  const admin = await database.makeKey("--role", "admin");

  const askKeys = (method: string, path = "", body?: object) =>
    service.ask(method, `/admin/v1/keys${path}`, {
      key: admin,
      headers: { "Content-Type": JSON_TYPE },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  const makeKey = async (more: object = {}) => {
    const { status, json } = await askKeys("POST", "", { name: "leaked", role: "admin", ...more });
    expect(status).toBe(201);
    return json as { id: string; key: string };
  };

  /** The head and the first bytes of a request, and its rest. */
  const begin = async (key: string, [method, path, type, body]: Write) => {
    const connection = await RawConnection.open(service.url);
    const headers = [
      ["Authorization", `Bearer ${key}`],
      ["Content-Type", type],
    ] as const;
    const bytes = requestOf({ method, path }, headers, body);
    const split = bytes.length - body.length + 3;
    connection.send(bytes.subarray(0, split));
    return { connection, question: { method, path }, rest: bytes.subarray(split) };
  };

  const state = async () => {
    const labels = await service.ask("GET", "/admin/v1/labels", { key: admin });
    const keys = (await askKeys("GET")).json as unknown as { keys: { name: string }[] };
    return {
      list: (await service.list(admin)).text,
      labels: labels.text,
      names: keys.keys.map(({ name }) => name).filter((name) => name !== "leaked"),
    };
  };

  test("bodies that arrive are answered 401 when their key has been revoked, before their rest", async () => {
    const before = await state();
    const { "an update": _, ...large } = WRITES;
    const cutOff = async ([what, write]: [string, Write]) => {
      const { id, key } = await makeKey();
      const { connection: opened, question } = await begin(key, write);
      using connection = opened;
      expect((await askKeys("DELETE", `/${id}`)).status).toBe(200);
      const { status, code, headers } = await connection.answer(question);
      expect([what, status, code]).toEqual([what, 401, "invalid_api_key"]);
      expect(headers.get("WWW-Authenticate")).toStartWith("Bearer");
    };
    await Promise.all(Object.entries(large).map(cutOff));
    expect(await state()).toEqual(before);
  });

  test("a request whose rest arrives after the end of its key changes nothing", async () => {
    const before = await state();
    for (const [what, write] of Object.entries(WRITES)) {
      const { id, key } = await makeKey();
      const { connection: opened, question, rest } = await begin(key, write);
      using connection = opened;
      expect((await askKeys("DELETE", `/${id}`)).status).toBe(200);
      connection.send(rest);
      const { status, code } = await connection.answer(question);
      expect([what, status, code]).toEqual([what, 401, "invalid_api_key"]);
    }
    expect(await state()).toEqual(before);
  });

  test("uploads of keys that expire end, and their places are free", async () => {
    const before = await state();
    const cutOff = async (write: Write) => {
      const { key } = await makeKey({ expiresIn: "2s" });
      const { connection: opened, question } = await begin(key, write);
      using connection = opened;
      const { status, code } = await connection.answer(question);
      expect([status, code]).toEqual([401, "invalid_api_key"]);
    };
    // As many as there are places.
    await Promise.all([WRITES.rows, WRITES["rows of labels"]].map(cutOff));
    const { status } = await service.ask("POST", "/admin/v1/revisions?dryRun=true", {
      key: admin,
      headers: { "Content-Type": "text/csv" },
      body: "petId,quantity\n1,5\n",
    });
    expect(status).toBe(200);
    expect(await state()).toEqual(before);
  });
});
