// A run of the command line depends on its context alone, and leaves the process as it was.

import { expect, setDefaultTimeout, test } from "bun:test";
import { Writable } from "node:stream";
import type { Output } from "../../src/cli/context.ts";
import { run } from "../../src/cli/run.ts";
import { testContext } from "../support/in-process.ts";
import { Inventory } from "./inventory.ts";

setDefaultTimeout(60_000);

/** An output that keeps its text, or fails with an error of the system. */
class TestOutput extends Writable {
  text = "";
  readonly isTTY: boolean;
  readonly columns: number;
  readonly #code: string | undefined;

  constructor({ columns, code }: { columns?: number; code?: string } = {}) {
    super();
    this.isTTY = columns !== undefined;
    this.columns = columns ?? 0;
    this.#code = code;
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.text += chunk.toString();
    done(this.#code === undefined ? undefined : Object.assign(new Error(this.#code), { code: this.#code }));
  }
}

function helpOn(stdout: Output): Promise<number> {
  return run(["serve", "--help"], testContext({ stdout }));
}

test("help is as wide as its terminal, and 80 columns without one", async () => {
  const longest = async (stdout: TestOutput) => {
    expect(await helpOn(stdout)).toBe(0);
    return Math.max(...stdout.text.split("\n").map((line) => line.length));
  };
  const [piped, wide] = [await longest(new TestOutput()), await longest(new TestOutput({ columns: 160 }))];
  expect(piped).toBeLessThanOrEqual(80);
  expect(wide).toBeGreaterThan(80);
  expect(wide).toBeLessThanOrEqual(160);
});

test("a closed pipe is not a failure, any other error of standard output is", async () => {
  const stderr = new TestOutput();
  const exitCodeWith = (code: string) =>
    run(["version"], testContext({ stdout: new TestOutput({ code }), stderr }));
  expect(await exitCodeWith("EPIPE")).toBe(0);
  expect(stderr.text).toBe("");
  expect(await exitCodeWith("EIO")).toBe(1);
  expect(stderr.text).toBe("petstock: standard output cannot be written: EIO\n");
});

test("times are those of the clock", async () => {
  using inventory = await Inventory.of("1,1,sold");
  await inventory.runOrThrow(["keys", "create", "--name", "till", "--expires", "90d"]);
  const stateAt = async (now: number) => {
    const stdout = new TestOutput();
    const env = { DATABASE_URL: inventory.url };
    expect(
      await run(["keys", "list", "--json"], testContext({ env, stdout, clock: { now: () => now } })),
    ).toBe(0);
    return JSON.parse(stdout.text)[0].state;
  };
  expect(await stateAt(Date.now())).toBe("active");
  expect(await stateAt(Date.now() + 91 * 24 * 60 * 60 * 1_000)).toBe("expired");
});

test("a run changes neither the process's exit code nor its listeners nor its directory", async () => {
  using inventory = await Inventory.of("1,1,sold");
  const state = () => ({
    exitCode: process.exitCode,
    directory: process.cwd(),
    listeners: process.eventNames().map((name) => [name, process.listenerCount(name)]),
  });
  const before = state();
  expect((await inventory.run(["backup", "a.backup"])).exitCode).toBe(0);
  expect((await inventory.run(["adjust", "2", "--by", "1"])).exitCode).toBe(1);
  expect((await inventory.run(["serve", "--port", "x"])).exitCode).toBe(2);
  expect(state()).toEqual(before);
});
