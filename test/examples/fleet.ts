// A fleet of stores for examples/systemd/stores.sh: real services, and in place of systemd a manager that restarts them.

import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environment, type Finished, PROGRAM, runToEnd } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

const SCRIPT = join(import.meta.dir, "../../examples/systemd/stores.sh");

/** Below the ports of `freePort` and of outgoing connections. */
const FIRST_PORT = 19_000;
/** Of 127.0.0.0/8, by the id of this process: no other process takes a port of it. */
const HOST = `127.${1 + (process.pid >> 16)}.${(process.pid >> 8) & 255}.${process.pid & 255}`;

export class Fleet implements AsyncDisposable {
  readonly stores: readonly string[];
  /** The stores that the script has restarted. */
  readonly restarted: string[] = [];
  readonly #folder = new TemporaryFolder();
  readonly #settings = this.makeFolder("etc");
  readonly #data = this.makeFolder("data");
  readonly #restartProgram: string;
  readonly #services = new Map<string, TestService>();
  readonly #manager = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      const [verb, unit = ""] = (await request.text()).split(" ");
      const store = unit.replace(/^petstock@/, "");
      if (verb === "is-active") return new Response(this.#services.has(store) ? "active" : "inactive");
      if (verb === "restart") await this.#restart(store);
      return new Response();
    },
    // The client fails, as systemctl does.
    error: () => new Response(null, { status: 500 }),
  });
  /** The installed executable. */
  readonly program = this.makeProgram("petstock", "first");

  constructor(stores: readonly string[]) {
    this.stores = stores;
    const order = (words: string) => `exec curl -fsS --data-raw "${words}" ${this.#manager.url}`;
    this.#restartProgram = this.#executable("restart", order("restart $1"));
    this.#executable("systemctl", order("$*"));
    for (const store of stores) {
      mkdirSync(join(this.#data, store));
      this.#configure(store);
    }
  }

  makeFolder(name: string): string {
    mkdirSync(this.#folder.file(name));
    return this.#folder.file(name);
  }

  /** A version of petstock: `mark` tells it from others. It does not start as a service if `serves` is false. */
  makeProgram(name: string, mark: string, serves = true): string {
    const program = PROGRAM.map((part) => `'${part}'`).join(" ");
    const refusal = serves ? "" : '[ "$1" != serve ] || exit 1\n';
    return this.#executable(name, `# ${mark}\n${refusal}exec ${program} "$@"`);
  }

  databaseOf(store: string): string {
    return join(this.#data, store, "petstock.db");
  }

  service(store: string): TestService {
    return this.#services.get(store)!;
  }

  async #restart(store: string): Promise<void> {
    this.restarted.push(store);
    await this.start(store);
  }

  async startAll(): Promise<void> {
    await Promise.all(this.stores.map((store) => this.start(store)));
  }

  /** Starts the service of a store; ends the one that runs. */
  async start(store: string): Promise<void> {
    await this.#services.get(store)?.stop();
    const service = await TestService.start({
      folder: this.#folder,
      database: `sqlite:${this.databaseOf(store)}`,
      program: [this.program],
      args: ["--host", HOST, "--port", String(this.#portOf(store))],
    });
    this.#services.set(store, service);
  }

  /** Runs the script. The settings of the shell that calls it are not those of a store. */
  async run(...args: readonly string[]): Promise<Finished> {
    return this.#run(args, { STORES_RESTART: this.#restartProgram });
  }

  /** As `run`; the script restarts stores with a `systemctl`. */
  async runWithSystemctl(...args: readonly string[]): Promise<Finished> {
    return this.#run(args, { PATH: `${this.#folder.path}:${process.env["PATH"]}` });
  }

  #run(args: readonly string[], variables: Readonly<Record<string, string>>): Promise<Finished> {
    const env = environment({
      ...variables,
      STORES_SETTINGS: this.#settings,
      STORES_DATA: this.#data,
      STORES_PETSTOCK: this.program,
      PETSTOCK_URL: "http://127.0.0.1:1",
      PORT: "1",
    });
    return runToEnd(["sh", SCRIPT, ...args], { env, cwd: this.#folder.path });
  }

  async stop(store: string): Promise<void> {
    await this.service(store).stop();
    this.#services.delete(store);
  }

  /** The settings of petstock.service, which is no store. */
  configureSingleService(): void {
    writeFileSync(join(this.#settings, "petstock.env"), "PORT=1\n");
  }

  /** The files whose path starts so, without logs of databases, which belong to their services. */
  filesFrom(start: string): readonly string[] {
    const entries = readdirSync(this.#folder.path, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    return paths.filter((path) => path.startsWith(start) && !/-(?:wal|shm)$/.test(path)).toSorted();
  }

  /** All files, with their text; of databases, which their services may write to, only the names. */
  files(): Readonly<Record<string, string>> {
    const paths = this.filesFrom(this.#folder.path);
    return Object.fromEntries(
      paths.map((path) => [path, path.endsWith(".db") ? "" : readFileSync(path, "utf8")]),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#manager.stop(true);
    await Promise.all([...this.#services.values()].map((service) => service[Symbol.asyncDispose]()));
    this.#folder[Symbol.dispose]();
  }

  #configure(store: string): void {
    const text = `# ${store}\nPETSTOCK_HOST="${HOST}"\n\nPORT=${this.#portOf(store)}\n`;
    writeFileSync(join(this.#settings, `${store}.env`), text);
  }

  #portOf(store: string): number {
    return FIRST_PORT + this.stores.indexOf(store);
  }

  #executable(name: string, text: string): string {
    const path = this.#folder.file(name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
    return path;
  }
}
