// API keys over HTTP, on both engines, with two servers on one database: a change takes effect at once where it was made, and
// soon elsewhere; a key is in one response and nowhere else.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { hashKey, isWellFormedKey, makeKey } from "../../src/keys/format.ts";
import type { Listener } from "../../src/http/client-address.ts";
import { systemClock } from "../../src/inventory/clock.ts";
import type { Role } from "../../src/inventory/role.ts";
import { IncomingBodies } from "../../src/admin/incoming-bodies.ts";
import { KeyEndings } from "../../src/keys/key-endings.ts";
import { createKey } from "../../src/admin/keys.ts";
import { silent } from "../snapshot/model-inventory.ts";
import { openSqlite } from "../sqlite/embedded.ts";
import { keyRecord } from "../store/keys-suite.ts";
import { CLI_ACTOR } from "../support/login-name.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import type { Answer, TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

/** Generous, for a busy machine. test/keys/api-keys.test.ts tests the documented second with an injected clock. */
const SOON_MS = 10_000;
const DAY_MS = 86_400_000;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const KEYS = "/admin/v1/keys";

interface Key {
  readonly id: string;
  readonly name: string;
  readonly account: string;
  readonly role: string;
  readonly createdAt: string;
  readonly createdBy: { readonly actor: string; readonly keyId: string | null };
  readonly replaces: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly revokedBy: Key["createdBy"] | null;
  readonly lastUsedAt: string | null;
  readonly link: { readonly expiresAt: string; readonly openedAt: string | null } | null;
  readonly key: string;
}

test("a key creates no key above its own role, whoever may create keys", async () => {
  using folder = new TemporaryFolder();
  await using store = await openSqlite(folder.file("petstock.db"), { create: true });
  const deputy = keyRecord(1, { name: "deputy", role: "manager" });
  await store.keys.create(deputy);
  const operation = createKey({
    authenticate: () => ({ ...deputy, lineage: deputy.id }),
    bodies: new IncomingBodies(new KeyEndings(() => true)),
    store,
    keys: { learn: () => {}, refresh: async () => {} },
    clock: systemClock,
    log: silent,
  });
  const creating = async (role: Role) => {
    const request = new Request("http://localhost/", {
      method: "POST",
      body: JSON.stringify({ name: "x", role }),
    });
    return operation(request, "request-1", {} as Listener);
  };
  for (const role of ["reader", "clerk", "manager"] as const) expect((await creating(role)).status).toBe(201);
  const error = await creating("admin").then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code: "insufficient_role", message: expect.stringContaining("role admin") });
  expect((await store.keys.list()).map(({ role }) => role).toSorted()).toEqual([
    "clerk",
    "manager",
    "manager",
    "reader",
  ]);
});

describe.each(ENGINES)("%s:", async (engine) => {
  const database = shared(await EngineDatabase.of(engine, "1,5,available"));
  const [here, elsewhere] = await Promise.all([database.serve(), database.serve()]);
  let admin = await database.makeKey("--role", "admin", "--name", "first", "--account", "head office");

  const ask = (method: string, path: string, body?: object | string, key = admin): Promise<Answer> =>
    here.ask(method, `${KEYS}${path}`, {
      key,
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const listed = async () => ((await ask("GET", "")).json as unknown as { keys: Key[] }).keys;
  const recordOf = async (wanted: string) => (await listed()).find(({ id }) => id === wanted)!;
  /** The ids of the usable ones. */
  const admins = async () =>
    (await listed())
      .filter(({ role, revokedAt }) => role === "admin" && revokedAt === null)
      .map(({ id }) => id);
  const create = async (body: object): Promise<Key> => {
    const { status, json } = await ask("POST", "", body);
    expect(status).toBe(201);
    return json as unknown as Key;
  };
  const make = (name: string, role = "reader") => create({ name, role });
  const isRefused = async (service: TestService, key: string) =>
    (await service.list(key)).code === "invalid_api_key";

  describe("GET /keys", () => {
    test("lists the keys of all accounts, without keys and hashes", async () => {
      const answer = await ask("GET", "");
      expect(answer.status).toBe(200);
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
      const all = (answer.json as unknown as { keys: Key[] }).keys;
      const first = all.find(({ name }) => name === "first");
      expect(first).toEqual({
        id: expect.stringMatching(/^\w{12}$/),
        name: "first",
        account: "head office",
        role: "admin",
        createdAt: expect.stringMatching(TIME),
        createdBy: { actor: CLI_ACTOR, keyId: null },
        replaces: null,
        expiresAt: null,
        revokedAt: null,
        revokedBy: null,
        lastUsedAt: first?.lastUsedAt ?? null,
        link: null,
      } as Key);
      expect(answer.text).not.toContain(hashKey(admin));
      expect(answer.text).not.toContain("petstock_");
    });
  });

  describe("POST /keys", () => {
    test("creates a key that works at once on every server", async () => {
      const made = await ask("POST", "", { name: "till-3", role: "clerk" });
      expect(made.status).toBe(201);
      expect(made.headers.get("Cache-Control")).toBe("no-store");
      const { key, ...record } = made.json as unknown as Key;
      expect(isWellFormedKey(key)).toBe(true);
      expect(record).toMatchObject({ name: "till-3", role: "clerk", account: "default", expiresAt: null });
      expect(await recordOf(record.id)).toEqual(record as Key);
      for (const service of [here, elsewhere]) expect((await service.update(key, 1, 6)).status).toBe(200);
    });

    test.each([
      ["1s", 1_000],
      ["90d", 90 * DAY_MS],
      ["36500d", 36_500 * DAY_MS],
    ])("takes a lifetime (%s), an account, and a name in any script", async (expiresIn, ms) => {
      const body = { name: "Kasse “3” 🐶", role: "manager", account: "Süd", expiresIn };
      const { key: _, ...made } = await create(body);
      expect(made).toMatchObject({ name: "Kasse “3” 🐶", role: "manager", account: "Süd" });
      expect(Date.parse(made.expiresAt!) - Date.parse(made.createdAt)).toBe(ms);
    });

    test.each([
      ["nothing", "", "invalid_json", "empty"],
      ["an array", "[]", "invalid_json", "array"],
      ["no name", { role: "clerk" }, "invalid_field", '"name"'],
      ["no role", { name: "x" }, "invalid_field", '"role"'],
      ["an unknown role", { name: "x", role: "owner" }, "invalid_field", "reader, clerk, manager, admin"],
      ["a member too many", { name: "x", role: "clerk", readOnly: true }, "unknown_field", '"readOnly"'],
      ["the name twice", '{"name":"x","name":"y","role":"clerk"}', "duplicate_field", '"name"'],
      ["an empty name", { name: "", role: "clerk" }, "invalid_field", '"name"'],
      ["a long name", { name: "x".repeat(65), role: "clerk" }, "invalid_field", '"name"'],
      ["a number as name", { name: 3, role: "clerk" }, "invalid_field", '"name"'],
      ["a control character", { name: "a\u0085b", role: "clerk" }, "invalid_field", '"name"'],
      ["a bidi character", { name: "a\u202eb", role: "clerk" }, "invalid_field", '"name"'],
      ["half a character", '{"name":"\\ud800","role":"clerk"}', "invalid_field", '"name"'],
      [
        "a space at the end of the account",
        { name: "x", role: "clerk", account: "a " },
        "invalid_field",
        '"account"',
      ],
      [
        "a lifetime without unit",
        { name: "x", role: "clerk", expiresIn: "90" },
        "invalid_field",
        '"expiresIn"',
      ],
      ["no lifetime", { name: "x", role: "clerk", expiresIn: "0s" }, "invalid_field", "from 1s to 36500d"],
      [
        "too long a lifetime",
        { name: "x", role: "clerk", expiresIn: "36501d" },
        "invalid_field",
        "from 1s to 36500d",
      ],
    ])("with %s is refused, says why, and creates no key", async (_, body, code, words) => {
      const before = (await listed()).length;
      const answer = await ask("POST", "", body);
      expect([answer.status, answer.code]).toEqual([400, code]);
      expect((answer.json as { message: string }).message).toContain(words);
      expect(await listed()).toHaveLength(before);
    });

    test("with the id of another key as its name is refused; other names of twelve letters are not", async () => {
      const { id } = await create({ name: "cashregister", role: "clerk" });
      const before = (await listed()).length;
      const answer = await ask("POST", "", { name: id, role: "clerk" });
      expect([answer.status, answer.code]).toEqual([400, "invalid_field"]);
      expect((answer.json as { message: string }).message).toContain(`"${id}" is the id of another key`);
      expect(await listed()).toHaveLength(before);
    });

    test("with a key as its name is refused, and shows the key nowhere", async () => {
      const secret = makeKey();
      const answer = await ask("POST", "", { name: `till ${secret}`, role: "clerk" });
      expect([answer.status, answer.code]).toEqual([400, "invalid_field"]);
      expect(answer.text + here.words).not.toContain(secret);
    });
  });

  describe("POST /keys/{id}/rotate", () => {
    test("creates a key like it; the old one stays valid for 24 hours", async () => {
      const old = await create({ name: "Kasse 9", role: "manager", account: "south", expiresIn: "90d" });
      const { status, headers, json } = await ask("POST", `/${old.id}/rotate`);
      expect([status, headers.get("Cache-Control")]).toEqual([201, "no-store"]);
      const next = json as unknown as Key;
      expect(next).toMatchObject({ name: "Kasse 9", role: "manager", account: "south", revokedAt: null });
      expect(next.id).not.toBe(old.id);
      expect(Date.parse(next.expiresAt!) - Date.parse(next.createdAt)).toBe(90 * DAY_MS);
      expect(Date.parse((await recordOf(old.id)).expiresAt!)).toBe(Date.parse(next.createdAt) + DAY_MS);
      for (const key of [old.key, next.key])
        for (const service of [here, elsewhere]) expect((await service.list(key)).status).toBe(200);
    });

    test("without an overlap ends the old key at once", async () => {
      const old = await make("leaked", "clerk");
      const next = (await ask("POST", `/${old.id}/rotate?overlap=0s`)).json as unknown as Key;
      expect(await isRefused(here, old.key)).toBe(true);
      expect((await here.update(next.key, 1, 6)).status).toBe(200);
      await until("the other server to refuse it", () => isRefused(elsewhere, old.key), SOON_MS);
    });

    test.each([
      ["?overlap=24", "overlap"],
      ["?overlap=367d", "from 0s to 366d"],
      ["?overlap=1d&overlap=2d", "twice"],
      ["?Overlap=1d", "unknown"],
    ])("with %s is refused, and changes nothing", async (query, words) => {
      const { id } = await make("steady");
      const answer = await ask("POST", `/${id}/rotate${query}`);
      expect([answer.status, answer.code]).toEqual([400, "invalid_query"]);
      expect((answer.json as { message: string }).message).toContain(words);
      expect(
        (await listed()).filter(({ name, expiresAt }) => name === "steady" && expiresAt !== null),
      ).toEqual([]);
    });

    test("of a revoked key is 409, and of an unknown one 404", async () => {
      const { id } = await make("gone");
      await ask("DELETE", `/${id}`);
      const revoked = await ask("POST", `/${id}/rotate`);
      expect([revoked.status, revoked.code]).toEqual([409, "key_inactive"]);
      const unknown = await ask("POST", "/nosuchkey/rotate");
      expect([unknown.status, unknown.code]).toEqual([404, "key_not_found"]);
    });
  });

  describe("DELETE /keys/{id}", () => {
    test("revokes a key: here at once, soon elsewhere; it stays listed", async () => {
      const { key, ...made } = await make("lost");
      for (const service of [here, elsewhere]) expect((await service.list(key)).status).toBe(200);
      const answer = await ask("DELETE", `/${made.id}`);
      expect(answer.status).toBe(200);
      const { id, revokedAt } = answer.json as unknown as Key;
      expect(id).toBe(made.id);
      expect(revokedAt).toMatch(TIME);
      expect(await isRefused(here, key)).toBe(true);
      await until("the other server to refuse it", () => isRefused(elsewhere, key), SOON_MS);
      expect((await recordOf(made.id)).revokedAt).toBe(revokedAt);
      const again = await ask("DELETE", `/${made.id}`);
      expect([again.status, (again.json as unknown as Key).revokedAt]).toEqual([200, revokedAt]);
    });

    test("ends the key's open streams, on every server", async () => {
      const { key, id } = await make("screen");
      const headers = { Authorization: `Bearer ${key}`, Accept: "text/event-stream" };
      const streams = await Promise.all(
        [here, elsewhere].map(({ url }) => fetch(`${url}/admin/v1/changes`, { headers })),
      );
      expect(streams.map(({ status }) => status)).toEqual([200, 200]);
      const readers = streams.map(({ body }) => body!.getReader());
      for (const reader of readers) expect((await reader.read()).done).toBe(false);
      expect((await ask("DELETE", `/${id}`)).status).toBe(200);
      const untilEnd = async (reader: (typeof readers)[0]): Promise<boolean> =>
        (await reader.read()).done || untilEnd(reader);
      // Waits for each end; a stream that stays open fails by the test's timeout.
      expect(await Promise.all(readers.map(untilEnd))).toEqual([true, true]);
    });

    test("of an unknown key is 404, and a key in its place is shown nowhere", async () => {
      const secret = makeKey();
      const ids = ["nosuchkey", secret, encodeURIComponent("a\u202eb"), "a%00", "%ff", "a".repeat(2_000)];
      for (const id of ids) {
        for (const answer of [await ask("DELETE", `/${id}`), await ask("POST", `/${id}/rotate`)]) {
          expect([answer.status, answer.code]).toEqual([404, "key_not_found"]);
          expect(answer.text).not.toContain(secret);
        }
      }
      expect(here.words).not.toContain(secret);
    });

    test("of the last admin is 409 without force=true", async () => {
      const others = (await listed()).filter(({ role, name }) => role === "admin" && name !== "first");
      expect(others).toEqual([]);
      const own = (await listed()).find(({ name }) => name === "first");
      const refusal = await ask("DELETE", `/${own!.id}`);
      expect([refusal.status, refusal.code]).toEqual([409, "last_admin_key"]);
      expect((await recordOf(own!.id)).revokedAt).toBeNull();
      const next = await make("next", "admin");
      expect((await ask("DELETE", `/${own!.id}`)).status).toBe(200);
      expect((await ask("GET", "")).code).toBe("invalid_api_key");
      admin = next.key;
      expect((await ask("DELETE", `/${next.id}`)).code).toBe("last_admin_key");
      expect((await ask("DELETE", `/${next.id}?force=true`)).status).toBe(200);
      admin = await database.makeKey("--role", "admin", "--name", "first");
    });

    test("of two admins by each other at the same time leaves one", async () => {
      const [own = ""] = await admins();
      const other = await make("other", "admin");
      await elsewhere.list(other.key);
      const outcomes = await Promise.all([
        ask("DELETE", `/${other.id}`),
        elsewhere.ask("DELETE", `${KEYS}/${own}`, { key: other.key }),
      ]);
      // The key of the second one is revoked by then.
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      if (outcomes[1].status === 200) admin = other.key;
      expect(await admins()).toHaveLength(1);
    });
  });

  test("each key says who made, replaced and revoked it, as its response did", async () => {
    const [own = ""] = await admins();
    const { name } = await recordOf(own);
    const by = { actor: `key:${name}`, keyId: own };
    const { key: _, ...made } = await make("watched", "clerk");
    expect(made).toMatchObject({ createdBy: by, replaces: null, revokedBy: null });
    const { key: __, ...next } = (await ask("POST", `/${made.id}/rotate`)).json as unknown as Key;
    expect(next).toMatchObject({ createdBy: by, replaces: made.id, revokedBy: null });
    const revoked = (await ask("DELETE", `/${made.id}`)).json as unknown as Key;
    expect(revoked).toMatchObject({ createdBy: by, replaces: null, revokedBy: by });
    for (const each of [next, revoked]) expect(await recordOf(each.id)).toEqual(each as Key);
    // The command line revokes as its user; a second revocation changes nothing.
    await database.run(["keys", "revoke", next.id]);
    const { revokedAt, revokedBy } = await recordOf(next.id);
    expect(revokedBy).toEqual({ actor: CLI_ACTOR, keyId: null });
    const again = (await ask("DELETE", `/${next.id}`)).json as unknown as Key;
    expect([again.revokedAt, again.revokedBy]).toEqual([revokedAt, revokedBy]);
  });

  test("the log names each change and who made it, and never a key", async () => {
    const [own] = await admins();
    const made = await make("logged", "clerk");
    const next = (await ask("POST", `/${made.id}/rotate`)).json as unknown as Key;
    await ask("DELETE", `/${next.id}`);
    const lineOf = (msg: string, id: string) =>
      until(msg, () => here.log.find((line) => line.msg === msg && line["id"] === id));
    const by = own!;
    expect(await lineOf("key_created", made.id)).toMatchObject({
      level: "info",
      name: "logged",
      role: "clerk",
      by,
    });
    expect(await lineOf("key_rotated", made.id)).toMatchObject({ successor: next.id, overlapMs: DAY_MS, by });
    expect(await lineOf("key_revoked", next.id)).toMatchObject({ by });
    for (const { key } of [made, next]) expect(here.words).not.toContain(key.slice("petstock_".length));
  });
});
