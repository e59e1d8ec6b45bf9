// Behind a PgBouncer in transaction mode, where each transaction has another session: every kind of upload, and all other operations.

import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { createHook } from "../hooks/deliveries.ts";
import { TestReceiver } from "../hooks/receiver.ts";
import { EventStream } from "../support/event-stream.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { PGBOUNCER, PgBouncer } from "../support/pgbouncer.ts";
import { makeDatabase, sharedServer, type TestDatabase } from "../support/postgres-database.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(180_000);

if (PGBOUNCER === undefined) console.log("skipped: pgbouncer is missing (Debian's package pgbouncer has it)");
const testBehind = test.skipIf(PGBOUNCER === undefined);

const folder = new TemporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const UPLOADS = 20;
/** Beside them. */
const UPDATES = 100;
/** More than a batch; in no order of their ids, so that repeated pets are looked for. */
const ROWS = 2_500;
const CSV = { "Content-Type": "text/csv" };

interface Setting extends AsyncDisposable {
  readonly database: TestDatabase;
  /** Its address through the pooler. */
  readonly url: string;
  start(...args: readonly string[]): Promise<TestService>;
}

async function open(): Promise<Setting> {
  await using owned = new AsyncDisposableStack();
  const database = owned.use(await makeDatabase(await sharedServer()));
  const bouncer = owned.use(await PgBouncer.start(database, "transaction"));
  const url = `${bouncer.url}?prepare=false`;
  const kept = owned.move();
  return {
    database,
    url,
    start: (...args) => TestService.start({ database: url, args }),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

function petIds(first: number): number[] {
  return Array.from({ length: ROWS }, (_, at) => first + ((at * 7) % ROWS));
}

function csvRows(first: number): string {
  return petIds(first)
    .map((petId) => `${petId},1,available\n`)
    .join("");
}

async function expectNothingStaged(database: TestDatabase): Promise<void> {
  for (const table of ["stage", "staged_row", "staged_change"])
    expect(await database.run(`SELECT * FROM ${table} LIMIT 1`)).toEqual([]);
}

function warningsOf(service: TestService) {
  return service.log.filter(({ level }) => level !== "info");
}

testBehind("every kind of upload is applied and undone, and leaves no row", async () => {
  await using setting = await open();
  await using service = await setting.start();
  const apiKey = await service.makeKey("--role", "admin");
  const admin = new PetstockAdmin({ url: service.url, apiKey });
  const ids = petIds(1);
  const csv = `petId,quantity,status\n${csvRows(1)}`;
  expect(await admin.applyRows(csv, { dryRun: true })).toMatchObject({ created: ROWS });
  const first = await admin.applyRows(csv);
  expect(first).toMatchObject({ created: ROWS });
  const lines = ids.map((petId) => JSON.stringify({ petId, quantity: 2, name: `Pet ${petId}` }));
  const named = await service.ask("POST", "/admin/v1/revisions", {
    key: apiKey,
    headers: { "Content-Type": "application/x-ndjson" },
    body: lines.join("\n"),
  });
  expect(named.json).toMatchObject({ updated: ROWS });
  const changes = ids.map((petId) => ({ petId: BigInt(petId), by: 1 }));
  expect(await admin.applyChanges({ reason: "received", changes })).toMatchObject({ updated: ROWS });
  const kinds = ids.map((petId) => `${petId},dog\n`).join("");
  const labelled = await admin.putLabels(`petId,kind\n${kinds}`);
  await admin.putLabels(ids.map((petId) => ({ petId: BigInt(petId), code: `c${petId}` })));
  const replaced = await admin.applyRows("petId,quantity,status\n1,7,sold\n", { replace: true });
  expect(replaced).toMatchObject({ removed: ROWS - 1 });
  expect(await admin.undo(replaced.revision!)).toMatchObject({ created: ROWS - 1 });
  expect(labelled.revision).toBeGreaterThan(first.revision!);
  const repeated = await service.ask("POST", "/admin/v1/revisions", {
    key: apiKey,
    headers: CSV,
    body: `${csv}5,1,available\n`,
  });
  expect(repeated.json).toMatchObject({ code: "invalid_changes", problems: [{ code: "duplicate_pet" }] });
  await petstockOrThrow(["verify"], { env: { DATABASE_URL: setting.url } });
  await expectNothingStaged(setting.database);
  expect(warningsOf(service)).toEqual([]);
});

testBehind("commands, streams and hooks work, and the inventory moves away and back", async () => {
  await using setting = await open();
  const run = async (args: readonly string[], stdin?: string) =>
    (
      await petstockOrThrow(args, {
        env: { DATABASE_URL: setting.url },
        ...(stdin !== undefined && { stdin }),
      })
    ).stdout;
  await run(
    ["import", "-", "--format", "csv", "--replace"],
    `petId,quantity,status,name\n${csvRows(1).replaceAll("available", "available,Rex")}`,
  );
  await run(["labels", "import", "-", "--format", "csv"], "petId,name\n1,Kim\n");
  {
    await using service = await setting.start("--hook-networks", "127.0.0.0/8");
    const key = await service.makeKey("--role", "admin");
    await using receiver = new TestReceiver();
    await createHook(service, key, receiver, ["changes"]);
    await using stream = await EventStream.open(service.url, key);
    await run(["set", "1", "--quantity", "9"]);
    await until("the stream to tell the change", () => stream.quantities.get("1") === 9);
    await until("the hook to be told", () => receiver.messages.length > 0);
    expect(warningsOf(service)).toEqual([]);
  }
  const [newest = ""] = (await run(["history", "--json"])).split("\n");
  await run(["undo", String(JSON.parse(newest).revision)]);
  await run(["undo", "1", "--skip-changed"]);
  await run(["keys", "create", "--name", "till"]);
  await run(["prune", "--before", "2020-01-01"]);
  await run(["verify"]);
  const exported = await run(["export"]);
  const file = `sqlite:${folder.file("moved.db")}`;
  await run(["move", "--from", setting.url, "--to", file]);
  await using target = await open();
  await run(["move", "--from", file, "--to", target.url]);
  const back = { env: { DATABASE_URL: target.url } };
  await petstockOrThrow(["verify"], back);
  expect((await petstockOrThrow(["export"], back)).stdout).toBe(exported);
});

testBehind(`${UPLOADS} uploads in parallel, beside updates, are all applied`, async () => {
  await using setting = await open();
  await using service = await setting.start();
  const keys: string[] = [];
  for (let each = 0; each < UPLOADS; each++) keys.push(await service.makeKey("--role", "manager"));
  const upload = async (key: string, index: number) => {
    const body = `petId,quantity,status\n${csvRows(1 + index * ROWS)}`;
    const answer = await until("a turn", async () => {
      const tried = await service.ask("POST", "/admin/v1/revisions", { key, headers: CSV, body });
      return tried.code === "overloaded" ? undefined : tried;
    });
    expect(answer.json).toMatchObject({ created: ROWS });
  };
  const update = async () => {
    for (let each = 0; each < UPDATES; each++)
      expect((await service.update(keys[0]!, 0, each)).status).toBeOneOf([200, 404]);
  };
  await Promise.all([...keys.map(upload), update()]);
  await petstockOrThrow(["verify"], { env: { DATABASE_URL: setting.url } });
  await expectNothingStaged(setting.database);
  expect(warningsOf(service)).toEqual([]);
});

/** An upload whose client has sent some rows, which are staged, and sends no more. */
async function beginUpload(service: TestService, { database }: Setting) {
  const key = await service.makeKey("--role", "manager");
  const leaving = new AbortController();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(`petId,quantity,status\n${csvRows(1)}`),
  });
  const answer = service
    .ask("POST", "/admin/v1/revisions", { key, headers: CSV, body, signal: leaving.signal })
    .catch(() => undefined);
  await until("rows to be staged", async () => {
    const rows = await database.run("SELECT 1 FROM staged_row LIMIT 1");
    return rows.length > 0;
  });
  return { answer, leave: () => leaving.abort() };
}

/** Removed, in one transaction. */
function untilNothingStaged({ database }: Setting): Promise<unknown> {
  return until(
    "the rows to be removed",
    async () => (await database.run("SELECT 1 FROM stage")).length === 0,
  );
}

testBehind("an upload whose client leaves changes nothing, and its rows are removed", async () => {
  await using setting = await open();
  await using service = await setting.start();
  const upload = await beginUpload(service, setting);
  upload.leave();
  await upload.answer;
  await untilNothingStaged(setting);
  await expectNothingStaged(setting.database);
  expect(await setting.database.run("SELECT 1 FROM inventory")).toEqual([]);
});

testBehind(
  "the rows of an upload whose service is killed are removed by another, once they are old",
  async () => {
    await using setting = await open();
    {
      await using service = await setting.start();
      const upload = await beginUpload(service, setting);
      service.signal("SIGKILL");
      await upload.answer;
    }
    {
      await using service = await setting.start();
      const key = await service.makeKey("--role", "manager");
      const answer = await service.ask("POST", "/admin/v1/revisions", {
        key,
        headers: CSV,
        body: "petId,quantity,status\n1,1,sold\n",
      });
      expect(answer.json).toMatchObject({ created: 1 });
      // It might be in use.
      expect(await setting.database.run("SELECT 1 FROM stage")).toHaveLength(1);
    }
    await setting.database.run("UPDATE stage SET touched_at = touched_at - interval '1 hour'");
    await using service = await setting.start();
    await untilNothingStaged(setting);
    await expectNothingStaged(setting.database);
    expect(warningsOf(service)).toEqual([]);
  },
);
