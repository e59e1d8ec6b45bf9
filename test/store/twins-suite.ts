// Concurrent changes with the same key, in one group, in several, or in several stores: exactly one is applied.

import { expect } from "bun:test";
import { databaseTests } from "./database-tests.ts";
import {
  ledgerOf,
  createPet,
  type Engine,
  expectConsistent,
  item,
  itemsOf,
  kinds,
  idempotencyKey,
  positionOf,
  setTo,
} from "./engine.ts";

export function describeTwins(engine: Engine): void {
  const test = databaseTests(engine);

  test("of equal requests in one group the first is applied, and the others get its result", async (store) => {
    await store.commit([createPet(1n, 5)]);
    const twin = idempotencyKey("a", 1n, 6);
    expect(await store.commit([twin, setTo(1n, 8), twin, idempotencyKey("a", 1n, 7), twin])).toEqual([
      { kind: "updated", item: item(1n, 6), revision: 2 },
      { kind: "updated", item: item(1n, 8), revision: 3 },
      { kind: "replayed", item: item(1n, 6) },
      { kind: "idempotency_mismatch" },
      { kind: "replayed", item: item(1n, 6) },
    ]);
    expect(await itemsOf(store)).toEqual([item(1n, 8)]);
    expect(await ledgerOf(store, { limit: 10 })).toHaveLength(3);
    await expectConsistent(store);
  });

  test("of equal requests in concurrent groups one is applied", async (store) => {
    await store.commit([createPet(1n, 5)]);
    const groups = await Promise.all(
      Array.from({ length: 10 }, () => store.commit([idempotencyKey("a", 1n, 6)])),
    );
    expect(kinds(groups.flat()).toSorted()).toEqual([...Array<string>(9).fill("replayed"), "updated"]);
    expect((await positionOf(store)).revision).toBe(2);
  });

  test("of equal requests to two stores at once one is applied, every time", async (store, database) => {
    const rivals = [store, await database.open()];
    await store.commit([createPet(1n, 0)]);
    for (let round = 1; round <= 30; round++) {
      const twin = idempotencyKey(`round-${round}`, 1n, round);
      const groups = await Promise.all(rivals.map((rival) => rival.commit([twin, twin])));
      expect(kinds(groups.flat()).toSorted()).toEqual(["replayed", "replayed", "replayed", "updated"]);
      for (const outcome of groups.flat()) expect(outcome).toMatchObject({ item: item(1n, round) });
    }
    expect((await positionOf(store)).revision).toBe(31);
    await expectConsistent(store);
  });

  test("a group with and without keys is one group: each change has its own outcome, in order", async (store) => {
    await store.commit(Array.from({ length: 100 }, (_, i) => createPet(BigInt(i), 0)));
    const group = Array.from({ length: 400 }, (_, i) =>
      i % 2 === 0 ? setTo(BigInt(i % 100), i + 1) : idempotencyKey(`key-${i}`, BigInt(i % 100), i + 1),
    );
    const first = await store.commit(group);
    expect(kinds(first)).toEqual(group.map(() => "updated"));
    const again = await store.commit(group);
    for (const [i, outcome] of again.entries()) {
      const replayed = { kind: "replayed", item: item(BigInt(i % 100), i + 1) } as const;
      if (i % 2 === 1) expect(outcome).toEqual(replayed);
      else expect(outcome.kind).toBe("updated");
    }
    expect((await positionOf(store)).revision).toBe(100 + 400 + 200);
    await expectConsistent(store);
  });
}
