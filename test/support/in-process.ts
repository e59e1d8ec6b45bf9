// Runs the command line in the test's own process, with streams in memory and the environment that the test gives. Much faster
// than a process for each command.

import { EventEmitter } from "node:events";
import { Readable, Writable } from "node:stream";
import type { Context, ProcessControl } from "../../src/cli/context.ts";
import { run } from "../../src/cli/run.ts";
import { systemClock } from "../../src/inventory/clock.ts";
import type { Finished } from "./petstock.ts";
import { withWorkingDirectory } from "./working-directory.ts";
import { startWorker } from "./writer-worker.ts";

/** The size of a pipe's buffer. */
const CHUNK_BYTES = 65_536;

export interface InProcessOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array | undefined;
  /** That of another version of the program. */
  readonly run?: typeof run;
}

/** Runs one command to its end. */
export async function runInProcess(
  args: readonly string[],
  { cwd, env, stdin = "", run: runCommand = run }: InProcessOptions,
): Promise<Finished> {
  const [stdout, stderr, process] = [new MemoryOutput(), new MemoryOutput(), new TestProcess()];
  const context = testContext({
    env,
    stdin: { isTerminal: false, open: () => Readable.from(chunksOf(stdin)) },
    stdout,
    stderr,
    process: process as unknown as ProcessControl,
  });
  const exitCode = await withWorkingDirectory(cwd, () => runCommand(args, context));
  return { exitCode: process.exitedWith ?? exitCode, stdout: stdout.text, stderr: stderr.text };
}

/** A context without a terminal, whose output is discarded, except for the given parts. */
export function testContext(parts: Partial<Context> = {}): Context {
  return {
    env: {},
    stdin: { isTerminal: false, open: () => Readable.from([]) },
    stdout: new MemoryOutput(),
    stderr: new MemoryOutput(),
    clock: systemClock,
    process: new TestProcess() as unknown as ProcessControl,
    startWorker,
    ...parts,
  };
}

class MemoryOutput extends Writable {
  readonly #chunks: Buffer[] = [];

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}

/** Records an exit code instead of ending the process: a command does nothing more after it. */
class TestProcess extends EventEmitter {
  exitedWith: number | undefined;

  exit(code: number): void {
    this.exitedWith ??= code;
  }
}

function* chunksOf(content: string | Uint8Array): Generator<Buffer> {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
