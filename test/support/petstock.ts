// Runs the program's commands for tests: in the test's own process, which is fast, or as a process, from source or
// (PETSTOCK=dist/petstock) as an executable.

import { join, resolve } from "node:path";
import { runInProcess } from "./in-process.ts";

const ROOT = join(import.meta.dir, "../..");

/** An executable for all commands; no command then runs in the test's own process. */
const EXECUTABLE = process.env["PETSTOCK"];
/** Built by the test runner for all processes: it starts six times as fast as the source (see test/run.ts). */
const BUILT = process.env["PETSTOCK_BUILT"];
/** The command that starts the program from its source, whatever the other tests use. */
export const SOURCE: readonly string[] = [process.execPath, join(ROOT, "src/main.ts")];

/** The command that starts the program as a process. */
export const PROGRAM: readonly string[] =
  EXECUTABLE || BUILT ? [resolve(ROOT, (EXECUTABLE || BUILT) as string)] : SOURCE;

/** How such a process names itself in its messages. */
export const PROGRAM_NAME = PROGRAM === SOURCE ? "bin/petstock" : "petstock";

/** Commands that start processes of the program themselves: from the executable these start six times as fast, too. */
const STARTS_PROCESSES: ReadonlySet<string> = new Set(["restore"]);

/** Many times longer than any command takes, also beside other tests. A process that takes longer is killed; its exit code is 137. */
const END_MS_MAX = 60_000;

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

/** Without the variables of the process that runs the tests. */
export function environment(env: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "/", USER: "tester", ...env };
}

/** Runs one command to its end, in the test's own process. */
export async function petstock(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  if (EXECUTABLE || (BUILT && STARTS_PROCESSES.has(args[0] ?? ""))) return petstockProcess(args, options);
  const { cwd = ROOT, stdin } = options;
  return runInProcess(args, { cwd, env: environment(options.env), stdin });
}

/** As `petstock`, in a process of its own: for signals, rights, locks of several processes, and `serve`. */
export async function petstockProcess(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const env = environment(options.env);
  return runToEnd([...PROGRAM, ...args], { ...options, env, timeout: END_MS_MAX, killSignal: "SIGKILL" });
}

interface ProcessOptions extends Omit<RunOptions, "env"> {
  /** The whole environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly timeout?: number | undefined;
  readonly killSignal?: NodeJS.Signals;
}

/** Runs any command to its end. */
export async function runToEnd(command: readonly string[], options: ProcessOptions = {}): Promise<Finished> {
  const { cwd = ROOT, env = environment(), stdin, timeout, killSignal } = options;
  const child = Bun.spawn([...command], {
    cwd,
    env,
    stdin: stdin === undefined ? "ignore" : new Blob([stdin as Uint8Array<ArrayBuffer>]),
    stdout: "pipe",
    stderr: "pipe",
    ...(timeout !== undefined && { timeout }),
    ...(killSignal !== undefined && { killSignal }),
  });
  return waitForExit(child);
}

/** Waits for a process to end; resolves with its output and exit code. */
export async function waitForExit(child: Bun.Subprocess<"ignore" | Blob, "pipe", "pipe">): Promise<Finished> {
  const [stdout, stderr, exitCode] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}

/** As `petstock`; throws if the command fails. */
export async function petstockOrThrow(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return successOrThrow(args, await petstock(args, options));
}

/** As `petstockProcess`; throws if the command fails. */
export async function petstockProcessOrThrow(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Finished> {
  return successOrThrow(args, await petstockProcess(args, options));
}

function successOrThrow(args: readonly string[], finished: Finished): Finished {
  if (finished.exitCode === 0) return finished;
  throw new Error(`petstock ${args.join(" ")} ended with ${finished.exitCode}: ${finished.stderr}`);
}
