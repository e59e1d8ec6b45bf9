// The calls of assistants under way: bounded for each key, and ended with it.

import { expect, test } from "bun:test";
import type { KeyRecord } from "../../src/inventory/key-store.ts";
import { Calls, KEY_CALLS_MAX } from "../../src/mcp/calls.ts";
import { ToolError } from "../../src/mcp/tool.ts";

const key = (id: string) => ({ id, name: id }) as KeyRecord;
const client = () => new AbortController().signal;

/** Endings that the test calls itself. */
function endingsOf() {
  const watched = new Set<() => void>();
  const watch = (_: string, onEnd: () => void) => {
    watched.add(onEnd);
    return () => void watched.delete(onEnd);
  };
  return { watched, endings: { watch } };
}

test("a key has so many calls under way and no more; another key is not concerned, and a place is given back", async () => {
  const { watched, endings } = endingsOf();
  const calls = new Calls(endings);
  const released = Promise.withResolvers<string>();
  const running = Array.from({ length: KEY_CALLS_MAX }, () =>
    calls.run(key("one"), client(), () => released.promise),
  );
  await expect(calls.run(key("one"), client(), async () => "made")).rejects.toMatchObject({
    code: "rate_limited",
    headers: { "Retry-After": "1" },
  });
  expect(await calls.run(key("other"), client(), async () => "made")).toBe("made");
  released.resolve("done");
  expect(await Promise.all(running)).toEqual(running.map(() => "done"));
  expect(await calls.run(key("one"), client(), async () => "made")).toBe("made");
  expect(watched.size).toBe(0);
});

test("a failed call gives its place back", async () => {
  const { watched, endings } = endingsOf();
  const calls = new Calls(endings);
  for (let i = 0; i <= KEY_CALLS_MAX; i++) {
    const failing = calls.run(key("one"), client(), () => Promise.reject(new Error("it failed")));
    await expect(failing).rejects.toThrow("it failed");
  }
  expect(watched.size).toBe(0);
});

test("the end of the key ends its call, with a reason for the model; so does a client that leaves", async () => {
  const { watched, endings } = endingsOf();
  const calls = new Calls(endings);
  const leaving = new AbortController();
  const untilAborted = (signal: AbortSignal) =>
    new Promise<unknown>((resolve) => signal.addEventListener("abort", () => resolve(signal.reason)));
  const ended = calls.run(key("one"), client(), untilAborted);
  const [end] = watched;
  const left = calls.run(key("other"), leaving.signal, untilAborted);
  end!();
  expect(await ended).toBeInstanceOf(ToolError);
  leaving.abort("left");
  expect(await left).toBe("left");
});
