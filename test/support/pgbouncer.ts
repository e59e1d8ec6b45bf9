// A PgBouncer in front of a test database.

import { chownSync, readFileSync, writeFileSync } from "node:fs";
import { freePort } from "./free-port.ts";
import type { TestDatabase } from "./postgres-database.ts";
import { PASSWORD, USER } from "./postgres-installation.ts";
import { TemporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

/** It refuses to run as root. */
const OTHER_USER = 65_534;
const RUN_AS = process.getuid?.() === 0 ? { uid: OTHER_USER, gid: OTHER_USER } : undefined;

/** Debian's package of that name has it; undefined where it is missing. */
export const PGBOUNCER = Bun.which("pgbouncer", { PATH: `${process.env["PATH"]}:/usr/sbin` }) ?? undefined;

/** How long a client keeps a server connection. */
export type PoolMode = "session" | "transaction";

export class PgBouncer implements AsyncDisposable {
  /** The database's address through the pooler. */
  readonly url: string;
  readonly #folder: TemporaryFolder;
  readonly #process: Bun.Subprocess;

  private constructor(url: string, folder: TemporaryFolder, process: Bun.Subprocess) {
    this.url = url;
    this.#folder = folder;
    this.#process = process;
  }

  static async start({ server, name, url }: TestDatabase, mode: PoolMode): Promise<PgBouncer> {
    const [folder, port] = [new TemporaryFolder(), freePort()];
    const path = folder.file("pgbouncer.ini");
    writeFileSync(
      path,
      `[databases]
${name} = host=127.0.0.1 port=${server.port} dbname=${name} user=${USER} password='${PASSWORD}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 20
# In turns: without a load each transaction would find the session of the one before it.
server_round_robin = 1
`,
    );
    for (const each of RUN_AS === undefined ? [] : [folder.path, path])
      chownSync(each, RUN_AS!.uid, RUN_AS!.gid);
    const child = Bun.spawn([PGBOUNCER!, "--quiet", path], {
      ...RUN_AS,
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
    });
    const pooled = url.replace(`:${server.port}/`, `:${port}/`);
    const bouncer = new PgBouncer(pooled, folder, child);
    try {
      await until("PgBouncer to answer", () => answers(pooled));
    } catch (error) {
      await bouncer[Symbol.asyncDispose]();
      throw error;
    }
    return bouncer;
  }

  /** Changes the mode from now on, also for open connections. */
  changeMode(mode: PoolMode): void {
    const path = this.#folder.file("pgbouncer.ini");
    writeFileSync(path, readFileSync(path, "utf8").replace(/pool_mode = \w+/, `pool_mode = ${mode}`));
    this.#process.kill("SIGHUP");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill();
    await this.#process.exited;
    this.#folder[Symbol.dispose]();
  }
}

async function answers(url: string): Promise<boolean> {
  await using sql = new Bun.SQL(url, { max: 1 });
  return sql
    .unsafe("SELECT 1")
    .simple()
    .then(
      () => true,
      () => false,
    );
}
