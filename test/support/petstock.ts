// The program as its users run it: a process of its own, from source or (PETSTOCK=dist/petstock) as one executable.

import { join, resolve } from "node:path";

const ROOT = join(import.meta.dir, "../..");

const EXECUTABLE = process.env["PETSTOCK"];

/** How a test starts the program. */
export const PROGRAM: readonly string[] = EXECUTABLE
  ? [resolve(ROOT, EXECUTABLE)]
  : [process.execPath, join(ROOT, "src/main.ts")];

/** What the program says is to be typed in front of a command. */
export const PROGRAM_NAME = EXECUTABLE ? "petstock" : "bin/petstock";

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
}

export interface Finished {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Nothing of the tester's own environment may change what a test sees. */
export function environment(env: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "/", USER: "tester", ...env };
}

/** Runs one command to its end. */
export async function petstock(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const child = Bun.spawn([...PROGRAM, ...args], {
    cwd: options.cwd ?? ROOT,
    env: environment(options.env),
    stdin: options.stdin === undefined ? "ignore" : new Blob([options.stdin as Uint8Array<ArrayBuffer>]),
    stdout: "pipe",
    stderr: "pipe",
  });
  return endOf(child);
}

/** What a process has said, once it has ended. */
export async function endOf(child: Bun.Subprocess<"ignore" | Blob, "pipe", "pipe">): Promise<Finished> {
  const [stdout, stderr, exitCode] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}

/** As `petstock`, where anything but success fails the test. */
export async function petstockOrThrow(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const ended = await petstock(args, options);
  if (ended.exitCode === 0) return ended;
  throw new Error(`petstock ${args.join(" ")} ended with ${ended.exitCode}: ${ended.stderr}`);
}
