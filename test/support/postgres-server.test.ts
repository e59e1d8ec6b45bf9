// The tests' PostgreSQL: each method has its documented effect on a real server, and leaves no process or file.

import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { makeDatabase, sharedServer, type TestDatabase } from "./postgres-database.ts";
import { PostgresServer } from "./postgres-server.ts";
import { until } from "./until.ts";

setDefaultTimeout(60_000);

/** A client whose connection a test may leave open. */
function connect(url: string): Bun.SQL {
  return new Bun.SQL(url, { max: 1, bigint: true });
}

async function countOf(server: PostgresServer): Promise<unknown> {
  const [row] = await server.run("select count(*) from kept");
  return row?.["count"];
}

describe("a server", () => {
  test("has the settings it was given, and asks for the password", async () => {
    await using server = await PostgresServer.start({ settings: { fsync: "off", work_mem: "5MB" } });
    expect(await server.run("show work_mem")).toEqual([{ work_mem: "5MB" }]);
    expect(await server.run("show fsync")).toEqual([{ fsync: "off" }]);

    const wrong = new URL(server.url());
    wrong.password = "wrong";
    await using intruder = connect(wrong.href);
    // 28P01: invalid_password
    await expect(intruder`select 1`.execute()).rejects.toMatchObject({ errno: "28P01" });
  });

  test("that is stopped at once and started again has what was committed, and nothing else", async () => {
    await using server = await PostgresServer.start();
    await server.run("create table kept (id int); insert into kept values (1)");
    const url = server.url();
    await using sql = connect(url);
    await sql`begin; insert into kept values (2)`.simple();

    await server.stop("immediate");
    await expect(server.run("select 1")).rejects.toThrow();
    await server.startAgain();

    expect(server.url()).toBe(url);
    expect(await countOf(server)).toBe(1n);
  });

  test("that is frozen answers nothing until it is thawed", async () => {
    const witness = await sharedServer();
    await using server = await PostgresServer.start({ settings: { fsync: "off" } });
    await using sql = connect(server.url());
    await sql`select 1`;
    await server.freeze();
    let answered = false;
    const answer = sql`select 7 as seven`.then((rows) => {
      answered = true;
      return rows;
    });
    // A later request to another server is answered: this one would have had the time.
    expect(await witness.run("select 8 as eight")).toEqual([{ eight: 8 }]);
    expect(answered).toBe(false);
    server.thaw();
    expect(await answer).toEqual([{ seven: 7 }]);
  });

  test("can be frozen and thawed while clients come and go", async () => {
    await using server = await PostgresServer.start({ settings: { fsync: "off" } });
    const leaving = new AbortController();
    const clients = [1, 2].map(async () => {
      let answers = 0;
      for (; !leaving.signal.aborted; answers++) await server.run("select 1");
      return answers;
    });
    for (let round = 0; round < 10; round++) {
      await server.freeze();
      server.thaw();
      // Sessions that are just ending must not prevent the freeze.
      for (let again = 0; again < 4; again++) {
        await Bun.sleep(1);
        server.thaw();
      }
    }
    leaving.abort();
    for (const answers of await Promise.all(clients)) expect(answers).toBeGreaterThan(0);
  });

  test("leaves no process and no file", async () => {
    const server = await PostgresServer.start({ settings: { fsync: "off" } });
    const { pid, path } = server;
    expect(await Bun.file(`/proc/${pid}/cmdline`).text()).toContain(path);
    await server[Symbol.asyncDispose]();
    expect(
      await Bun.file(`/proc/${pid}/cmdline`)
        .text()
        .catch(() => ""),
    ).toBe("");
    expect(await Bun.file(`${path}/PG_VERSION`).exists()).toBe(false);
  });
});

describe("a standby", () => {
  test("holds what its primary acknowledged, keeps a synchronous one waiting, and takes writes once promoted", async () => {
    await using primary = await PostgresServer.start();
    await primary.run("create table kept (id int); insert into kept values (1)");
    await using standby = await primary.makeStandby();
    await primary.run(`alter system set synchronous_standby_names = '${standby.name}'`);
    await primary.run("select pg_reload_conf()");
    await until("the standby to be synchronous", async () => {
      const [row] = await primary.run("select sync_state from pg_stat_replication");
      return row?.["sync_state"] === "sync";
    });

    // 25006: read_only_sql_transaction
    await expect(standby.run("insert into kept values (0)")).rejects.toMatchObject({ errno: "25006" });
    await standby.freeze();
    const written = primary.run("insert into kept values (2)");
    await until("the commit to wait for the standby", async () => {
      const waiting = await primary.run("select 1 from pg_stat_activity where wait_event = 'SyncRep'");
      return waiting.length === 1;
    });
    standby.thaw();
    await written;

    await primary.stop("immediate");
    await standby.promote();
    await standby.run("insert into kept values (3)");
    expect(await countOf(standby)).toBe(3n);
  });
});

describe("a database", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await sharedServer();
  });

  const exists = async ({ name }: TestDatabase) =>
    (await server.run(`select 1 from pg_database where datname = '${name}'`)).length === 1;

  test("is a copy of its template, and is dropped at its end", async () => {
    await using template = await makeDatabase(server);
    await template.run("create table kept (id int); insert into kept values (5)");
    const copy = await makeDatabase(server, { template: template.name });
    expect(await copy.run("select id from kept")).toEqual([{ id: 5 }]);
    await copy[Symbol.asyncDispose]();
    expect([await exists(template), await exists(copy)]).toEqual([true, false]);
  });

  test("whose connections were left open names them, and is dropped all the same", async () => {
    const database = await makeDatabase(server, { leaveMs: 50 });
    const forgotten = connect(database.url);
    await forgotten`select 'this one'`;
    expect(await server.connections(database.name)).toBe(1);
    await expect(database[Symbol.asyncDispose]()).rejects.toThrow(/left open.*this one/);
    expect(await exists(database)).toBe(false);
    await forgotten.close();
  });

  test("is on the same server for all tests that use the shared one", async () => {
    expect(await sharedServer()).toBe(server);
  });
});
