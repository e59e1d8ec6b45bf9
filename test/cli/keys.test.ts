// petstock keys: a key is printed once and never stored; creating and revoking take effect on a running server.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { hashKey, isWellFormedKey } from "../../src/keys/format.ts";
import { CLI_ACTOR } from "../support/login-name.ts";
import { type Finished, petstock, petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { shared } from "../support/shared.ts";
import { expectRefusal } from "./inventory.ts";

setDefaultTimeout(60_000);

/** Generous: the documented limits are one or two seconds. */
const LIMIT_MS = 10_000;

const service = shared(await TestService.start({ rows: ["1,1,available"] }));

const USER = { actor: CLI_ACTOR, keyId: null };

function keys(...args: string[]): Promise<Finished> {
  return petstock(["keys", ...args, "--database", service.databaseUrl]);
}

async function create(...args: string[]): Promise<{ key: string; id: string; stderr: string }> {
  const all = ["keys", "create", ...args, "--database", service.databaseUrl];
  const { stdout, stderr } = await petstockOrThrow(all);
  return { key: stdout.trimEnd(), id: /^Key (\w+) /.exec(stderr)?.[1] ?? "", stderr };
}

async function list(...args: string[]): Promise<Record<string, unknown>[]> {
  const { stdout } = await keys("list", "--json", ...args);
  return JSON.parse(stdout);
}

describe("keys create", () => {
  test("prints the key alone on stdout, and it works at once on a running server", async () => {
    const { stdout, stderr } = await keys("create", "--name", "till-1");
    const key = stdout.trimEnd();
    expect(stdout).toBe(`${key}\n`);
    expect(isWellFormedKey(key)).toBe(true);
    expect(stderr).toMatch(/^Key \w{12} \(default\/till-1, clerk, never expires\)[^\n]+\n$/);
    expect(stderr).not.toContain("petstock_");
    const { status } = await service.update(key, 1, 11);
    expect(status).toBe(200);
  });

  test("never leaves the key in the database's files, the log, or the output of another command", async () => {
    const { key } = await create("--name", "secret");
    await service.update(key, 1, 12);
    const secret = key.slice("petstock_".length);
    const files = readdirSync(service.folder.path);
    expect(files).toContain("petstock.db-wal");
    let hashSeen = false;
    for (const name of files) {
      const bytes = Buffer.from(await Bun.file(service.folder.file(name)).bytes());
      expect({ name, holdsKey: bytes.includes(secret) }).toEqual({ name, holdsKey: false });
      hashSeen ||= bytes.includes(hashKey(key));
    }
    // Proves that the search works: it finds a text that the files contain.
    expect(hashSeen).toBe(true);
    const shown = await Promise.all([
      keys("list"),
      keys("list", "--json"),
      petstock(["history", "--json", "--database", service.databaseUrl]),
    ]);
    for (const { stdout, stderr } of shown) {
      expect(stdout + stderr).not.toContain(secret);
      expect(stdout + stderr).not.toContain(hashKey(key));
    }
    expect(service.words).not.toContain(secret);
  });

  test.each(["हिन्दी", "Cafe\u0301", "❤️", "👩🏽‍💻", "می‌خواهم", "Ünïcödé №1"])(
    "takes a name and an account in any script: %s",
    async (name) => {
      const { id } = await create("--name", name, "--account", name);
      expect(await list("--account", name)).toEqual([expect.objectContaining({ id, name, account: name })]);
    },
  );

  test.each([
    ["", "clerk", []],
    ["--role reader", "reader", ["--role", "reader"]],
    ["--role clerk", "clerk", ["--role", "clerk"]],
    ["--role manager", "manager", ["--role", "manager"]],
    ["--role admin", "admin", ["--role", "admin"]],
    ["--read-only", "reader", ["--read-only"]],
    ["--read-only --role reader", "reader", ["--read-only", "--role", "reader"]],
  ] as const)("%s creates a key with the role %s", async (_, role, args) => {
    const { id, stderr } = await create("--name", "each", ...args);
    expect(stderr).toContain(`(default/each, ${role}, never expires)`);
    const renamed = "--read-only is now called --role reader.\n";
    expect(stderr.endsWith(renamed)).toBe((args as readonly string[]).includes("--read-only"));
    expect((await list()).find((each) => each["id"] === id)).toMatchObject({ role });
  });

  test.each([
    [
      ["--role", "owner"],
      ["--role", '"owner"', "reader, clerk, manager, admin"],
    ],
    [
      ["--read-only", "--role", "clerk"],
      ["--read-only", "--role"],
    ],
  ])("with %j is refused, and creates no key", async (args, words) => {
    const before = await list();
    expectRefusal(await keys("create", "--name", "none", ...args), { exitCode: 2, words });
    expect((await list()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  test("with the id of another key as its name is refused, and creates no key", async () => {
    const { id } = await create("--name", "warehouse123");
    const before = await list();
    expectRefusal(await keys("create", "--name", id), {
      exitCode: 2,
      words: ["--name", id, "choose another name"],
    });
    expect(await list()).toEqual(before);
  });

  test("--expires creates a key that expires", async () => {
    const { key, id, stderr } = await create("--name", "guest", "--expires", "2s");
    expect(stderr).toMatch(/expires \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
    const { createdAt, expiresAt } = (await list()).find((each) => each["id"] === id) as Record<
      string,
      number
    >;
    expect(expiresAt! - createdAt!).toBe(2_000);
    await until("the key to expire", async () => (await service.list(key)).status === 401, LIMIT_MS);
    expect((await service.list(key)).code).toBe("invalid_api_key");
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt!);
    expect((await list()).find((each) => each["id"] === id)).toMatchObject({ state: "expired" });
  });
});

describe("keys list", () => {
  test("shows all keys with their accounts, and never a hash", async () => {
    const { id } = await create("--name", "Kasse 3", "--account", "west", "--read-only");
    const west = await list("--account", "west");
    expect(west).toEqual([
      {
        id,
        account: "west",
        name: "Kasse 3",
        role: "reader",
        createdAt: expect.any(Number),
        createdBy: USER,
        replaces: null,
        expiresAt: null,
        revokedAt: null,
        revokedBy: null,
        lastUsedAt: null,
        link: null,
        state: "active",
      },
    ]);
    expect((await list()).length).toBeGreaterThan(1);
    expect(await list("--account", "unused")).toEqual([]);
    const { stdout } = await keys("list", "--account", "west");
    expect(stdout).toMatch(/^ID +ACCOUNT +NAME +ROLE +STATE +CREATED +EXPIRES +LAST USED +HISTORY\n/);
    expect(stdout).toMatch(
      new RegExp(`^${id} +west +Kasse 3 +reader +active +\\S+Z +- +- +made by cli:`, "m"),
    );
  });

  test("says who made, replaced and revoked each key, and when", async () => {
    const { id } = await create("--name", "watched", "--account", "north");
    const { id: next } = idOfRotation(await keys("rotate", id));
    await keys("revoke", next);
    const { stdout } = await keys("list", "--account", "north");
    const [old, successor] = stdout.trimEnd().split("\n").slice(1).map(historyOf);
    const by = USER.actor;
    expect(old).toBe(`made by ${by}; replaced by ${next} on TIME by ${by}`);
    expect(successor).toBe(`made by ${by} to replace ${id}; revoked on TIME by ${by}`);
    expect(await list("--account", "north")).toMatchObject([
      { id, createdBy: USER, replaces: null, revokedBy: null },
      { id: next, createdBy: USER, replaces: id, revokedBy: USER, revokedAt: expect.any(Number) },
    ]);
  });

  test("names an acting key with its id, since names repeat", async () => {
    const { key, id: boss } = await create("--name", "boss", "--role", "admin");
    const remote = { PETSTOCK_URL: service.url, PETSTOCK_API_KEY: key };
    const { stderr } = await petstockOrThrow(["keys", "create", "--name", "hers"], { env: remote });
    const id = /^Key (\w+) /.exec(stderr)![1]!;
    await petstockOrThrow(["keys", "revoke", id], { env: remote });
    const by = `key:boss (${boss})`;
    for (const { stdout } of [await keys("list"), await petstockOrThrow(["keys", "list"], { env: remote })]) {
      const line = stdout.split("\n").find((each) => each.startsWith(id))!;
      expect(historyOf(line)).toBe(`made by ${by}; revoked on TIME by ${by}`);
    }
  });

  /** The last column, without times. */
  function historyOf(line: string): string {
    return /made by .*$/.exec(line)![0].replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "TIME");
  }

  function idOfRotation({ stderr }: Finished): { id: string } {
    return { id: /^Key (\w+) .* replaces /.exec(stderr)![1]! };
  }
});

describe("keys rotate", () => {
  const DAY_MS = 86_400_000;

  async function recordOf(id: string): Promise<Record<string, unknown>> {
    return (await list()).find((each) => each["id"] === id)!;
  }

  test("prints the new key alone on stdout; both work at once, and the old one ends after the overlap", async () => {
    const { key: old, id } = await create("--name", "Kasse 9", "--account", "south", "--expires", "90d");
    expect((await service.list(old)).status).toBe(200);
    const { stdout, stderr } = await keys("rotate", id);
    const key = stdout.trimEnd();
    expect(stdout).toBe(`${key}\n`);
    expect(isWellFormedKey(key)).toBe(true);
    const [, newId = ""] =
      /^Key (\w{12}) \(south\/Kasse 9, clerk, expires \S+Z\) replaces (?:\w+), which expires /.exec(stderr)!;
    expect(stderr).toContain(`replaces ${id}, which expires 20`);
    expect(stderr).not.toContain("petstock_");
    for (const each of [key, old]) expect((await service.update(each, 1, 31)).status).toBe(200);
    const [before, after] = [await recordOf(id), await recordOf(newId)] as Record<string, number>[];
    expect(before!["expiresAt"]).toBe(after!["createdAt"]! + DAY_MS);
    expect(before).toMatchObject({ revokedAt: null, state: "expires_soon" });
    expect(after!["expiresAt"]! - after!["createdAt"]!).toBe(90 * DAY_MS);
    expect(after).toMatchObject({ account: "south", name: "Kasse 9", role: "clerk", state: "active" });
    expect((await keys("list", "--account", "south")).stdout).toMatch(
      new RegExp(`^${id} +south +Kasse 9 +clerk +expires soon `, "m"),
    );
    // The service warns once it has read the rotation.
    const warning = await until(
      "the warning",
      async () => {
        await service.list(old);
        return service.log.find((line) => line.msg === "key_expires_soon" && line["id"] === id);
      },
      LIMIT_MS,
    );
    expect(warning).toMatchObject({ level: "warn", name: "Kasse 9", days: 1 });
    expect(service.words).not.toContain(old.slice("petstock_".length));
  });

  test("a running server refuses the old key when --overlap is over", async () => {
    const { key: old, id } = await create("--name", "short");
    const { stdout } = await keys("rotate", id, "--overlap", "4s");
    expect((await service.list(old)).status).toBe(200);
    await until("the refusal", async () => (await service.list(old)).status === 401, LIMIT_MS);
    expect(await recordOf(id)).toMatchObject({ state: "expired", revokedAt: null });
    expect((await service.list(stdout.trimEnd())).status).toBe(200);
  });

  test("--overlap 0s revokes the old key at once", async () => {
    const { key: old, id } = await create("--name", "leaked", "--read-only");
    const { stdout, stderr } = await keys("rotate", id, "--overlap", "0s");
    expect(stderr).toContain(`replaces ${id}, which is revoked.`);
    expect(await recordOf(id)).toMatchObject({ state: "revoked", expiresAt: null });
    await until("the refusal", async () => (await service.list(old)).status === 401, LIMIT_MS);
    expect((await service.update(stdout.trimEnd(), 1, 99)).code).toBe("read_only_api_key");
  });

  test("of a revoked, expired or unknown key ends with 1 and the reason, and creates no key", async () => {
    const { id: revoked } = await create("--name", "gone");
    await keys("revoke", revoked);
    const { id: expired } = await create("--name", "past", "--expires", "1s");
    await until("the key to expire", async () => (await recordOf(expired))["state"] === "expired", LIMIT_MS);
    // The service stores last uses of other keys meanwhile.
    const records = async () => (await list()).map(({ lastUsedAt: _, ...rest }) => rest);
    const before = await records();
    for (const [id, words] of [
      [revoked, [`key ${revoked} was revoked on 20`, "petstock keys create"]],
      [expired, [`key ${expired} expired on 20`, "petstock keys create"]],
      ["nosuchkey", ['"nosuchkey"', "petstock keys list"]],
    ] as const) {
      expectRefusal(await keys("rotate", id), { exitCode: 1, words: [...words] });
    }
    expect(await records()).toEqual(before);
  });
});

describe("keys revoke", () => {
  test("makes a running server refuse the key within a second or so", async () => {
    const { key, id } = await create("--name", "lost");
    const { key: other } = await create("--name", "kept");
    for (const each of [key, other]) expect((await service.list(each)).status).toBe(200);
    const { exitCode, stdout, stderr } = await keys("revoke", id);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: `Key ${id} is revoked.\n`,
    });
    const revokedAt = performance.now();
    await until("the refusal", async () => (await service.list(key)).status === 401, LIMIT_MS);
    console.log(`a revoked key was refused after ${Math.round(performance.now() - revokedAt)} ms`);
    for (const refused of [await service.list(key), await service.update(key, 1, 99)])
      expect(refused.code).toBe("invalid_api_key");
    expect((await service.list(other)).status).toBe(200);
    expect((await list()).find((each) => each["id"] === id)).toMatchObject({ state: "revoked" });
  });

  test("twice succeeds, and the first time is kept", async () => {
    const { id } = await create("--name", "twice");
    const { id: other } = await create("--name", "bystander");
    await keys("revoke", id);
    const first = (await list()).find((each) => each["id"] === id);
    expect((await keys("revoke", id)).exitCode).toBe(0);
    const all = await list();
    expect(all.find((each) => each["id"] === id)).toEqual(first!);
    expect(all.find((each) => each["id"] === other)).toMatchObject({ state: "active", revokedAt: null });
  });

  test("of the last admin needs --force, as long as no other admin is usable", async () => {
    const state = async (wanted: string) => (await list()).find(({ id }) => id === wanted)!["state"];
    for (const { id, role } of await list())
      if (role === "admin") await keys("revoke", String(id), "--force");
    const { id: expired } = await create("--name", "former", "--role", "admin", "--expires", "1s");
    await until("the key to expire", async () => (await state(expired)) === "expired", LIMIT_MS);
    const { id: first } = await create("--name", "first", "--role", "admin");
    expectRefusal(await keys("revoke", first), { exitCode: 1, words: [first, "admin", "--force"] });
    expect(await state(first)).toBe("active");
    const { id: second } = await create("--name", "second", "--role", "admin");
    expect((await keys("revoke", first)).exitCode).toBe(0);
    expect((await keys("revoke", expired)).exitCode).toBe(0);
    expect((await keys("revoke", second, "--force")).exitCode).toBe(0);
    expect(await state(second)).toBe("revoked");
  });

  test("an unknown id ends with 1 and revokes nothing", async () => {
    const before = await list();
    const finished = await keys("revoke", "nosuchkey");
    expectRefusal(finished, { exitCode: 1, words: ['"nosuchkey"', "petstock keys list"] });
    expect((await list()).map(({ revokedAt }) => revokedAt)).toEqual(
      before.map(({ revokedAt }) => revokedAt),
    );
  });
});
