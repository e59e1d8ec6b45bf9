// petstock copy that does not come to its end: killed, interrupted, refused by its target, or lied to. Either the source
// goes on as before, or the same command again finishes the move.

import { expect, setDefaultTimeout, test } from "bun:test";
import { environment, petstock, petstockOrThrow, PROGRAM } from "../support/petstock.ts";
import { until } from "../support/until.ts";
import { expectRefusal } from "./inventory.ts";
import { copyArgs, House } from "./move.ts";

setDefaultTimeout(60_000);

const ROWS = ["1,1,available", "2,2,sold"];

/** A copy into a PostgreSQL database, held up when it writes its first pet; the source is retired by then. */
class HeldCopy implements AsyncDisposable {
  readonly child: Bun.Subprocess<"ignore", "ignore", "pipe">;
  readonly #holder: Bun.SQL;
  readonly #release: () => void;
  readonly #held: Promise<unknown>;

  private constructor(
    from: House,
    to: House,
    holder: { sql: Bun.SQL; release: () => void; held: Promise<unknown> },
  ) {
    this.#holder = holder.sql;
    this.#release = holder.release;
    this.#held = holder.held;
    this.child = Bun.spawn([...PROGRAM, ...copyArgs(from, to, "--lock-timeout", "60s")], {
      env: environment(),
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    });
  }

  static async start(from: House, to: House): Promise<HeldCopy> {
    // The schema is there before anybody holds a table of it.
    await to.runOrThrow(["keys", "list"]);
    const sql = new Bun.SQL(to.url, { max: 1 });
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = sql.begin(async (transaction) => {
      await transaction`LOCK TABLE inventory IN EXCLUSIVE MODE`;
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const copy = new HeldCopy(from, to, { sql, release: released.resolve, held });
    await until("the copy to wait", async () => {
      const waiting = await to.database.server.run(
        `select 1 from pg_locks join pg_class on pg_class.oid = relation where not granted and relname = 'inventory'`,
        to.database.name,
      );
      return waiting.length > 0;
    });
    return copy;
  }

  async release(): Promise<void> {
    this.#release();
    await this.#held;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill("SIGKILL");
    await this.child.exited;
    await this.release();
    await this.#holder.close();
  }
}

test("a copy that is killed leaves no trace at the target, and the same command again finishes the move", async () => {
  await using source = await House.of("SQLite", ...ROWS);
  await using target = await House.empty("PostgreSQL");
  const before = await source.state();
  {
    await using copy = await HeldCopy.start(source, target);
    copy.child.kill("SIGKILL");
    await copy.child.exited;
    const refused = await source.run(["set", "1", "--quantity", "5"]);
    expectRefusal(refused, { exitCode: 1, words: [`its inventory moved to ${target.name}`] });
  }
  await until(
    "the server to notice",
    async () => (await target.database.server.connections(target.database.name)) === 0,
  );
  expect(await target.database.run("SELECT 1 FROM movement")).toHaveLength(0);
  await petstockOrThrow(copyArgs(source, target));
  expect(await target.state()).toMatchObject({ csv: before.csv, history: before.history });
  await target.runOrThrow(["set", "1", "--quantity", "5"]);
  // And a third time there is nothing left to do.
  expectRefusal(await petstock(copyArgs(source, target)), { exitCode: 1, words: ["already", "revision 2"] });
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "after %s the source goes on as before, and the target is empty",
  async (signal) => {
    await using source = await House.of("SQLite", ...ROWS);
    await using target = await House.empty("PostgreSQL");
    {
      await using copy = await HeldCopy.start(source, target);
      copy.child.kill(signal);
      await copy.release();
      expect(await copy.child.exited).toBe(1);
      expect(await copy.child.stderr.text()).toBe(
        `petstock: it was interrupted; nothing was copied, and ${source.name} goes on as before\n`,
      );
    }
    await source.runOrThrow(["set", "1", "--quantity", "5"]);
    expect((await target.state()).position.revision).toBe(0);
    await petstockOrThrow(copyArgs(source, target));
  },
);

test("a second copy beside the first waits for it, gives up, and harms nothing", async () => {
  await using source = await House.of("SQLite", ...ROWS);
  await using target = await House.empty("PostgreSQL");
  await using copy = await HeldCopy.start(source, target);
  const second = await petstock(copyArgs(source, target, "--lock-timeout", "100ms"));
  expectRefusal(second, { exitCode: 1, words: ["another transaction kept the inventory locked"] });
  await copy.release();
  expect(await copy.child.exited).toBe(0);
  expectRefusal(await source.run(["set", "1", "--quantity", "5"]), { exitCode: 1, words: ["was retired"] });
  expect((await target.state()).position.revision).toBe(1);
});

test.each([
  [
    "refuses a row",
    "ALTER TABLE movement ADD CONSTRAINT none CHECK (pet_id < 2)",
    "ALTER TABLE movement DROP CONSTRAINT none",
  ],
  [
    "changes a row",
    `CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.actor := ''nobody''; RETURN NEW; END';
     CREATE TRIGGER meddle BEFORE INSERT ON movement FOR EACH ROW EXECUTE FUNCTION meddle()`,
    "DROP TRIGGER meddle ON movement",
  ],
  [
    "drops a row",
    `CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
     CREATE TRIGGER lose BEFORE INSERT ON inventory FOR EACH ROW EXECUTE FUNCTION lose()`,
    "DROP TRIGGER lose ON inventory",
  ],
])("where the target %s the source goes on as before, and the target is empty", async (_, harm, mend) => {
  await using source = await House.of("SQLite", ...ROWS);
  await using target = await House.empty("PostgreSQL");
  await target.runOrThrow(["keys", "list"]);
  await target.database.run(harm);
  const finished = await petstock(copyArgs(source, target));
  expectRefusal(finished, {
    exitCode: 1,
    words: [`nothing was copied, and ${source.name} goes on as before`],
  });
  await source.runOrThrow(["set", "1", "--quantity", "5"]);
  expect((await target.state()).position.revision).toBe(0);
  await target.database.run(mend);
  await petstockOrThrow(copyArgs(source, target));
  expect(await target.csv()).toContain("\n1,5,available\n");
});
