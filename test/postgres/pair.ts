// A primary and its standby, with one database: for tests of failover.

import { PostgresServer } from "../support/postgres-server.ts";
import { until } from "../support/until.ts";

const DATABASE = "pets";

/** A primary with the database, and its standby. */
export class Pair implements AsyncDisposable {
  readonly database = DATABASE;
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;

  private constructor(primary: PostgresServer, standby: PostgresServer) {
    this.primary = primary;
    this.standby = standby;
  }

  static async start(): Promise<Pair> {
    const primary = await PostgresServer.start();
    await primary.run(`CREATE DATABASE ${DATABASE}`);
    return new Pair(primary, await primary.makeStandby());
  }

  /** One address with both hosts; the standby comes first, so that the order does not decide. */
  get url(): string {
    const { port } = this.primary;
    return this.standby
      .url(DATABASE)
      .replace(`:${this.standby.port}/`, `:${this.standby.port},127.0.0.1:${port}/`);
  }

  /** From now on a commit waits until it is on the standby's disk as well. */
  async replicateSynchronously(): Promise<void> {
    await this.primary.run(`ALTER SYSTEM SET synchronous_standby_names = '${this.standby.name}'`);
    await this.primary.run("SELECT pg_reload_conf()");
    await until("commits to wait for the standby", async () => {
      const [row] = await this.primary.run("SELECT sync_state FROM pg_stat_replication");
      return row?.["sync_state"] === "sync";
    });
  }

  /** Waits until the standby has this revision. */
  async standbyReaches(revision: bigint): Promise<void> {
    await until("the standby to catch up", async () => {
      const newest = "SELECT max(revision) AS revision FROM commit_mark";
      const [row] = await this.standby.run(newest, DATABASE).catch(() => []);
      return row?.["revision"] === revision;
    });
  }

  /** From now on the standby receives nothing. */
  async detachStandby(): Promise<void> {
    await this.standby.run("ALTER SYSTEM SET primary_conninfo = ''");
    await this.standby.run("SELECT pg_reload_conf()");
    await until(
      "the standby to leave",
      async () => (await this.primary.run("SELECT FROM pg_stat_replication")).length === 0,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.standby[Symbol.asyncDispose]();
    await this.primary[Symbol.asyncDispose]();
  }
}
