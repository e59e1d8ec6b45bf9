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
  const loopsAt = await Promise.all(
    Array.from({ length: 5 }, () => turns.run("a", signal, async () => loops)),
  );
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
