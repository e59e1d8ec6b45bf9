// Reads of one list: one after another, and one update for all that fell due meanwhile.

import { expect, test } from "bun:test";
import { Reads } from "../../src/dashboard/history/reads.ts";

/** Reads of which each has begun or ended when the test says so. */
class Steps {
  readonly reads = new Reads();
  readonly begun: string[] = [];
  readonly aborted: string[] = [];
  readonly #ends = new Map<string, () => void>();

  add(name: string): void {
    this.reads.add(this.#read(name));
  }

  addUpdate(name: string): void {
    this.reads.addUpdate(this.#read(name));
  }

  /** Ends the read, and lets the next one begin. */
  async end(name: string): Promise<void> {
    this.#ends.get(name)?.();
    await settled();
  }

  #read(name: string) {
    return async (signal: AbortSignal) => {
      this.begun.push(name);
      signal.addEventListener("abort", () => this.aborted.push(name));
      await new Promise<void>((resolve) => this.#ends.set(name, resolve));
    };
  }
}

/** After all that has been resolved has been continued. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("a read begins once the one before it has ended", async () => {
  const steps = new Steps();
  steps.add("first");
  steps.addUpdate("update");
  steps.add("older");
  await settled();
  expect(steps.begun).toEqual(["first"]);
  await steps.end("first");
  expect(steps.begun).toEqual(["first", "update"]);
  await steps.end("update");
  expect(steps.begun).toEqual(["first", "update", "older"]);
});

test("updates that fall due during a read are one; one that falls due later is another", async () => {
  const steps = new Steps();
  steps.add("first");
  await settled();
  for (const name of ["one", "two", "three"]) steps.addUpdate(name);
  await steps.end("first");
  expect(steps.begun).toEqual(["first", "one"]);
  steps.addUpdate("four");
  await steps.end("one");
  expect(steps.begun).toEqual(["first", "one", "four"]);
});

test("a stop aborts the read that has begun, and the others never begin", async () => {
  const steps = new Steps();
  steps.add("first");
  steps.add("second");
  steps.addUpdate("update");
  await settled();
  expect(steps.aborted).toEqual([]);
  steps.reads.stop();
  expect(steps.aborted).toEqual(["first"]);
  await steps.end("first");
  expect(steps.begun).toEqual(["first"]);
});
