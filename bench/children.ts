// The processes that the benchmark starts. It ends all of them when it ends, also after a failure.

import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A child process that is a server. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
}

const START_SECONDS_MAX = 60;
const STOP_SECONDS_MAX = 20;
const POLL_MS = 2;

/** The caller's environment must not change the figures. */
const ENV = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "/" };

export class Children implements AsyncDisposable {
  readonly #folder: string;
  readonly #running = new Set<Bun.Subprocess>();
  #started = 0;
  #ended = false;

  /** `folder`: for their output. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs a command to its end and returns its output. Throws if it fails or takes too long. */
  async run(
    command: readonly string[],
    { secondsMax, env = ENV }: { secondsMax: number; env?: Readonly<Record<string, string | undefined>> },
  ): Promise<string> {
    const child = this.#track(
      Bun.spawn([...command], {
        env,
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
        timeout: secondsMax * 1_000,
        killSignal: "SIGKILL",
      }),
    );
    const [stdout, stderr, exitCode] = await Promise.all([
      child.stdout.text(),
      child.stderr.text(),
      child.exited,
    ]);
    if (exitCode !== 0) throw new Error(`${command.join(" ")} ended with ${exitCode}: ${stderr || stdout}`);
    return stdout;
  }

  /** Starts a server and waits for the address that it prints. */
  async serve(command: readonly string[]): Promise<Server> {
    this.#started += 1;
    const logPath = join(this.#folder, `child-${this.#started}.log`);
    const log = openSync(logPath, "a");
    const child = this.#track(
      Bun.spawn([...command], { env: ENV, stdin: "ignore", stdout: log, stderr: log }),
    );
    closeSync(log);
    const deadline = performance.now() + START_SECONDS_MAX * 1_000;
    for (;;) {
      const text = readFileSync(logPath, "utf8");
      const url = /http:\/\/127\.0\.0\.1:[0-9]+/.exec(text)?.[0];
      if (url !== undefined) return { url, pid: child.pid, stop: () => stop(child) };
      if (child.exitCode !== null || performance.now() > deadline) {
        throw new Error(`${command.join(" ")} did not start: ${text}`);
      }
      await Bun.sleep(POLL_MS);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true;
    await this.endAll();
  }

  /** Ends the processes that a failed theme has left. */
  async endAll(): Promise<void> {
    for (const child of this.#running) child.kill("SIGKILL");
    await Promise.all([...this.#running].map((child) => child.exited));
  }

  #track<T extends Bun.Subprocess>(child: T): T {
    // Ends processes that were starting when the benchmark ended.
    if (this.#ended) child.kill("SIGKILL");
    this.#running.add(child);
    void child.exited.then(() => this.#running.delete(child));
    return child;
  }
}

async function stop(child: Bun.Subprocess): Promise<void> {
  child.kill("SIGTERM");
  const ended = await Promise.race([child.exited, Bun.sleep(STOP_SECONDS_MAX * 1_000).then(() => "late")]);
  if (ended === "late") throw new Error(`process ${child.pid} did not end after SIGTERM`);
}
