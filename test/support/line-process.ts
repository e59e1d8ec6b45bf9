// A process that writes lines to its standard output, such as an answer to each line of its standard input.

export class LineProcess implements AsyncDisposable {
  readonly #child: Bun.Subprocess<"pipe", "pipe", "pipe">;
  readonly #errors: Promise<string>;
  readonly #lines: AsyncGenerator<string, void, undefined>;

  /** `env`: besides that of this process. */
  constructor(command: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.#child = Bun.spawn([...command], {
      env: { ...process.env, ...env },
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
    });
    this.#errors = this.#child.stderr.text();
    this.#lines = linesOf(this.#child.stdout);
  }

  /** The answer to one line. Throws with what the process wrote to standard error if it has ended. */
  async ask(line: string): Promise<string> {
    this.#child.stdin.write(`${line}\n`);
    await this.#child.stdin.flush();
    return this.next();
  }

  /** Its next line. */
  async next(): Promise<string> {
    const { value } = await this.#lines.next();
    if (value === undefined) throw new Error(`the process has ended: ${await this.#errors}`);
    return value;
  }

  /** Ends its input, and waits for its end. */
  async ended(): Promise<{ exitCode: number; stderr: string }> {
    this.#child.stdin.end();
    return { exitCode: await this.#child.exited, stderr: await this.#errors };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.exited;
  }
}

/** The whole lines of a stream. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}
