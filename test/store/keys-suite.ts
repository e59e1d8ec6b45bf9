// API keys, on every engine: they are independent of the inventory and its history.

import { expect } from "bun:test";
import type { InventoryStore } from "../../src/inventory/store.ts";
import type { KeyActor, KeyRecord, KeyRotation, KeyStore } from "../../src/inventory/key-store.ts";
import { databaseTests } from "./database-tests.ts";
import { createPet, type Engine, everythingOf, expectNoChangeSince, importRows, rows } from "./engine.ts";
import { label, put } from "./labels-suite.ts";

export function describeKeys(engine: Engine): void {
  const test = databaseTests(engine);

  test("a key is listed and found by its hash as it was made, in every store of the database", async (store, database) => {
    const { keys } = store;
    const made = [
      keyRecord(1),
      keyRecord(2, { account: "shop", name: "Kasse “1”", role: "reader", expiresAt: 4_102_444_800_000 }),
      keyRecord(3, { role: "manager", revokedAt: 5, lastUsedAt: 7 }),
      keyRecord(4, { role: "admin", replaces: "key3" }),
    ];
    expect(await keys.list()).toEqual([]);
    for (const key of made) await keys.create(key);
    const open = async () => (await database.open()).keys;
    const reopen = async () => (await database.reopen()).keys;
    for (const ask of [async () => keys, open, reopen]) {
      const each = await ask();
      expect(await listOf(each)).toEqual(made);
    }
  });

  test.each([
    ["id", { hash: hashOf(2) }],
    ["hash", { id: "key2" }],
  ])(
    "a second key with the %s of another is refused, and the first stays as it is",
    async ({ store: { keys } }, _, other) => {
      await keys.create(keyRecord(1));
      const counter = await keys.counter();
      expect(await failed(keys.create(keyRecord(1, { ...other, name: "impostor" })))).toBeInstanceOf(Error);
      expect(await keys.list()).toEqual([keyRecord(1)]);
      expect(await keys.counter()).toBe(counter);
    },
  );

  test("a key whose name is the id of another is refused, also of a revoked one, and nothing changes", async (store) => {
    const { keys } = store;
    expect(await keys.create(keyRecord(1))).toBe("created");
    await keys.revoke({ id: "key1", at: 1_000, by: OPERATOR });
    const [counter, before] = [await keys.counter(), await keys.list()];
    expect(await keys.create(keyRecord(2, { name: "key1" }))).toBe("name_is_id");
    expect([await keys.counter(), await keys.list()]).toEqual([counter, before]);
    expect(await keys.create(keyRecord(2, { name: "cashregister" }))).toBe("created");
  });

  test("a revoked key stays listed, with who revoked it first, and when", async (store) => {
    const { keys } = store;
    for (const key of [keyRecord(1), keyRecord(2)]) await keys.create(key);
    const revoked = { kind: "revoked", key: keyRecord(1, { revokedAt: 1_000 }) } as const;
    expect(await keys.revoke({ id: "key1", at: 1_000, by: OPERATOR })).toEqual(revoked);
    expect(await keys.revoke({ id: "key1", at: 2_000, by: actorOf(2) })).toEqual(revoked);
    expect(await listOf(keys)).toEqual([revoked.key, keyRecord(2)]);
  });

  test("each key says who made, replaced and revoked it, by name and id, in every store of the database", async (store, database) => {
    const { keys } = store;
    await keys.create(keyRecord(1, { role: "admin" }));
    await keys.create(keyRecord(2, { createdBy: actorOf(1) }));
    await keys.rotate(
      rotation({ id: "key2", successor: { id: "key3", hash: hashOf(3), link: null }, by: OPERATOR }),
    );
    // Such as after the first successor was lost. Without an overlap a rotation is a revocation, too.
    const again = { id: "key4", hash: hashOf(4), link: null };
    await keys.rotate(rotation({ id: "key2", successor: again, at: NOW + 1, overlapMs: 0, by: actorOf(1) }));
    await keys.revoke({ id: "key3", at: NOW + 2, by: actorOf(1) });
    const wanted = [
      { id: "key1", createdBy: OPERATOR, replaces: null, revokedBy: null },
      { id: "key2", createdBy: actorOf(1), replaces: null, revokedAt: NOW + 1, revokedBy: actorOf(1) },
      { id: "key3", createdBy: OPERATOR, replaces: "key2", revokedAt: NOW + 2, revokedBy: actorOf(1) },
      { id: "key4", createdAt: NOW + 1, createdBy: actorOf(1), replaces: "key2", revokedBy: null },
    ];
    for (const each of [keys, (await database.open()).keys]) expect(await listOf(each)).toMatchObject(wanted);
  });

  test("the last usable admin key is revoked only by force", async (store) => {
    const { keys } = store;
    const admin = { role: "admin" } as const;
    for (const key of [
      keyRecord(1, admin),
      keyRecord(2, { ...admin, expiresAt: NOW }),
      keyRecord(3, { ...admin, revokedAt: 5 }),
      keyRecord(4, { role: "manager" }),
    ])
      await keys.create(key);
    const counter = await keys.counter();
    expect(await keys.revoke({ id: "key1", at: NOW, by: OPERATOR })).toEqual({ kind: "last_admin" });
    expect(await keys.counter()).toBe(counter);
    expect((await listOf(keys))[0]).toEqual(keyRecord(1, admin));
    // Neither an expired or revoked admin key nor another role counts.
    for (const id of ["key2", "key3", "key4"])
      expect(await keys.revoke({ id, at: NOW, by: OPERATOR })).toMatchObject({ kind: "revoked" });
    expect(await keys.revoke({ id: "key1", at: NOW, force: true, by: OPERATOR })).toEqual({
      kind: "revoked",
      key: keyRecord(1, { ...admin, revokedAt: NOW }),
    });
  });

  test("of two admins that revoke each other at the same time, one stays", async (store, database) => {
    const stores = [store, await database.open()];
    for (let round = 0; round < 5; round++) {
      const ids = [1, 2].map((n) => `key${round * 2 + n}`);
      for (const n of [1, 2]) await store.keys.create(keyRecord(round * 2 + n, { role: "admin" }));
      const outcomes = await Promise.all(
        stores.map(({ keys }, index) => keys.revoke({ id: ids[index]!, at: NOW, by: OPERATOR })),
      );
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["last_admin", "revoked"]);
      for (const id of ids) await store.keys.revoke({ id, at: NOW, force: true, by: OPERATOR });
    }
  });

  test("a rotation without an overlap may replace the last admin key", async (store) => {
    const { keys } = store;
    await keys.create(keyRecord(1, { role: "admin" }));
    expect(await keys.rotate(rotation({ overlapMs: 0 }))).toMatchObject({
      kind: "rotated",
      successor: { role: "admin" },
    });
    expect(await keys.revoke({ id: "key2", at: NOW, by: OPERATOR })).toEqual({ kind: "last_admin" });
  });

  test("a key that has ended, by now or on another server, makes, rotates and revokes no key, imports and undoes nothing, and names no pet", async (store, database) => {
    await store.commit([createPet(1n, 5)]);
    const other = await database.open();
    const acting = [
      keyRecord(1, { role: "admin" }),
      keyRecord(2, { role: "admin" }),
      keyRecord(3, { role: "admin", expiresAt: 1_000 }),
    ];
    for (const key of [...acting, linked(6)]) await store.keys.create(key);
    await other.keys.revoke({ id: "key2", at: NOW, by: OPERATOR });
    const before = [await everythingOf(store), await store.keys.list(), await store.labels.position()];
    for (const by of ["key2", "key3", "unknown"]) {
      for (const each of changesBy(store, by)) {
        expect(await failed(each())).toMatchObject({ code: "key_ended" });
      }
    }
    expect([await everythingOf(store), await store.keys.list(), await store.labels.position()]).toEqual(
      before,
    );
    for (const each of changesBy(store, "key1")) await each();
    expect(await store.keys.list()).not.toEqual(before[1]);
  });

  test("revoking a key that does not exist says so", async (store) => {
    const { keys } = store;
    await keys.create(keyRecord(1));
    const counter = await keys.counter();
    expect(await keys.revoke({ id: "key2", at: 1_000, by: OPERATOR })).toEqual({ kind: "unknown" });
    expect(await keys.list()).toEqual([keyRecord(1)]);
    expect(await keys.counter()).toBe(counter);
  });

  test("the last use moves forward, and never back", async (store) => {
    const { keys } = store;
    for (const key of [keyRecord(1), keyRecord(2), keyRecord(3, { lastUsedAt: 500 })]) await keys.create(key);
    const uses = async () => (await listOf(keys)).map(({ lastUsedAt }) => lastUsedAt);
    await keys.touch(new Map([["key1", 100]]));
    expect(await uses()).toEqual([100, null, 500]);
    await keys.touch(
      new Map([
        ["key1", 99],
        ["key2", 50],
        ["key3", 501],
        ["unknown", 7],
      ]),
    );
    expect(await uses()).toEqual([100, 50, 501]);
    await keys.touch(new Map());
    expect(await uses()).toEqual([100, 50, 501]);
  });

  test("the counter grows with every key made or revoked, and with nothing else", async (store, database) => {
    const { keys } = store;
    const other = (await database.open()).keys;
    const counters = [await keys.counter()];
    const then = async (work: Promise<unknown>): Promise<boolean> => {
      await work;
      counters.push(await keys.counter());
      expect(await other.counter()).toBe(counters.at(-1)!);
      return counters.at(-1)! > counters.at(-2)!;
    };
    expect(await then(keys.create(keyRecord(1)))).toBe(true);
    expect(await then(other.create(keyRecord(2)))).toBe(true);
    expect(await then(keys.touch(new Map([["key1", 5]])))).toBe(false);
    expect(await then(keys.list())).toBe(false);
    expect(await then(store.commit([createPet(1n, 1)]))).toBe(false);
    expect(await then(other.revoke({ id: "key1", at: 9, by: OPERATOR }))).toBe(true);
    expect(
      await then(
        other.rotate(rotation({ id: "key2", successor: { id: "key9", hash: hashOf(9), link: null } })),
      ),
    ).toBe(true);
    expect(await then(keys.create(linked(7)))).toBe(true);
    expect(await then(other.openLink({ linkHash: hashOf(107), hash: hashOf(77), at: NOW }))).toBe(true);
    expect(counters).toEqual(counters.toSorted((a, b) => a - b));
  });

  test("after a rewind the counter takes other values than before", async (store, database) => {
    const { keys } = store;
    for (const key of [keyRecord(1), keyRecord(2)]) await keys.create(key);
    const backup = await keys.counter();
    await keys.revoke({ id: "key1", at: 1_000, by: OPERATOR });
    const known = await keys.counter();
    await database.tamper(`UPDATE api_key_counter SET value = ${backup}`);
    await database.tamper("UPDATE api_key SET revoked_at = NULL, revoked_by = NULL");
    await keys.revoke({ id: "key2", at: 1_000, by: OPERATOR });
    expect(await keys.counter()).not.toBe(known);
  });

  test.each([
    ["that never expires", {}, { overlapMs: DAY_MS }, { expiresAt: NOW + DAY_MS }, null],
    [
      "that lives for 90 days",
      { createdAt: NOW - DAY_MS, expiresAt: NOW + 89 * DAY_MS },
      { overlapMs: DAY_MS },
      { expiresAt: NOW + DAY_MS },
      NOW + 90 * DAY_MS,
    ],
    [
      "that ends before the overlap does",
      { createdAt: NOW - DAY_MS, expiresAt: NOW + 5 },
      { overlapMs: DAY_MS },
      { expiresAt: NOW + 5 },
      NOW + DAY_MS + 5,
    ],
    [
      "without an overlap",
      { role: "reader" },
      { overlapMs: 0 },
      { revokedAt: NOW, revokedBy: OPERATOR },
      null,
    ],
  ] as const)(
    "a key %s gets a successor like it, and its own end",
    async ({ store: { keys }, database }, _, more, how, end, expiresAt) => {
      const bystander = keyRecord(3);
      const old = keyRecord(1, { account: "shop", lastUsedAt: 7, ...more });
      for (const key of [old, bystander]) await keys.create(key);
      const outcome = await keys.rotate(rotation(how));
      const ended = { ...old, ...end };
      const origin = { createdAt: NOW, createdBy: OPERATOR, replaces: "key1" };
      const successor = { ...old, ...SUCCESSOR, ...origin, expiresAt, lastUsedAt: null };
      expect(outcome).toEqual({ kind: "rotated", old: ended, successor });
      expect(await listOf((await database.open()).keys)).toEqual([ended, successor, bystander]);
    },
  );

  test.each([
    ["unknown", undefined, { kind: "unknown" }],
    ["revoked", { revokedAt: 5 }, { kind: "revoked", at: 5 }],
    ["revoked and expired", { revokedAt: 5, expiresAt: 4 }, { kind: "revoked", at: 5 }],
    ["expired at this very moment", { expiresAt: NOW }, { kind: "expired", at: NOW }],
  ] as const)(
    "a key that is %s is not rotated, and nothing changes",
    async ({ store: { keys } }, _, more, refusal) => {
      const present = more === undefined ? keyRecord(3) : keyRecord(1, more);
      await keys.create(present);
      const counter = await keys.counter();
      expect(await keys.rotate(rotation())).toEqual(refusal);
      expect(await keys.list()).toEqual([present]);
      expect(await keys.counter()).toBe(counter);
    },
  );

  test("a rotation is all or nothing", async (store) => {
    const { keys } = store;
    const both = [keyRecord(1), keyRecord(2)];
    for (const key of both) await keys.create(key);
    const counter = await keys.counter();
    // The successor cannot be made: there is another key with its hash.
    const clash = { ...SUCCESSOR, hash: hashOf(2) };
    expect(await failed(keys.rotate(rotation({ successor: clash })))).toBeInstanceOf(Error);
    expect(await listOf(keys)).toEqual(both);
    expect(await keys.counter()).toBe(counter);
  });

  test("a key with a link has no hash until the link is opened, once, with the same id and role", async (store, database) => {
    const { keys } = store;
    const waiting = linked(1, { role: "manager", expiresAt: NOW + DAY_MS });
    expect(await keys.create(waiting)).toBe("created");
    expect(await keys.list()).toEqual([waiting]);
    const open = (n: number) => keys.openLink({ linkHash: hashOf(101), hash: hashOf(n), at: NOW + n });
    const opened = { ...waiting, hash: hashOf(5), link: { ...waiting.link!, openedAt: NOW + 5 } };
    expect(await open(5)).toEqual({ kind: "ready", key: opened });
    for (const each of [keys, (await database.open()).keys]) expect(await listOf(each)).toEqual([opened]);
    const counter = await keys.counter();
    expect(await open(6)).toEqual({ kind: "opened", at: NOW + 5 });
    expect([await keys.list(), await keys.counter()]).toEqual([[opened], counter]);
  });

  test("a link is opened neither at its end, nor after its key was revoked, nor without being known", async (store) => {
    const { keys } = store;
    for (const key of [linked(1), linked(2), keyRecord(3)]) await keys.create(key);
    await keys.revoke({ id: "key2", at: NOW, by: OPERATOR });
    const [before, counter] = [await keys.list(), await keys.counter()];
    const open = (linkHash: string, at: number) => keys.openLink({ linkHash, hash: hashOf(9), at });
    expect(await open(hashOf(101), LINK_END)).toEqual({ kind: "expired", at: LINK_END });
    expect(await open(hashOf(102), NOW)).toEqual({ kind: "revoked", at: NOW });
    // A code is no key, and a key no code.
    for (const hash of [hashOf(3), hashOf(77)]) expect(await open(hash, NOW)).toEqual({ kind: "unknown" });
    expect([await keys.list(), await keys.counter()]).toEqual([before, counter]);
    expect(await open(hashOf(101), LINK_END - 1)).toMatchObject({ kind: "ready" });
  });

  test("of many that open a link at the same time, in several stores, one gets the key", async (store, database) => {
    const stores = [store, await database.open()];
    for (let round = 0; round < 5; round++) {
      const linkHash = hashOf(200 + round);
      const link = { hash: linkHash, expiresAt: LINK_END, openedAt: null };
      await store.keys.create(linked(10 + round, { link }));
      const outcomes = await Promise.all(
        [0, 1, 2, 3].map((n) =>
          stores[n % 2]!.keys.openLink({ linkHash, hash: hashOf(1_000 + 10 * round + n), at: NOW }),
        ),
      );
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["opened", "opened", "opened", "ready"]);
      const winner = outcomes.findIndex(({ kind }) => kind === "ready");
      const stored = (await store.keys.list()).find(({ id }) => id === `key${10 + round}`);
      expect(stored?.hash).toBe(hashOf(1_000 + 10 * round + winner));
    }
  });

  test("a new link replaces one that was not opened, also one that has expired, and moves the counter", async (store) => {
    const { keys } = store;
    await keys.create(linked(1));
    const link = { hash: hashOf(111), expiresAt: LINK_END + DAY_MS };
    const counter = await keys.counter();
    const renewed = { ...linked(1), link: { ...link, openedAt: null } };
    const relink = { id: "key1", link, at: LINK_END + 1, by: OPERATOR };
    expect(await keys.relink(relink)).toEqual({ kind: "linked", key: renewed });
    expect(await keys.list()).toEqual([renewed]);
    expect(await keys.counter()).toBeGreaterThan(counter);
    const open = (linkHash: string) => keys.openLink({ linkHash, hash: hashOf(9), at: LINK_END + 2 });
    expect(await open(hashOf(101))).toEqual({ kind: "unknown" });
    expect(await open(hashOf(111))).toMatchObject({ kind: "ready" });
  });

  test.each([
    ["unknown", undefined, { kind: "unknown" }],
    ["made without a link", {}, { kind: "opened" }],
    ["opened", { link: { hash: hashOf(101), expiresAt: LINK_END, openedAt: 7 } }, { kind: "opened" }],
    ["revoked", { hash: null, link: LINK, revokedAt: 5 }, { kind: "revoked", at: 5 }],
    ["expired", { hash: null, link: LINK, expiresAt: NOW }, { kind: "expired", at: NOW }],
  ] as const)(
    "a key that is %s gets no new link, and nothing changes",
    async ({ store: { keys } }, _, more, refusal) => {
      const present = more === undefined ? linked(3) : keyRecord(1, more);
      await keys.create(present);
      const counter = await keys.counter();
      const link = { hash: hashOf(111), expiresAt: LINK_END };
      expect(await keys.relink({ id: "key1", link, at: NOW, by: OPERATOR })).toEqual(refusal);
      expect([await keys.list(), await keys.counter()]).toEqual([[present], counter]);
    },
  );

  test("a link ends with its key", async (store) => {
    const { keys } = store;
    await keys.create(linked(1, { expiresAt: NOW + 100, link: { ...LINK, expiresAt: NOW + 50 } }));
    const link = { hash: hashOf(111), expiresAt: NOW + DAY_MS };
    const relinked = await keys.relink({ id: "key1", link, at: NOW, by: OPERATOR });
    expect(relinked).toMatchObject({ kind: "linked", key: { link: { expiresAt: NOW + 100 } } });
  });

  test("an admin key whose link waits is no usable one: it is revoked freely, and protects no other", async (store) => {
    const { keys } = store;
    await keys.create(keyRecord(1, { role: "admin" }));
    await keys.create(linked(2, { role: "admin" }));
    expect(await keys.revoke({ id: "key1", at: NOW, by: OPERATOR })).toEqual({ kind: "last_admin" });
    expect(await keys.revoke({ id: "key2", at: NOW, by: OPERATOR })).toMatchObject({ kind: "revoked" });
  });

  test("a rotation makes a link, but not of the last admin key; a key whose link waits is not rotated", async (store) => {
    const { keys } = store;
    for (const key of [keyRecord(1), keyRecord(3, { role: "admin" }), linked(4)]) await keys.create(key);
    const successor = { id: "key2", hash: null, link: { ...LINK, hash: hashOf(102) } };
    const outcome = await keys.rotate(rotation({ successor }));
    expect(outcome).toMatchObject({ kind: "rotated", successor: { ...successor, replaces: "key1" } });
    const [before, counter] = [await keys.list(), await keys.counter()];
    const further = { ...successor, id: "key5", link: { ...LINK, hash: hashOf(105) } };
    expect(await keys.rotate(rotation({ id: "key3", successor: further }))).toEqual({ kind: "last_admin" });
    expect(await keys.rotate(rotation({ id: "key4", successor: further }))).toEqual({ kind: "unopened" });
    expect([await keys.list(), await keys.counter()]).toEqual([before, counter]);
    const opened = await keys.openLink({ linkHash: hashOf(102), hash: hashOf(9), at: NOW });
    expect(opened).toMatchObject({ kind: "ready", key: { id: "key2" } });
  });

  test("no operation on keys changes the inventory or its position", async (store) => {
    await store.commit([createPet(1n, 1)]);
    const before = await everythingOf(store);
    await store.keys.create(keyRecord(1));
    await store.keys.touch(new Map([["key1", 5]]));
    await store.keys.rotate(rotation());
    await store.keys.create(linked(3));
    await store.keys.relink({ id: "key3", link: { ...LINK, hash: hashOf(113) }, at: 5, by: OPERATOR });
    await store.keys.openLink({ linkHash: hashOf(113), hash: hashOf(33), at: 5 });
    await store.keys.revoke({ id: "key1", at: 6, by: OPERATOR });
    expect(await everythingOf(store)).toEqual(before);
    await expectNoChangeSince(store, before.position);
  });
}

/** The user of the command line. */
export const OPERATOR: KeyActor = { actor: "cli:test", keyId: null };

const NOW = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const SUCCESSOR = { id: "key2", hash: hashOf(9), link: null };

const LINK_END = NOW + 900_000;
const LINK = { hash: hashOf(101), expiresAt: LINK_END, openedAt: null };

/** The key of that number, whose link was not opened. */
function linked(n: number, more: Partial<KeyRecord> = {}): KeyRecord {
  return keyRecord(n, { hash: null, link: { ...LINK, hash: hashOf(100 + n) }, ...more });
}

/** The key of that number, as it acts. */
function actorOf(n: number): KeyActor {
  return { actor: `key:till ${n}`, keyId: `key${n}` };
}

/** A rotation of the first key, with a day's overlap. */
export function rotation(more: Partial<KeyRotation> = {}): KeyRotation {
  return { id: "key1", successor: SUCCESSOR, at: NOW, overlapMs: DAY_MS, by: OPERATOR, ...more };
}

export function hashOf(n: number): string {
  return n.toString(16).padStart(64, "0");
}

export function keyRecord(n: number, more: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id: `key${n}`,
    account: "default",
    name: `till ${n}`,
    hash: hashOf(n),
    role: "clerk",
    createdAt: 1_700_000_000_000 + n,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    createdBy: OPERATOR,
    replaces: null,
    revokedBy: (more.revokedAt ?? null) === null ? null : OPERATOR,
    link: null,
    ...more,
  };
}

/** The operations of a key on keys, on the inventory outside of groups, and on labels. */
function changesBy(store: InventoryStore, by: string): (() => Promise<unknown>)[] {
  const actor = { actor: "key:test", keyId: by };
  const origin = { ...actor, requestId: "test" };
  return [
    () => store.keys.create(keyRecord(4, { role: "admin", createdBy: actor })),
    () => store.keys.rotate(rotation({ successor: { id: "key5", hash: hashOf(5), link: null }, by: actor })),
    () => store.keys.relink({ id: "key6", link: { ...LINK, hash: hashOf(116) }, at: NOW, by: actor }),
    () => importRows(store, rows([2n, 5]), { by: origin }),
    () => put(store, [label(1n, { name: "Rex" })], { by: origin }),
    () => store.undo({ revision: 1, dryRun: false, skipChanged: false, by: origin }),
    () => store.keys.revoke({ id: "key3", at: NOW, by: actor }),
  ];
}

/** Keys with these ids, which may then act: an import by a key that does not exist is refused. */
export async function createActingKeys(
  { keys }: Pick<InventoryStore, "keys">,
  ...ids: string[]
): Promise<void> {
  for (const [n, id] of ids.entries()) await keys.create(keyRecord(100 + n, { id, name: id }));
}

async function listOf(keys: KeyStore): Promise<KeyRecord[]> {
  return (await keys.list()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** The error that a promise is rejected with. */
async function failed(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => "nothing",
    (error: unknown) => error,
  );
}
