// Work in turns: keys take turns, requests run between two turns, and work whose client has left is not done.

import { expect, test } from "bun:test";
import { KeyTurns } from "../../src/inventory/key-turns.ts";

const { signal } = new AbortController();

test("keys take turns, whatever one of them has sent", async () => {
  const turns = new KeyTurns();
  const done: string[] = [];
  const send = (keyId: string, count: number) =>
    Array.from({ length: count }, () => turns.run(keyId, signal, async () => void done.push(keyId)));
  await Promise.all([...send("a", 4), ...send("b", 2)]);
  expect(done).toEqual(["a", "a", "b", "a", "b", "a"]);
});

test("the event loop turns between two pieces of work that never wait, so that other requests run", async () => {
  const turns = new KeyTurns();
  let loops = 0;
  const count = () => {
    loops += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const results: Promise<number>[] = [];
  for (let request = 0; request < 5; request++) {
    results.push(turns.run("a", signal, async () => loops));
    // As the runtime does between two requests that have arrived together: the first one's work has ended when the second one begins.
    for (let settled = 0; settled < 10; settled++) await Promise.resolve();
  }
  const loopsAt = await Promise.all(results);
  clearImmediate(timer);
  expect(new Set(loopsAt).size).toBe(5);
});

test("work whose client leaves before its turn is not done; a failure does not concern the next one", async () => {
  const turns = new KeyTurns();
  const client = new AbortController();
  const done: string[] = [];
  const results = Promise.allSettled([
    turns.run("a", signal, () => Promise.reject(new Error("failed"))),
    turns.run("a", client.signal, async () => done.push("left")),
    turns.run("a", signal, async () => done.push("stays")),
  ]);
  client.abort();
  expect((await results).map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  expect(done).toEqual(["stays"]);
});

test("with two places two are at work, and further ones follow as places become free", async () => {
  const turns = new KeyTurns(2);
  const ends: (() => void)[] = [];
  const send = () => turns.run("a", signal, () => new Promise<void>((resolve) => ends.push(resolve)));
  const rest = () => new Promise((resolve) => setImmediate(resolve));
  const sent = [1, 2, 3, 4, 5].map(send);
  const begun: number[] = [];
  for (const end of ends) {
    begun.push(ends.length);
    end();
    await rest();
    await rest();
  }
  await Promise.all(sent);
  expect(begun).toEqual([2, 3, 4, 5, 5]);
});
