// Text is written complete and in order, or counted as dropped, and no caller waits.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { constants, openSync, readFileSync } from "node:fs";
import { BufferedOutput, type BufferedOutputOptions } from "../../src/log/buffered-output.ts";
import { MountedDisk } from "../support/mounted-disk.ts";
import { NamedPipe } from "../support/named-pipe.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const FLUSH_MS = 20_000;
const NO_TIME_MS = 50;

/** The descriptor stays open: an output whose write failed tries again, and the number must not be reused for another file. */
function outputTo(path: string, options?: BufferedOutputOptions & { flags?: number }): BufferedOutput {
  const descriptor = openSync(path, options?.flags ?? constants.O_WRONLY | constants.O_APPEND);
  return new BufferedOutput(descriptor, options);
}

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `line ${String(from + i).padStart(6)}\n`);

describe("a pipe that is not read", () => {
  test.each([
    ["", constants.O_WRONLY],
    [", made non-blocking by another process", constants.O_WRONLY | constants.O_NONBLOCK],
  ])("gets everything once it is read%s", async (_, flags) => {
    using pipe = new NamedPipe();
    pipe.fill();
    const output = outputTo(pipe.path, { flags });
    const written = lines(0, 20_000);
    for (const line of written) output.write(line);
    expect(await output.flush(NO_TIME_MS)).toBe(false);
    let text = "";
    await until("all lines", () => (text += pipe.read()).length >= written.join("").length);
    expect(text).toBe(written.join(""));
    expect(await output.flush(FLUSH_MS)).toBe(true);
    expect(output.dropped).toBe(0);
  });

  test("costs the lines above the limit; their number is written where they are missing", async () => {
    using pipe = new NamedPipe();
    pipe.fill();
    const since = Date.now();
    const output: BufferedOutput = outputTo(pipe.path, {
      bytesMax: 1_200,
      onDropped: (count, at) => output.write(`${count} dropped, ${at >= since && at <= Date.now()}\n`),
    });
    // The first line is being written to the pipe and is no longer in the buffer.
    for (const line of lines(0, 1_000)) output.write(line);
    expect(output.dropped).toBe(899);
    let text = "";
    await until("the kept lines", () => (text += pipe.read()).endsWith("dropped, true\n"));
    output.write("the next\n");
    await until("the next line", () => (text += pipe.read()).endsWith("the next\n"));
    expect(text).toBe([...lines(0, 101), "899 dropped, true\n", "the next\n"].join(""));
  });
});

test("a full disk gets everything once it has room, with no broken line", async () => {
  const obstacle = await MountedDisk.obstacle();
  if (obstacle !== undefined) return console.log(`not tried on a full disk: ${obstacle}`);
  await using disk = await MountedDisk.make(1024 * 1024);
  disk.fill(8_192);
  const path = disk.folder.file("log");
  const output = outputTo(path, { flags: constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND });
  const written = lines(0, 5_000);
  for (const line of written) output.write(line);
  expect(await output.flush(FLUSH_MS)).toBe(false);
  expect(readFileSync(path, "utf8").length).toBeLessThan(written.join("").length);
  disk.free();
  await until("all lines", () => output.flush(FLUSH_MS));
  expect(readFileSync(path, "utf8")).toBe(written.join(""));
});

test("a reader that has closed the pipe causes neither a crash nor a wait", async () => {
  using pipe = new NamedPipe();
  const output = outputTo(pipe.path);
  pipe.close();
  output.write("unread\n");
  expect(await output.flush(FLUSH_MS)).toBe(false);
  expect(await output.flush(FLUSH_MS)).toBe(false);
});
