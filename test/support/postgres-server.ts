// A real PostgreSQL for a test: a cluster of its own on 127.0.0.1, which can be stopped in each of PostgreSQL's ways,
// started again, frozen, and followed by a standby.

import { appendFileSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PASSWORD, PostgresInstallation, USER } from "./postgres-installation.ts";
import { continueTree, stopTree } from "./process-tree.ts";
import { until } from "./until.ts";

export type Settings = Readonly<Record<string, string>>;
export type StopMode = "smart" | "fast" | "immediate";
export type Row = Readonly<Record<string, unknown>>;

export interface PostgresOptions {
  /** What differs from PostgreSQL's defaults; `fsync: "off"` where durability is not the test's matter. */
  readonly settings?: Settings;
  /** A free one where absent. */
  readonly port?: number;
  /** Where the first server of a process puts the data of all: the system's temporary folder where absent. */
  readonly folder?: string;
}

const SIGNALS = { smart: "SIGTERM", fast: "SIGINT", immediate: "SIGQUIT" } as const;
/** Below the ports that systems give to outgoing connections: a server that starts again finds its own still free. */
const PORTS = { first: 20_000, count: 10_000 };

let installation: Promise<PostgresInstallation> | undefined;

/** Stops every server of this process and removes all that they left. */
export async function removePostgres(): Promise<void> {
  const removed = installation;
  installation = undefined;
  await (await removed)?.remove();
}

export class PostgresServer implements AsyncDisposable {
  /** What the server calls itself, also to its primary: the name for `synchronous_standby_names`. */
  readonly name: string;
  readonly port: number;
  /** The data directory. */
  readonly path: string;
  readonly #installation: PostgresInstallation;
  #child: Bun.Subprocess | undefined;

  private constructor(from: PostgresInstallation, cluster: { name: string; path: string }, port: number) {
    this.#installation = from;
    this.name = cluster.name;
    this.path = cluster.path;
    this.port = port;
  }

  static async start({
    settings = {},
    port = freePort(),
    folder,
  }: PostgresOptions = {}): Promise<PostgresServer> {
    installation ??= PostgresInstallation.make(folder);
    const home = await installation;
    const server = new PostgresServer(home, await home.makeCluster(), port);
    server.#configure(settings);
    await server.startAgain();
    return server;
  }

  url(database = "postgres"): string {
    return `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.port}/${database}`;
  }

  /** The postmaster's process. */
  get pid(): number {
    if (this.#child === undefined) throw new Error(`${this.name} is stopped`);
    return this.#child.pid;
  }

  /** What the server has written since it was made. */
  get log(): string {
    return existsSync(this.#logPath) ? readFileSync(this.#logPath, "utf8") : "";
  }

  /** On the same port, with the same data. */
  async startAgain(): Promise<void> {
    if (this.#child !== undefined) throw new Error(`${this.name} runs already`);
    const child = this.#installation.spawn(["postgres", "-D", this.path], openSync(this.#logPath, "a"));
    this.#child = child;
    await until(`${this.name} to take connections`, () => {
      if (child.exitCode !== null) throw new Error(`${this.name} ended with ${child.exitCode}: ${this.log}`);
      return this.#isReady(child.pid);
    });
  }

  /** Lets clients leave by themselves (smart), ends their sessions (fast), or ends without a checkpoint (immediate). */
  async stop(mode: StopMode = "fast"): Promise<void> {
    process.kill(this.pid, SIGNALS[mode]);
    await this.#child?.exited;
    this.#child = undefined;
  }

  /** From now on no process of the server does anything, while its connections stay open. */
  freeze(): Promise<void> {
    return stopTree(this.pid);
  }

  thaw(): void {
    continueTree(this.pid);
  }

  /** Runs one statement, or several at once, on a connection of its own. */
  async run(statement: string, database?: string): Promise<readonly Row[]> {
    await using sql = new Bun.SQL(this.url(database), { max: 1, bigint: true });
    return await sql.unsafe(statement);
  }

  /** How many clients are connected, to one database or to any, but for the one that asks. */
  async connections(database?: string): Promise<number> {
    const where = database === undefined ? "" : `and datname = '${database}'`;
    const clients = await this.run(
      `select pid from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() ${where}`,
    );
    return clients.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child !== undefined) {
      this.thaw();
      await this.stop("immediate");
    }
    await this.#installation.run("rm", "-rf", this.path, this.#logPath);
  }

  get #logPath(): string {
    return `${this.path}.log`;
  }

  /** In the file, not in the command: so `ALTER SYSTEM` and a reload can still change them. */
  #configure(settings: Settings): void {
    const all: Settings = {
      listen_addresses: "127.0.0.1",
      port: String(this.port),
      unix_socket_directories: "",
      cluster_name: this.name,
      ...settings,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
    appendFileSync(join(this.path, "postgresql.conf"), `\n${lines.join("\n")}\n`);
  }

  /** As pg_ctl decides it: by the file that the server keeps of itself, unless that is left from an earlier run. */
  #isReady(pid: number): boolean {
    const path = join(this.path, "postmaster.pid");
    const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
    return lines[0] === String(pid) && lines[7]?.trim() === "ready";
  }
}

function freePort(): number {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    try {
      Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } }).stop(true);
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
}
