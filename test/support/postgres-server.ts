// A real PostgreSQL for a test: a cluster of its own on 127.0.0.1, which can be stopped in each of PostgreSQL's ways,
// started again, frozen, and followed by a standby.

import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
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
  /** Those of another version (see PostgresInstallation). */
  readonly programs?: string;
}

/** By their programs. */
const installations = new Map<string | undefined, Promise<PostgresInstallation>>();

function installationOf({ folder: parent, programs }: PostgresOptions): Promise<PostgresInstallation> {
  const known = installations.get(programs);
  if (known !== undefined) return known;
  const made = PostgresInstallation.make({ parent, programs });
  installations.set(programs, made);
  return made;
}

/** Stops every server of this process and removes all that they left. */
export async function removePostgres(): Promise<void> {
  const removed = [...installations.values()];
  installations.clear();
  for (const each of removed) await (await each).remove();
}

export class PostgresServer implements AsyncDisposable {
  /** What the server calls itself, also to its primary: the name for `synchronous_standby_names`. */
  readonly name: string;
  readonly port: number;
  /** The data directory. */
  readonly path: string;
  readonly #installation: PostgresInstallation;
  #runs = false;

  private constructor(from: PostgresInstallation, cluster: { name: string; path: string }, port: number) {
    this.#installation = from;
    this.name = cluster.name;
    this.path = cluster.path;
    this.port = port;
  }

  static async start(options: PostgresOptions = {}): Promise<PostgresServer> {
    const { settings = {}, port = freePort() } = options;
    const home = await installationOf(options);
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
    return Number(readFileSync(join(this.path, "postmaster.pid"), "utf8").split("\n", 1)[0]);
  }

  /** What the server has written since it was made. */
  get log(): string {
    return existsSync(this.#logPath) ? readFileSync(this.#logPath, "utf8") : "";
  }

  /** On the same port, with the same data. */
  async startAgain(): Promise<void> {
    await this.#control("start", `--log=${this.#logPath}`).catch((cause) => {
      throw new Error(`${this.name} does not start: ${this.log}`, { cause });
    });
    this.#runs = true;
  }

  /** Lets clients leave by themselves (smart), ends their sessions (fast), or ends without a checkpoint (immediate). */
  async stop(mode: StopMode = "fast"): Promise<void> {
    await this.#control("stop", `--mode=${mode}`);
    this.#runs = false;
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
    // What a test sets as the database's default is not for the test's own questions.
    const connection = { statement_timeout: 0 };
    await using sql = new Bun.SQL(this.url(database), { max: 1, bigint: true, connection });
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

  /**
   * Another server, which holds what this one holds and follows it from now on. It has this server's settings, but waits
   * for nobody itself: so a commit on it, once promoted, returns. Whether this server waits for it is a setting here,
   * `synchronous_standby_names`, with the standby's name.
   */
  async makeStandby(settings: Settings = {}): Promise<PostgresServer> {
    const standby = await this.#copy();
    const slot = standby.name;
    // Without it this server could throw away its log before the standby has read it.
    await this.run(`select pg_create_physical_replication_slot('${slot}', true)`);
    this.#installation.write(join(standby.path, "standby.signal"), "");
    standby.#configure({
      primary_conninfo: `host=127.0.0.1 port=${this.port} user=${USER} password=${PASSWORD}`,
      primary_slot_name: slot,
      synchronous_standby_names: "",
      ...settings,
    });
    await standby.startAgain();
    await until(`${standby.name} to follow ${this.name}`, async () => {
      const followers = await this.run("select application_name, state from pg_stat_replication");
      return followers.some((row) => row["application_name"] === slot && row["state"] === "streaming");
    });
    return standby;
  }

  /** Makes a standby a server that takes writes, whether its primary still lives or not. */
  promote(): Promise<void> {
    return this.#control("promote");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#runs) {
      this.thaw();
      await this.stop("immediate");
    }
    await this.#installation.run("rm", "-rf", this.path, this.#logPath);
  }

  get #logPath(): string {
    return `${this.path}.log`;
  }

  /** A copy of the data while the server runs, as its manual prescribes (the programs lack pg_basebackup). */
  async #copy(): Promise<PostgresServer> {
    // The backup lasts as long as the session that began it.
    await using sql = new Bun.SQL(this.url(), { max: 1 });
    await sql`select pg_backup_start('standby', true)`;
    const copy = new PostgresServer(
      this.#installation,
      await this.#installation.makeCluster(this.path),
      freePort(),
    );
    const [stopped] = await sql`select labelfile from pg_backup_stop(false)`;
    this.#installation.write(join(copy.path, "backup_label"), stopped.labelfile);
    // It belongs to the running server, and the settings that ALTER SYSTEM made would win over the copy's own.
    for (const own of ["postmaster.pid", "postmaster.opts", "postgresql.auto.conf"])
      rmSync(join(copy.path, own));
    // The log from the backup's start comes over the connection; what was copied of it may be torn.
    for (const folder of ["pg_wal", "pg_replslot"])
      for (const entry of readdirSync(join(copy.path, folder)))
        rmSync(join(copy.path, folder, entry), { recursive: true });
    return copy;
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

  /**
   * pg_ctl waits until it is done. It also detaches the server from this process: the test runner kills the children of
   * a test that takes too long, and other tests may share the server.
   */
  #control(command: string, ...options: readonly string[]): Promise<void> {
    return this.#installation.run("pg_ctl", command, `--pgdata=${this.path}`, "--wait", ...options);
  }
}
