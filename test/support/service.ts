// A running service for tests: `petstock serve` as a process on a free port, with its own database. Every answer is
// validated against openapi.yaml or admin.yaml.

import { type JsonValue, parseJson } from "../../src/contract/json.ts";
import { validateResponse } from "./contract-validator.ts";
import { environment, petstockOrThrow, PROGRAM } from "./petstock.ts";
import { TemporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

export interface ServiceOptions {
  /** The database's address; that of a SQLite file in the folder where absent. */
  readonly database?: string | undefined;
  /** A folder to keep the database in; a temporary one where absent. */
  readonly folder?: TemporaryFolder;
  readonly args?: readonly string[];
  /** The command that starts the program; PROGRAM where absent. */
  readonly program?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Rows of `petId,quantity,status`, imported before the start. */
  readonly rows?: readonly string[] | undefined;
  /** Certificates in PEM that requests to it trust; for a service with TLS. */
  readonly trusted?: string;
  /** Which lines of the log are kept, for loads whose refusals would fill the memory; all where absent. */
  readonly keeps?: (line: LogLine) => boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed with exact integers; undefined if there is no body. */
  readonly json: JsonValue | undefined;
  /** The Error body's `code`; undefined on success. */
  readonly code: string | undefined;
}

export interface Asked {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | ReadableStream;
  readonly signal?: AbortSignal;
}

export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string };

export class TestService implements AsyncDisposable {
  readonly folder: TemporaryFolder;
  readonly databasePath: string;
  readonly databaseUrl: string;
  readonly log: LogLine[] = [];
  /** The text of stderr, without lines that are not kept. */
  words = "";
  url = "";
  readonly #ownsFolder: boolean;
  readonly #trusted: string | undefined;
  readonly #keeps: (line: LogLine) => boolean;
  readonly #child: Bun.Subprocess<"ignore", "pipe", "pipe">;
  /** Resolves when standard error has ended. */
  readonly #logEnd: Promise<void>;

  private constructor(folder: TemporaryFolder, ownsFolder: boolean, options: ServiceOptions) {
    const { args = [], env = {}, program = PROGRAM, keeps = () => true } = options;
    this.folder = folder;
    this.#keeps = keeps;
    this.#trusted = options.trusted;
    this.#ownsFolder = ownsFolder;
    this.databasePath = folder.file("petstock.db");
    this.databaseUrl = options.database ?? `sqlite:${this.databasePath}`;
    const command = [...program, "serve", "--port", "0", "--database", this.databaseUrl, ...args];
    this.#child = Bun.spawn(command, {
      env: environment(env),
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    this.#logEnd = this.#readLog();
  }

  /** Starts the service and waits until it listens. */
  static async start(options: ServiceOptions = {}): Promise<TestService> {
    const folder = options.folder ?? new TemporaryFolder();
    if (options.rows !== undefined) {
      const csv = ["petId,quantity,status", ...options.rows].join("\n");
      const database = options.database ?? `sqlite:${folder.file("petstock.db")}`;
      await petstockOrThrow(["import", "-", "--format", "csv", "--database", database], { stdin: csv });
    }
    const service = new TestService(folder, options.folder === undefined, options);
    const exited = service.exited.then((code) => {
      throw new Error(`the service ended with ${code}: ${service.words}`);
    });
    const listening = until("the service to listen", () =>
      service.log.find(({ msg }) => msg === "listening"),
    );
    // The loser of the race must not count as an unhandled rejection.
    exited.catch(() => {});
    const line = await Promise.race([listening, exited]);
    service.url = String(line["url"]);
    return service;
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** The process's exit code, once its log is read to the end; 128 + the signal's number where a signal ended it. */
  get exited(): Promise<number> {
    return this.#logEnd.then(() => this.#child.exited);
  }

  /** Runs a command on its database; resolves with what it printed. Throws if the command fails. */
  async command(...args: readonly string[]): Promise<string> {
    return (await petstockOrThrow([...args, "--database", this.databaseUrl])).stdout;
  }

  /** As it calls itself: with its commit between releases. */
  async version(): Promise<string> {
    const { version } = (await (await fetch(`${this.url}/readyz`)).json()) as { version: string };
    return version;
  }

  async makeKey(...args: readonly string[]): Promise<string> {
    return (await this.command("keys", "create", "--name", "test", ...args)).trim();
  }

  /** Sends a request; throws if the answer does not conform to its contract. */
  async ask(method: string, path: string, { key, headers = {}, body, signal }: Asked = {}): Promise<Answer> {
    const authorization = key === undefined ? {} : { Authorization: `Bearer ${key}` };
    const response = await fetch(this.url + path, {
      method,
      headers: { ...authorization, ...headers },
      ...(body !== undefined && { body: body as string }),
      ...(signal !== undefined && { signal }),
      redirect: "manual",
      ...(this.#trusted !== undefined && { tls: { ca: this.#trusted } }),
    });
    const text = await response.text();
    validateResponse({ method, path, status: response.status, headers: response.headers, body: text });
    const isJson = text !== "" && response.headers.get("Content-Type") === "application/json";
    const json = isJson ? parseJson(text) : undefined;
    const code =
      response.status >= 400 && typeof json === "object" && json !== null && "code" in json
        ? String(json["code"])
        : undefined;
    return { status: response.status, headers: response.headers, text, json, code };
  }

  list(key: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.ask("GET", "/v1/inventory", { key, headers });
  }

  update(
    key: string,
    petId: bigint | number | string,
    quantity: number | string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    return this.ask("PATCH", `/v1/inventory/${petId}`, {
      key,
      headers: { "Content-Type": "application/json", ...headers },
      body: `{"quantity":${quantity}}`,
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** SIGTERM, and the exit code. */
  async stop(): Promise<number> {
    this.signal("SIGTERM");
    return this.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.signal("SIGKILL");
    await this.exited;
    if (this.#ownsFolder) this.folder[Symbol.dispose]();
  }

  async #readLog(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of this.#child.stderr) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#take(line);
    }
    this.words += rest;
  }

  #take(line: string): void {
    const event = line.startsWith("{") ? (JSON.parse(line) as LogLine) : undefined;
    if (event !== undefined && !this.#keeps(event)) return;
    this.words += `${line}\n`;
    if (event !== undefined) this.log.push(event);
  }
}
