// Hooks and the lease of the server that delivers, on every engine.

import { expect } from "bun:test";
import { conditionOf, type Hook, HOOKS_MAX } from "../../src/inventory/hook.ts";
import type { StoredProgress } from "../../src/inventory/hook-store.ts";
import { databaseTests } from "./database-tests.ts";
import { createPet, type Engine, expectNoChangeSince, positionOf, TestDatabase } from "./engine.ts";
import { keyRecord, OPERATOR } from "./keys-suite.ts";

export function describeHooks(engine: Engine): void {
  const test = databaseTests(engine);

  test("a hook is listed as it was made, in every store, and changes no list", async (store, database) => {
    await store.commit([createPet(1n, 1)]);
    const position = await positionOf(store);
    const failure = { since: 5, attempts: 2, nextAttemptAt: 9 };
    const made = [
      hook(1, { position }),
      hook(2, { events: ["changes", "low"], failure, answer: { at: 7, status: 500, problem: "500" } }),
      hook(3, { events: ["low"], pause: { at: 8, reason: "receiver" }, deliveredAt: 6 }),
    ];
    for (const each of made) expect(await store.hooks.create(each)).toBe("created");
    expect(await store.hooks.list()).toEqual(made);
    expect(await (await database.open()).hooks.list()).toEqual(made);
    expect(await (await database.reopen()).hooks.list()).toEqual(made);
    await expectNoChangeSince(database.store, position);
  });

  test("an edit changes what it names, a rotation keeps the former secret, and what is gone says so", async (store) => {
    await store.hooks.create(hook(1));
    const edited = await store.hooks.edit("hook1", { name: "ERP", events: ["low"] }, OPERATOR);
    expect(edited).toEqual(hook(1, { name: "ERP", events: ["low"], version: 2 }));
    const rotated = await store.hooks.edit(
      "hook1",
      { rotation: { secret: "whsec_new", overlapMs: 60_000 } },
      OPERATOR,
    );
    expect(rotated).toMatchObject({ secret: "whsec_new", previous: { secret: "whsec_1" }, version: 3 });
    expect(rotated!.previous!.until).toBeGreaterThan(Date.now());
    expect(await store.hooks.list()).toEqual([rotated!]);
    expect(await store.hooks.remove("hook1", OPERATOR)).toBe(true);
    expect(await store.hooks.remove("hook1", OPERATOR)).toBe(false);
    expect(await store.hooks.edit("hook1", { name: "ERP" }, OPERATOR)).toBeUndefined();
    expect(await store.hooks.list()).toEqual([]);
  });

  test("a pause keeps its reason and first time; its end, or another address, begins without failures", async (store) => {
    const failure = { since: 5, attempts: 2, nextAttemptAt: 9 };
    await store.hooks.create(hook(1, { failure, pause: { at: 8, reason: "failing" } }));
    const edit = (isPaused: boolean) => store.hooks.edit("hook1", { isPaused }, OPERATOR);
    expect(await edit(true)).toMatchObject({ pause: { at: 8, reason: "failing" }, failure });
    expect(await edit(false)).toMatchObject({ pause: null, failure: null });
    const paused = await edit(true);
    expect(paused).toMatchObject({ pause: { reason: "request" } });
    expect(conditionOf(paused!)).toBe("paused");
    expect(conditionOf(hook(1, { pause: { at: 8, reason: "failing" } }))).toBe("stopped");
    await store.hooks.create(hook(2, { failure }));
    const same = await store.hooks.edit("hook2", { url: hook(2).url }, OPERATOR);
    expect(conditionOf(same!)).toBe("failing");
    const moved = await store.hooks.edit("hook2", { url: "https://other.example/" }, OPERATOR);
    expect(conditionOf(moved!)).toBe("active");
  });

  test("no more hooks than the limit are made", async (store) => {
    for (let n = 1; n <= HOOKS_MAX; n += 1) await store.hooks.create(hook(n));
    expect(await store.hooks.create(hook(HOOKS_MAX + 1))).toBe("full");
    expect(await store.hooks.list()).toHaveLength(HOOKS_MAX);
  });

  test("a key that was revoked changes no hook", async (store) => {
    await store.keys.create(keyRecord(1, { role: "admin" }));
    await store.keys.create(keyRecord(2, { role: "admin" }));
    await store.hooks.create(hook(1));
    await store.keys.revoke({ id: "key1", at: Date.now(), by: OPERATOR });
    const by = { actor: "key:till 1", keyId: "key1" };
    for (const change of [
      () => store.hooks.create(hook(2, { createdBy: by })),
      () => store.hooks.edit("hook1", { name: "ERP" }, by),
      () => store.hooks.remove("hook1", by),
    ])
      await expect(change()).rejects.toMatchObject({ code: "key_ended" });
    expect(await store.hooks.list()).toEqual([hook(1)]);
  });

  test("one of several servers has the lease; another takes over only from one that has stopped", async ({
    hooks,
  }) => {
    const first = await hooks.beat({ holder: "a", progress: [] });
    expect(first).toEqual({ holder: "a", beat: 1 });
    expect(await hooks.beat({ holder: "b", progress: [] })).toEqual(first);
    const second = await hooks.beat({ holder: "a", progress: [] });
    expect(second).toEqual({ holder: "a", beat: 2 });
    // It was seen before the holder's last beat.
    expect(await hooks.beat({ holder: "b", stopped: first, progress: [] })).toEqual(second);
    const taken = await hooks.beat({ holder: "b", stopped: second, progress: [] });
    expect(taken).toEqual({ holder: "b", beat: 3 });
    expect(await hooks.beat({ holder: "a", progress: [] })).toEqual(taken);
  });

  test("of several servers that take over at once, one gets the lease", async ({ hooks }) => {
    const stopped = await hooks.beat({ holder: "a", progress: [] });
    const holders = ["b", "c", "d", "e"];
    const leases = await Promise.all(holders.map((holder) => hooks.beat({ holder, stopped, progress: [] })));
    expect(new Set(leases.map(({ holder }) => holder)).size).toBe(1);
    expect(holders).toContain(leases[0]!.holder);
  });

  test("progress is stored by the holder alone, at the version that the hook still has", async (store) => {
    await store.commit([createPet(1n, 1)]);
    const position = await positionOf(store);
    for (const n of [1, 2]) await store.hooks.create(hook(n));
    await store.hooks.beat({ holder: "a", progress: [] });
    const answer = { at: 5, status: 204, problem: null };
    const progress = (n: number): StoredProgress => ({
      ...hook(n, { position, answer, deliveredAt: 5 }),
    });
    await store.hooks.beat({ holder: "b", progress: [progress(1)] });
    expect(await store.hooks.list()).toEqual([hook(1), hook(2)]);
    await store.hooks.edit("hook2", { isPaused: true }, OPERATOR);
    await store.hooks.beat({ holder: "a", progress: [progress(1), progress(2)] });
    const [one, two] = await store.hooks.list();
    expect(one).toEqual(hook(1, { position, answer, deliveredAt: 5 }));
    expect(two).toMatchObject({
      position: hook(2).position,
      deliveredAt: null,
      pause: { reason: "request" },
    });
  });

  test("a copy has the hooks; one that had been told all goes on at the newest commit", async (store) => {
    await store.commit([createPet(1n, 1)]);
    const early = await positionOf(store);
    await store.commit([createPet(2n, 1)]);
    await store.hooks.create(hook(1, { position: await positionOf(store) }));
    await store.hooks.create(hook(2, { position: early }));
    await using target = await TestDatabase.make(engine);
    await using stage = await target.store.stageCopy();
    await store.exportAll((batch) => stage.add(batch));
    const { position } = await stage.commit();
    expect(await target.store.hooks.list()).toEqual([hook(1, { position }), hook(2, { position: early })]);
  });
}

export function hook(n: number, more: Partial<Hook> = {}): Hook {
  return {
    id: `hook${n}`,
    name: `receiver ${n}`,
    url: `https://receiver${n}.example/hook`,
    events: ["changes"],
    secret: `whsec_${n}`,
    previous: null,
    createdAt: 1_700_000_000_000 + n,
    createdBy: OPERATOR,
    version: 1,
    position: { revision: 0, nonce: "0123456789abcdef" },
    failure: null,
    answer: null,
    deliveredAt: null,
    pause: null,
    ...more,
  };
}
