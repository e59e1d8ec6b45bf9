// petstock move, killed, interrupted, refused by the target, or with rows that the target changes: either the source is
// unchanged and in use, or the same command again finishes the move.

import { expect, setDefaultTimeout, test } from "bun:test";
import { environment, petstock, petstockOrThrow, PROGRAM } from "../support/petstock.ts";
import { until } from "../support/until.ts";
import { expectRefusal } from "./inventory.ts";
import { moveArgs, EngineDatabase } from "./engine-database.ts";

setDefaultTimeout(60_000);

const ROWS = ["1,1,available", "2,2,sold"];

/** A move into PostgreSQL, blocked when it writes the first pet; the source is retired by then. */
async function startHeld(from: EngineDatabase, to: EngineDatabase) {
  // Creates the schema, so that its table can be locked.
  await to.runOrThrow(["migrate"]);
  const holder = new Bun.SQL(to.url, { max: 1 });
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = holder.begin(async (transaction) => {
    await transaction`LOCK TABLE inventory IN EXCLUSIVE MODE`;
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const child = Bun.spawn([...PROGRAM, ...moveArgs(from, to, "--lock-timeout", "60s")], {
    env: environment(),
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  await until("the move to wait for the lock", async () => {
    const waiting = await to.database.server.run(
      `select 1 from pg_locks join pg_class on pg_class.oid = relation where not granted and relname = 'inventory'`,
      to.database.name,
    );
    return waiting.length > 0;
  });
  const release = async () => {
    released.resolve();
    await held;
  };
  const dispose = async () => {
    child.kill("SIGKILL");
    await child.exited;
    await release();
    await holder.close();
  };
  return { child, release, [Symbol.asyncDispose]: dispose };
}

test("a killed move leaves nothing in the target, and the same command again finishes it", async () => {
  await using source = await EngineDatabase.of("SQLite", ...ROWS);
  await using target = await EngineDatabase.empty("PostgreSQL");
  const before = await source.state();
  {
    await using move = await startHeld(source, target);
    move.child.kill("SIGKILL");
    await move.child.exited;
    const refused = await source.run(["set", "1", "--quantity", "5"]);
    expectRefusal(refused, { exitCode: 1, words: [`its inventory moved to ${target.name}`] });
  }
  await until(
    "the server to close the connection",
    async () => (await target.database.server.connections(target.database.name)) === 0,
  );
  expect(await target.database.run("SELECT 1 FROM movement")).toHaveLength(0);
  await petstockOrThrow(moveArgs(source, target));
  expect(await target.state()).toMatchObject({ csv: before.csv, history: before.history });
  await target.runOrThrow(["set", "1", "--quantity", "5"]);
  // A third run reports that the move is done.
  expectRefusal(await petstock(moveArgs(source, target)), { exitCode: 1, words: ["already", "revision 2"] });
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "after %s the source is unchanged and in use, and the target is empty",
  async (signal) => {
    await using source = await EngineDatabase.of("SQLite", ...ROWS);
    await using target = await EngineDatabase.empty("PostgreSQL");
    {
      await using move = await startHeld(source, target);
      move.child.kill(signal);
      await move.release();
      expect(await move.child.exited).toBe(1);
      expect(await move.child.stderr.text()).toBe(
        `petstock: it was interrupted; nothing was moved, and ${source.name} is unchanged and in use\n`,
      );
    }
    await source.runOrThrow(["set", "1", "--quantity", "5"]);
    expect((await target.state()).position.revision).toBe(0);
    await petstockOrThrow(moveArgs(source, target));
  },
);

test("a second move at the same time fails at its lock timeout and changes nothing", async () => {
  await using source = await EngineDatabase.of("SQLite", ...ROWS);
  await using target = await EngineDatabase.empty("PostgreSQL");
  await using move = await startHeld(source, target);
  const second = await petstock(moveArgs(source, target, "--lock-timeout", "100ms"));
  expectRefusal(second, { exitCode: 1, words: ["another transaction kept the inventory locked"] });
  await move.release();
  expect(await move.child.exited).toBe(0);
  expectRefusal(await source.run(["set", "1", "--quantity", "5"]), { exitCode: 1, words: ["was retired"] });
  expect((await target.state()).position.revision).toBe(1);
});

test.each([
  [
    "refuses a row",
    "ALTER TABLE ledger_entry ADD CONSTRAINT none CHECK (pet_id < 2)",
    "ALTER TABLE ledger_entry DROP CONSTRAINT none",
  ],
  [
    "changes a row",
    `CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.request_id := ''meddler''; RETURN NEW; END';
     CREATE TRIGGER meddle BEFORE INSERT ON ledger_entry FOR EACH ROW EXECUTE FUNCTION meddle()`,
    "DROP TRIGGER meddle ON ledger_entry",
  ],
  [
    "drops a row",
    `CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
     CREATE TRIGGER lose BEFORE INSERT ON inventory FOR EACH ROW EXECUTE FUNCTION lose()`,
    "DROP TRIGGER lose ON inventory",
  ],
])(
  "where the target %s, the source is unchanged and in use, and the target is empty",
  async (_, harm, mend) => {
    await using source = await EngineDatabase.of("SQLite", ...ROWS);
    await using target = await EngineDatabase.empty("PostgreSQL");
    await target.runOrThrow(["migrate"]);
    await target.database.run(harm);
    const finished = await petstock(moveArgs(source, target));
    expectRefusal(finished, {
      exitCode: 1,
      words: [`nothing was moved, and ${source.name} is unchanged and in use`],
    });
    await source.runOrThrow(["set", "1", "--quantity", "5"]);
    expect((await target.state()).position.revision).toBe(0);
    await target.database.run(mend);
    await petstockOrThrow(moveArgs(source, target));
    expect(await target.csv()).toContain("\n1,5,available\n");
  },
);
