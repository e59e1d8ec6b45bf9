// A PostgreSQL server for tests: a cluster on 127.0.0.1 that can be stopped, started again,
// frozen, and followed by a standby.

import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { type InstallationAddress, PASSWORD, PostgresInstallation, USER } from "./postgres-installation.ts";
import { continueTree, stopTree } from "./process-tree.ts";
import { until } from "./until.ts";

export type Settings = Readonly<Record<string, string>>;
export type Row = Readonly<Record<string, unknown>>;

export interface PostgresOptions {
  /** Settings that differ from PostgreSQL's defaults; `fsync: "off"` where the test does not depend on durability. */
  readonly settings?: Settings;
  /** A free one where absent. */
  readonly port?: number;
  /** The folder for the data of all servers of this process, read at the first one: the system's temporary folder where absent. */
  readonly folder?: string;
  /** The programs of another version (see PostgresInstallation). */
  readonly programs?: string;
}

/** A server of another process, which shares it with this one, and the installation of it. */
export interface ServerAddress extends InstallationAddress {
  readonly name: string;
  readonly path: string;
  readonly port: number;
}

/** Set by the test runner for all processes that run tests: one installation, with one server that runs already. */
const SHARED_SERVER = "PETSTOCK_TEST_SERVER";

export function sharedAddress(): ServerAddress | undefined {
  const text = process.env[SHARED_SERVER];
  return text === undefined ? undefined : JSON.parse(text);
}

/** The environment in which other processes share this server. */
export function sharing(server: PostgresServer): Record<string, string> {
  return { [SHARED_SERVER]: JSON.stringify(server.address) };
}

/** By the folder of their programs. */
const installations = new Map<string | undefined, Promise<PostgresInstallation>>();

function installationOf({ folder: parent, programs }: PostgresOptions): Promise<PostgresInstallation> {
  const known = installations.get(programs);
  if (known !== undefined) return known;
  const address = programs === undefined && parent === undefined ? sharedAddress() : undefined;
  const made =
    address === undefined
      ? PostgresInstallation.make({ parent, programs })
      : Promise.resolve(PostgresInstallation.attach(address));
  installations.set(programs, made);
  return made;
}

/** Stops every server that this process started, and removes the files of all. */
export async function removePostgres(): Promise<void> {
  const removed = [...installations.values()];
  installations.clear();
  for (const each of removed) await (await each).remove();
}

export class PostgresServer implements AsyncDisposable {
  /** The name by which its primary knows it: for `synchronous_standby_names`. */
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

  /** The server of another process, which keeps running when this process ends. */
  static attach(address: ServerAddress): PostgresServer {
    const server = new PostgresServer(PostgresInstallation.attach(address), address, address.port);
    server.#runs = true;
    return server;
  }

  get address(): ServerAddress {
    const { name, path, port } = this;
    return { ...this.#installation.address, name, path, port };
  }

  url(database = "postgres"): string {
    return `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.port}/${database}`;
  }

  /** The postmaster's process. */
  get pid(): number {
    return Number(readFileSync(join(this.path, "postmaster.pid"), "utf8").split("\n", 1)[0]);
  }

  /** The server's log since it was made. */
  get log(): string {
    return existsSync(this.#logPath) ? readFileSync(this.#logPath, "utf8") : "";
  }

  /** Starts it on the same port, with the same data. */
  async startAgain(): Promise<void> {
    await this.#control("start", `--log=${this.#logPath}`).catch((cause) => {
      throw new Error(`${this.name} does not start: ${this.log}`, { cause });
    });
    this.#runs = true;
  }

  /** Ends the sessions of clients (fast), or all at once, without a checkpoint (immediate). */
  async stop(mode: "fast" | "immediate" = "fast"): Promise<void> {
    await this.#control("stop", `--mode=${mode}`);
    this.#runs = false;
  }

  /** Stops all processes of the server by SIGSTOP; its connections stay open. */
  freeze(): Promise<void> {
    return stopTree(this.pid);
  }

  thaw(): void {
    continueTree(this.pid);
  }

  /** A connection for a test's own statements, for which no default timeout of the database holds. */
  connect(database?: string): Bun.SQL {
    return new Bun.SQL(this.url(database), { max: 1, bigint: true, connection: { statement_timeout: 0 } });
  }

  /** Runs one statement, or several at once, on a connection of its own. */
  async run(statement: string, database?: string): Promise<readonly Row[]> {
    await using sql = this.connect(database);
    return await sql.unsafe(statement);
  }

  /** The number of clients connected to one database, or to any, without the connection of this query. */
  async connections(database?: string): Promise<number> {
    const where = database === undefined ? "" : `and datname = '${database}'`;
    const clients = await this.run(
      `select pid from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() ${where}`,
    );
    return clients.length;
  }

  /**
   * Makes a copy of this server that follows it. It has this server's settings, but no synchronous standbys: so a commit
   * on it, once promoted, returns. Whether this server waits for the standby is this server's setting
   * `synchronous_standby_names`, with the standby's name.
   */
  async makeStandby(settings: Settings = {}): Promise<PostgresServer> {
    const standby = await this.#copy();
    const slot = standby.name;
    // Without a slot this server could remove its log before the standby has read it.
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

  /** Lets a standby take writes, whether its primary still runs or not. */
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
    // The backup ends with the session that began it.
    await using sql = new Bun.SQL(this.url(), { max: 1 });
    await sql`select pg_backup_start('standby', true)`;
    const copy = new PostgresServer(
      this.#installation,
      await this.#installation.makeCluster(this.path),
      freePort(),
    );
    const [stopped] = await sql`select labelfile from pg_backup_stop(false)`;
    this.#installation.write(join(copy.path, "backup_label"), stopped.labelfile);
    // Files of the running server; and settings made by ALTER SYSTEM would override the copy's own.
    for (const own of ["postmaster.pid", "postmaster.opts", "postgresql.auto.conf"])
      rmSync(join(copy.path, own));
    // The log from the backup's start comes over the connection; the copied part may be torn.
    for (const folder of ["pg_wal", "pg_replslot"])
      for (const entry of readdirSync(join(copy.path, folder)))
        rmSync(join(copy.path, folder, entry), { recursive: true });
    return copy;
  }

  /** Writes settings to the file, not to the command line: `ALTER SYSTEM` and a reload can still change them. */
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
   * pg_ctl waits until it is done. It also detaches the server from this process: the test runner kills the child
   * processes of a test that takes too long, and other tests may share the server.
   */
  #control(command: string, ...options: readonly string[]): Promise<void> {
    return this.#installation.run("pg_ctl", command, `--pgdata=${this.path}`, "--wait", ...options);
  }
}
