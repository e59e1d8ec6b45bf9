// The database server runs out of connections, or of space on a disk.

import { expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { MountedDisk } from "../support/mounted-disk.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { until } from "../support/until.ts";
import { Crowd, HEALTH_CHECK } from "./crowd.ts";
import { endure, type Stage } from "./fault.ts";
import { printTableAtEnd } from "./fault-table.ts";

setDefaultTimeout(120_000);
printTableAtEnd();

test.concurrent(
  "while other clients hold every free connection, the service works with its own, and recovers those it loses",
  async () => {
    await using server = await PostgresServer.start({ settings: { max_connections: "30" } });
    const refusals = () => server.log.split("too many clients").length;
    await endure("out of connections", { server }, async (stage) => {
      const { load, service } = stage;
      await using crowd = new Crowd(server);
      await crowd.takeAll();
      await load.untilSeen("ok", 60);
      // The connection of the health check: the server is healthy although it refuses a new one.
      await until("its connection to be ended", () => crowd.oust(stage.database, HEALTH_CHECK));
      let before = refusals();
      await until("the service to be refused a connection, again and again", async () => {
        // The service may have reconnected first. Refusals of the crowd do not count.
        if (await crowd.oust(stage.database, HEALTH_CHECK)) before = refusals();
        return refusals() > before + 3;
      });
      await load.untilSeen("ok", 60);
      expect(load.count("unavailable")).toBe(0);
      expect(service.log.filter(({ msg }) => msg === "database_lost")).toEqual([]);
      await until("all to be refused", async () => {
        await crowd.oust(stage.database);
        return load.count("unavailable") > 40;
      });
      await crowd[Symbol.asyncDispose]();
      return performance.now();
    });
  },
);

test.concurrent("while the disk is full, updates are refused and lists are answered", async () => {
  await using server = await PostgresServer.start();
  await using disk = await dataDisk(server);
  process.stdout.write(`disk full: ${disk.how}\n`);
  await endure("disk of the data full", { server }, async (stage) => {
    const { load } = stage;
    await disk.fill(stage);
    await load.untilSeen("unavailable", 20, "update");
    await load.untilSeen("ok", 20, "list");
    expect(load.count("unavailable", { kind: "list" })).toBe(0);
    await disk.free(stage);
    return performance.now();
  });
});

/** Room for PostgreSQL's log, and for what a load of some seconds writes. */
const DISK_BYTES = 48 * 2 ** 20;

interface Disk extends AsyncDisposable {
  readonly how: string;
  fill(stage: Stage): Promise<unknown>;
  free(stage: Stage): Promise<unknown>;
}

async function dataDisk(server: PostgresServer): Promise<Disk> {
  const why = await MountedDisk.obstacle();
  if (why !== undefined) {
    return {
      how: `a trigger says so, which is a weaker test (${why})`,
      fill: ({ database }) => database.run(FULL_SAYS_A_TRIGGER),
      free: ({ database }) => database.run("DROP TRIGGER full_disk ON ledger_entry"),
      [Symbol.asyncDispose]: async () => {},
    };
  }
  const disk = await MountedDisk.make(DISK_BYTES, statSync(server.path));
  return {
    how: "ledger and stock in a tablespace on a small tmpfs, which is filled",
    async fill({ database }) {
      await server.run(`CREATE TABLESPACE small LOCATION '${disk.folder.path}'`);
      for (const table of ["ledger_entry", "inventory"])
        await database.run(`ALTER TABLE ${table} SET TABLESPACE small`);
      disk.fill();
    },
    free: async () => disk.free(),
    [Symbol.asyncDispose]: () => endOn(disk, server),
  };
}

/** The server ends first, since it uses the disk. */
async function endOn(disk: MountedDisk, server: PostgresServer): Promise<void> {
  await server.stop();
  await disk[Symbol.asyncDispose]();
}

const FULL_SAYS_A_TRIGGER = `
  CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
  CREATE TRIGGER full_disk BEFORE INSERT ON ledger_entry EXECUTE FUNCTION full_disk()`;

test.concurrent(
  "a full disk of the log ends the server during a commit; the service recovers once it is started with free space",
  async () => {
    // Old parts of the log are removed, not used again: with those the server could go on, however full the disk is.
    await using server = await PostgresServer.start({
      settings: { max_wal_size: "32MB", min_wal_size: "32MB", wal_recycle: "off" },
    });
    await using disk = await logDisk(server);
    process.stdout.write(`disk of the log full: ${disk.how}\n`);
    await endure("disk of the log full", { server }, async (stage) => {
      const { load } = stage;
      await until("the server to end", async () => {
        // Again and again: a checkpoint that removes old parts of the log leaves room.
        await disk.fill(stage);
        await switchLog(server);
        return !existsSync(join(server.path, "postmaster.pid"));
      }).catch((error: unknown) => {
        throw new Error(`${String(error)}\nthe server's log:\n${server.log.slice(-4_000)}`, { cause: error });
      });
      expect(server.log).toMatch(/PANIC: .*(No space left on device|Permission denied)/);
      await load.untilSeen("unavailable", 40);
      await disk.free(stage);
      await server.startAgain();
      return performance.now();
    });
  },
);

/** Waits a second at most: some queries that are running when their server ends never settle. */
async function switchLog(server: PostgresServer): Promise<void> {
  await Promise.race([server.run("SELECT pg_switch_wal()").catch(() => {}), Bun.sleep(1_000)]);
}

async function logDisk(server: PostgresServer): Promise<Disk> {
  const why = await MountedDisk.obstacle();
  const log = join(server.path, "pg_wal");
  if (why !== undefined) {
    return {
      how: `its folder takes no new file, which is a weaker test (${why})`,
      fill: async () => chmodSync(log, 0o500),
      free: async () => chmodSync(log, 0o700),
      [Symbol.asyncDispose]: async () => {},
    };
  }
  const disk = await MountedDisk.make(DISK_BYTES, statSync(server.path));
  await server.stop();
  await Bun.$`cp -a ${log}/. ${disk.folder.path} && rm -r ${log} && ln -s ${disk.folder.path} ${log}`.quiet();
  await server.startAgain();
  return {
    how: "on a small tmpfs, which is filled",
    fill: async () => disk.fill(),
    free: async () => disk.free(),
    [Symbol.asyncDispose]: () => endOn(disk, server),
  };
}
