// Three PostgreSQL nodes under Patroni with etcd on this machine, with the files of examples/patroni, and petstock's database.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../support/free-port.ts";
import { PostgresInstallation } from "../../support/postgres-installation.ts";
import { until } from "../../support/until.ts";
import { etcdEnvironment } from "./example.ts";
import { POSTGRES } from "./installed.ts";
import { type Member, Node } from "./node.ts";

const NODES = ["db1", "db2", "db3"];
/** Several times what Patroni takes to make three nodes, elect a leader (its ttl), or rewind a node. */
const LIMIT_MS = 150_000;

export class PatroniCluster implements AsyncDisposable {
  readonly nodes: readonly Node[];
  readonly #installation: PostgresInstallation;
  readonly #etcdPort = freePort();

  private constructor(installation: PostgresInstallation) {
    this.#installation = installation;
    const { folder } = installation;
    this.nodes = NODES.map((name) => {
      const ports = { port: freePort(), apiPort: freePort(), etcdPort: this.#etcdPort };
      return new Node(installation, { name, ...ports, folder, programs: POSTGRES! });
    });
  }

  /** Resolves once there are a leader, a synchronous standby and a further one, and the database. */
  static async start(): Promise<PatroniCluster> {
    const cluster = new PatroniCluster(await PostgresInstallation.make({ programs: POSTGRES }));
    try {
      await cluster.#startAll();
      await cluster.complete();
      await cluster.#makeDatabase();
      return cluster;
    } catch (error) {
      const logs = cluster.logs;
      await cluster[Symbol.asyncDispose]();
      throw new Error(`the cluster does not start:\n${logs}`, { cause: error });
    }
  }

  /** The database's address, with all nodes. */
  get url(): string {
    const hosts = this.nodes.map(({ place }) => `127.0.0.1:${place.port}`).join(",");
    return `postgres://petstock:petstock@${hosts}/petstock`;
  }

  /** The end of each program's log. */
  get logs(): string {
    const files = ["etcd", ...NODES].map((name) => join(this.#installation.folder, `${name}.log`));
    const ends = files.filter(existsSync).map((file) => readFileSync(file, "utf8").slice(-3_000));
    return ends.join("\n\n");
  }

  /** Waits until every node takes part; gives the leader. */
  complete(): Promise<Node> {
    return this.#until("a leader with two standbys, one of them synchronous", (members) => {
      const timelines = new Set(members.map(({ timeline }) => timeline));
      const run = members.filter(({ state }) => state === "running" || state === "streaming");
      const hasStandby = members.some(({ role }) => role === "sync_standby");
      return run.length === this.nodes.length && timelines.size === 1 && hasStandby;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.leave()));
    await this.#installation.remove();
  }

  async #startAll(): Promise<void> {
    const { folder } = this.#installation;
    const env = etcdEnvironment({ port: this.#etcdPort, peerPort: freePort(), folder });
    this.#installation.serve("etcd", ["etcd"], env);
    for (const node of this.nodes) node.start();
  }

  async #makeDatabase(): Promise<void> {
    const { place } = await this.complete();
    await using sql = new Bun.SQL(`postgres://postgres:superuser@127.0.0.1:${place.port}/postgres`, {
      max: 1,
    });
    await sql`CREATE ROLE petstock LOGIN PASSWORD 'petstock'`;
    await sql`CREATE DATABASE petstock OWNER petstock ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0`;
  }

  /** Waits until the members are as they should be in the eyes of the leader, which it gives. */
  #until(what: string, are: (members: readonly Member[]) => boolean): Promise<Node> {
    const look = async () => {
      for (const node of this.nodes) {
        const members = await node.members();
        const leads = members?.some(({ name, role }) => name === node.name && role === "leader");
        if (leads && are(members!)) return node;
      }
      return undefined;
    };
    return until(what, look, LIMIT_MS);
  }
}
