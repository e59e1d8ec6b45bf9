// Keys in memory, with a real database that other servers also write to. The test sets the time.

import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { authenticator } from "../../src/http/authenticate.ts";
import type { Listener } from "../../src/http/client-address.ts";
import { StoreError } from "../../src/inventory/store-error.ts";
import { hashKey, makeKey } from "../../src/keys/format.ts";
import { everythingOf } from "../store/engine.ts";
import { OPERATOR } from "../store/keys-suite.ts";
import { addKey, KeysSetting, LOOK_UP_INTERVAL_MS, verdictOf, verify } from "./keys-setting.ts";

// Takes a second or two, and several on a busy machine.
setDefaultTimeout(60_000);

/** A key that any server revokes is refused on all servers within this time. */
const PROMISE_MS = 1_000;

describe("a key", () => {
  test("in memory gives its record, without a query of the store", async () => {
    await using setting = await KeysSetting.make();
    const { key, record } = await addKey(setting.here, { role: "reader", account: "shop" });
    const { keys, counting } = await setting.serve();
    const before = counting.total;
    for (let i = 0; i < 100; i++) expect(await verify(keys, key)).toMatchObject(record);
    expect(counting.total).toBe(before);
  });

  test("made elsewhere works at once", async () => {
    await using setting = await KeysSetting.make();
    const { keys, counting } = await setting.serve();
    const { key, record } = await addKey(setting.elsewhere);
    const before = counting.queries.list;
    expect(await verify(keys, key)).toMatchObject(record);
    expect(await verify(keys, key)).toMatchObject(record);
    expect(counting.queries.list).toBe(before + 1);
  });

  test("revoked elsewhere is refused within a second, and permanently", async () => {
    await using setting = await KeysSetting.make();
    const { key, record } = await addKey(setting.here);
    const { keys } = await setting.serve();
    expect(await verdictOf(keys, key)).toBe("usable");
    expect(
      await setting.elsewhere.keys.revoke({ id: record.id, at: setting.now, by: OPERATOR }),
    ).toMatchObject({
      kind: "revoked",
    });
    await setting.pass(PROMISE_MS);
    expect(await verdictOf(keys, key)).toBe("revoked");
    await setting.pass(3_600_000);
    expect(await verdictOf(keys, key)).toBe("revoked");
  });

  test("that nobody has used for long is read again before it is accepted, and meanwhile is looked for a tenth as often", async () => {
    await using setting = await KeysSetting.make();
    const { key, record } = await addKey(setting.here);
    const { keys, counting } = await setting.serve();
    expect(await verdictOf(keys, key)).toBe("usable");
    for (let second = 0; second < 20; second++) await setting.pass(1_000);
    const before = counting.queries.counter;
    for (let second = 0; second < 20; second++) await setting.pass(1_000);
    expect(counting.queries.counter - before).toBe(4);
    await setting.elsewhere.keys.revoke({ id: record.id, at: setting.now, by: OPERATOR });
    expect(await verdictOf(keys, key)).toBe("revoked");
  });

  test("that nobody has used for long does not count as a stranger's, and is refused if it was revoked meanwhile", async () => {
    await using setting = await KeysSetting.make();
    const { key, record } = await addKey(setting.here);
    const { keys } = await setting.serve();
    const admitStranger = () => {
      throw new Error("a stranger");
    };
    const authenticate = authenticator({ keys, keyRate: undefined, admitStranger });
    const request = new Request("http://localhost/", { headers: { Authorization: `Bearer ${key}` } });
    const ask = async () => authenticate(request, {} as Listener);
    for (let second = 0; second < 20; second++) await setting.pass(1_000);
    expect(keys.isStale).toBe(true);
    expect(await ask()).toMatchObject({ id: record.id });
    expect(keys.isStale).toBe(false);
    for (let second = 0; second < 20; second++) await setting.pass(1_000);
    await setting.elsewhere.keys.revoke({ id: record.id, at: setting.now, by: OPERATOR });
    await expect(ask()).rejects.toMatchObject({ code: "invalid_api_key" });
  });

  test("that is in use is looked for twice a second", async () => {
    await using setting = await KeysSetting.make();
    const { record } = await addKey(setting.here);
    const { keys, counting } = await setting.serve();
    const before = counting.queries.counter;
    for (let second = 0; second < 60; second++) {
      await setting.pass(1_000);
      expect(keys.isUsable(record.id)).toBe(true);
    }
    expect(counting.queries.counter - before).toBe(120);
  });

  test("made elsewhere, used here and then revoked elsewhere is refused within a second", async () => {
    await using setting = await KeysSetting.make();
    const { keys } = await setting.serve();
    const { key, record } = await addKey(setting.elsewhere);
    expect(await verdictOf(keys, key)).toBe("usable");
    await setting.elsewhere.keys.revoke({ id: record.id, at: setting.now, by: OPERATOR });
    await setting.pass(PROMISE_MS);
    expect(await verdictOf(keys, key)).toBe("revoked");
  });

  test("revoked while it was being looked up is refused within a second of the answer", async () => {
    await using setting = await KeysSetting.make();
    const { keys, counting } = await setting.serve();
    const { key, record } = await addKey(setting.elsewhere);
    const answer = Promise.withResolvers<void>();
    counting.delay = answer.promise;
    const lookingUp = verdictOf(keys, key);
    await setting.elsewhere.keys.revoke({ id: record.id, at: setting.now, by: OPERATOR });
    await setting.pass(PROMISE_MS);
    // The store's answer is older than the keys in memory by now.
    answer.resolve();
    await lookingUp;
    await setting.pass(PROMISE_MS);
    expect(await verdictOf(keys, key)).toBe("revoked");
  });

  test("revoked in a database that was rewound meanwhile is refused within a second, and a key that the rewind removed is unknown", async () => {
    await using setting = await KeysSetting.make();
    const { key, record } = await addKey(setting.here);
    using other = new Database(setting.path);
    const backup = await setting.here.keys.counter();
    const { key: lost, record: lostRecord } = await addKey(setting.here);
    const { keys } = await setting.serve();
    for (const each of [key, lost]) expect(await verdictOf(keys, each)).toBe("usable");
    other.run("UPDATE api_key_counter SET value = ?", [backup]);
    other.run("DELETE FROM api_key WHERE id = ?", [lostRecord.id]);
    await setting.elsewhere.keys.revoke({ id: record.id, at: setting.now, by: OPERATOR });
    await setting.pass(PROMISE_MS);
    expect(await verdictOf(keys, key)).toBe("revoked");
    expect(await verdictOf(keys, lost)).toBe("unknown");
  });

  test("made elsewhere, used at once and gone with a database that was rewound is unknown within a second", async () => {
    await using setting = await KeysSetting.make();
    const { keys } = await setting.serve();
    const backup = await setting.here.keys.counter();
    const { key } = await addKey(setting.elsewhere);
    expect(await verdictOf(keys, key)).toBe("usable");
    using other = new Database(setting.path);
    other.run("UPDATE api_key_counter SET value = ?", [backup]);
    other.run("DELETE FROM api_key");
    await setting.pass(PROMISE_MS);
    expect(await verdictOf(keys, key)).toBe("unknown");
  });

  test("rotated elsewhere works until the end of the overlap, beside its successor", async () => {
    await using setting = await KeysSetting.make();
    const { key, record } = await addKey(setting.here);
    const { keys } = await setting.serve();
    const after = makeKey();
    const successor = { id: "successor", hash: hashKey(after), link: null };
    const rotatedAt = setting.now;
    await setting.elsewhere.keys.rotate({
      id: record.id,
      successor,
      at: rotatedAt,
      overlapMs: 60_000,
      by: OPERATOR,
    });
    expect(await verdictOf(keys, after)).toBe("usable");
    await setting.pass(PROMISE_MS);
    for (const [at, verdict] of [
      [rotatedAt + 59_999, "usable"],
      [rotatedAt + 60_000, "expired"],
    ] as const) {
      setting.now = at;
      expect(await verdictOf(keys, key)).toBe(verdict);
      expect(await verdictOf(keys, after)).toBe("usable");
    }
  });

  test("rotated elsewhere without an overlap is refused within a second", async () => {
    await using setting = await KeysSetting.make();
    const { key, record } = await addKey(setting.here);
    const { keys } = await setting.serve();
    const successor = { id: "successor", hash: hashKey(makeKey()), link: null };
    await setting.elsewhere.keys.rotate({
      id: record.id,
      successor,
      at: setting.now,
      overlapMs: 0,
      by: OPERATOR,
    });
    await setting.pass(PROMISE_MS);
    expect(await verdictOf(keys, key)).toBe("revoked");
  });

  test("expires at exactly its time", async () => {
    await using setting = await KeysSetting.make();
    const { now } = setting;
    const { key } = await addKey(setting.here, { expiresAt: now + 60_000 });
    const { key: lasting } = await addKey(setting.here);
    const { keys } = await setting.serve();
    for (const [at, verdict] of [
      [now, "usable"],
      [now + 59_999, "usable"],
      [now + 60_000, "expired"],
      [now + 60_001, "expired"],
      [now + 1e12, "expired"],
    ] as const) {
      setting.now = at;
      expect(await verdictOf(keys, key)).toBe(verdict);
      expect(await verdictOf(keys, lasting)).toBe("usable");
    }
  });

  test("that is malformed never reaches the store", async () => {
    await using setting = await KeysSetting.make();
    const { keys, counting } = await setting.serve();
    const key = makeKey();
    const before = counting.total;
    const typos = [
      key.slice(0, -1),
      `${key}0`,
      key.toLowerCase(),
      `x${key.slice(1)}`,
      "",
      "petstock_",
      "secret",
    ];
    for (const typo of typos) expect(await verdictOf(keys, typo)).toBe("malformed");
    expect(counting.total).toBe(before);
    expect(await verdictOf(keys, key)).toBe("unknown");
    expect(counting.total).toBe(before + 1);
  });
});

describe("unknown keys", () => {
  test("cost one query of the store in 20 ms, for any number of requests", async () => {
    await using setting = await KeysSetting.make();
    const { keys, counting } = await setting.serve();
    const before = counting.total;
    for (let round = 1; round <= 3; round++) {
      const verdicts = Array.from({ length: 5_000 }, () => keys.lookUp(makeKey()));
      // The first look-up of a round starts a query or joins one; all others share the next query.
      await setting.pass(LOOK_UP_INTERVAL_MS);
      expect(new Set(await Promise.all(verdicts))).toEqual(new Set(["unknown"]));
      expect(counting.total).toBeLessThanOrEqual(before + 2 * round);
      await setting.pass(LOOK_UP_INTERVAL_MS);
    }
  });

  test("never delay known keys, or a key that was just made elsewhere", async () => {
    await using setting = await KeysSetting.make();
    const { key: known } = await addKey(setting.here);
    const { keys } = await setting.serve();
    const flood = () => Array.from({ length: 1_000 }, () => keys.lookUp(makeKey()));
    const strangers = flood();
    expect(await verdictOf(keys, known)).toBe("usable");
    const { key } = await addKey(setting.elsewhere);
    strangers.push(...flood());
    const verdict = verdictOf(keys, key);
    strangers.push(...flood());
    await setting.pass(LOOK_UP_INTERVAL_MS);
    expect(await verdict).toBe("usable");
    expect(new Set(await Promise.all(strangers))).toEqual(new Set(["unknown"]));
  });
});

describe("the last use", () => {
  const lastUses = async (setting: KeysSetting) =>
    new Map((await setting.elsewhere.keys.list()).map(({ id, lastUsedAt }) => [id, lastUsedAt]));

  test("is stored while serving, and changes neither the counter nor the inventory's position", async () => {
    await using setting = await KeysSetting.make();
    const { key, record } = await addKey(setting.here);
    const { record: idle } = await addKey(setting.here);
    const { keys, counting } = await setting.serve();
    const before = await everythingOf(setting.here);
    const counter = await setting.here.keys.counter();
    await verify(keys, key);
    const used = (setting.now += 7);
    await verify(keys, key);
    await setting.pass(10_000);
    expect(await lastUses(setting)).toEqual(
      new Map([
        [record.id, used],
        [idle.id, null],
      ]),
    );
    expect(counting.queries.touch).toBe(1);
    expect(await setting.here.keys.counter()).toBe(counter);
    expect(await everythingOf(setting.here)).toEqual(before);
  });

  test("is stored when the server stops, and the store is not used after that", async () => {
    await using setting = await KeysSetting.make();
    const { key, record } = await addKey(setting.here);
    const { keys, counting } = await setting.serve();
    await verify(keys, key);
    await keys[Symbol.asyncDispose]();
    expect(await lastUses(setting)).toEqual(new Map([[record.id, setting.now]]));
    const { total } = counting;
    await setting.pass(60_000);
    expect(counting.total).toBe(total);
  });

  test("does not change when the key is refused", async () => {
    await using setting = await KeysSetting.make();
    const expired = await addKey(setting.here, { expiresAt: setting.now });
    const revoked = await addKey(setting.here, { revokedAt: 5 });
    const { keys, counting } = await setting.serve();
    for (const { key } of [expired, revoked]) expect(await verdictOf(keys, key)).not.toBe("usable");
    await keys.flush();
    expect(counting.queries.touch).toBe(0);
    expect([...(await lastUses(setting)).values()]).toEqual([null, null]);
  });

  test("is not lost while the database cannot be written to", async () => {
    await using setting = await KeysSetting.make();
    const [early, late] = [await addKey(setting.here), await addKey(setting.here)];
    // The wait for the database's lock takes real time.
    const { keys } = await setting.serve({ realTime: true });
    const used = setting.now;
    for (const { key } of [early, late]) await verify(keys, key);
    using other = new Database(setting.path);
    other.run("BEGIN IMMEDIATE");
    setting.now += 1_000;
    const failure = await keys.flush().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "unavailable" });
    await verify(keys, late.key);
    other.run("ROLLBACK");
    await keys.flush();
    expect(await lastUses(setting)).toEqual(
      new Map([
        [early.record.id, used],
        [late.record.id, used + 1_000],
      ]),
    );
  });
});

describe("a key that expires soon", () => {
  const DAY_MS = 86_400_000;

  test("is logged once a day while it is used, with the days that are left", async () => {
    await using setting = await KeysSetting.make();
    // Midnight in UTC.
    setting.now = 20_000 * DAY_MS;
    const { key, record } = await addKey(setting.here, { expiresAt: setting.now + 14 * DAY_MS });
    const { keys } = await setting.serve();
    for (let hour = 0; hour < 48; hour++) {
      for (let use = 0; use < 3; use++) await verify(keys, key);
      setting.now += DAY_MS / 24;
    }
    const { id, name } = record;
    expect(setting.expiring).toEqual([
      { id, name, days: 14 },
      { id, name, days: 13 },
    ]);
    setting.now = record.expiresAt! - 1;
    await verify(keys, key);
    expect(setting.expiring.at(-1)).toEqual({ id, name, days: 1 });
    setting.now += DAY_MS;
    expect(await verdictOf(keys, key)).toBe("expired");
    expect(setting.expiring).toHaveLength(3);
  });

  test("is logged apart from others; one that lasts, has expired, or is not used is not", async () => {
    await using setting = await KeysSetting.make();
    const { now } = setting;
    const soon = [
      await addKey(setting.here, { expiresAt: now + DAY_MS }),
      await addKey(setting.here, { expiresAt: now + 2 * DAY_MS }),
    ];
    const others = [
      await addKey(setting.here),
      await addKey(setting.here, { expiresAt: now + 14 * DAY_MS + 1 }),
      await addKey(setting.here, { expiresAt: now - 1 }),
      await addKey(setting.here, { expiresAt: now + 1, revokedAt: now - 1 }),
    ];
    await addKey(setting.here, { expiresAt: now + 1 });
    const { keys } = await setting.serve();
    for (const { key } of [...others, ...soon]) await verify(keys, key);
    expect(setting.expiring.map(({ id }) => id)).toEqual(soon.map(({ record }) => record.id));
    // Never the key or its hash.
    expect(setting.expiring.map((fields) => Object.keys(fields))).toEqual(
      soon.map(() => ["id", "name", "days"]),
    );
  });
});

test("an unavailable database is a warning; known keys stay usable, and changes are read when it is back", async () => {
  await using setting = await KeysSetting.make();
  const { key, record } = await addKey(setting.here);
  const { keys, counting } = await setting.serve();
  await verify(keys, key);
  await setting.elsewhere.keys.revoke({ id: record.id, at: setting.now, by: OPERATOR });
  counting.failure = new StoreError("unavailable", "the database does not answer");
  for (let second = 0; second < 10; second++) await setting.pass(1_000);
  // Once, however often it fails.
  expect(setting.warnings.toSorted()).toEqual(["keys_refresh_failed", "keys_touch_failed"]);
  expect(await verdictOf(keys, key)).toBe("usable");
  counting.failure = undefined;
  await setting.pass(PROMISE_MS);
  expect(await verdictOf(keys, key)).toBe("revoked");
  counting.failure = new StoreError("unavailable", "the database does not answer");
  await setting.pass(PROMISE_MS);
  expect(setting.warnings.filter((event) => event === "keys_refresh_failed")).toHaveLength(2);
});

test("keys that this server has changed count at once, also while the database cannot be read", async () => {
  await using setting = await KeysSetting.make();
  const { key, record } = await addKey(setting.here);
  const { key: other } = await addKey(setting.here);
  const { keys, counting } = await setting.serve();
  counting.failure = new StoreError("unavailable", "the database does not answer");
  const outcome = await setting.here.keys.revoke({ id: record.id, at: setting.now, by: OPERATOR });
  if (outcome.kind !== "revoked") throw new Error(outcome.kind);
  keys.learn([outcome.key]);
  expect(keys.isUsable(record.id)).toBe(false);
  expect([keys.recall(key), await verdictOf(keys, other)]).toEqual(["revoked", "usable"]);
});
