// undoRevision over HTTP, on both engines: what it takes back, what it leaves, and what it refuses.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { EngineDatabase, type EngineName } from "../cli/engine-database.ts";
import type { TestService } from "../support/service.ts";

setDefaultTimeout(60_000);

describe.each(["SQLite", "PostgreSQL"] as const)("%s:", (engine) => describeEngine(engine));

function describeEngine(engine: EngineName): void {
  let database: EngineDatabase;
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    // Revisions 1 and 2: two imports; 3 changes one of the pets again.
    database = await EngineDatabase.of(engine, "1,1,available", "2,2,pending", "3,3,sold");
    await database.runOrThrow(["import", "-", "--format", "csv"], "petId,quantity\n1,10\n2,20\n4,40\n");
    service = await database.serve();
    key = await database.makeKey("--name", "the manager", "--role", "manager");
    expect((await service.update(key, 1, 11)).status).toBe(200);
  });

  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await database?.[Symbol.asyncDispose]();
  });

  const undo = (path: string) => service.ask("POST", `/admin/v1/revisions/${path}`, { key });
  const state = async () => {
    const { headers, text } = await service.list(key);
    return [headers.get("ETag")!, text] as const;
  };

  test("a revision whose pets have changed since is refused, with the pets as they are", async () => {
    const before = await state();
    for (const path of ["2/undo", "2/undo?dryRun=true"]) {
      const { status, code, json } = await undo(path);
      expect([status, code]).toEqual([409, "changed_since"]);
      expect(json).toMatchObject({
        conflictsTotal: 1,
        conflicts: [{ petId: 1, quantity: 11, status: "available" }],
      });
    }
    expect(await state()).toEqual(before);
  });

  test.each([
    ["a revision that does not exist yet", "99/undo"],
    ["revision 0", "0/undo"],
    ["what is no revision", "x1/undo"],
    ["a revision beyond 2^53", "9007199254740993/undo"],
  ])("%s is not found", async (_, path) => {
    const before = await state();
    const { status, code } = await undo(path);
    expect([status, code]).toEqual([404, "revision_not_found"]);
    expect(await state()).toEqual(before);
  });

  test("with skipChanged the others are undone, and the pets that stay are listed", async () => {
    const before = await state();
    const counts = { created: 0, updated: 1, removed: 1, unchanged: 0 };
    const skipped = { skipped: [1], skippedTotal: 1 };
    const dry = await undo("2/undo?skipChanged=true&dryRun=true");
    expect(dry.json).toEqual({ revision: 3, position: before[0], ...counts, dryRun: true, ...skipped });
    expect(await state()).toEqual(before);
    const done = await undo("2/undo?skipChanged=true");
    const [position, list] = await state();
    expect(done.json).toEqual({ revision: 4, position, ...counts, dryRun: false, ...skipped });
    expect(list).toBe(
      '[{"petId":1,"quantity":11,"status":"available"},{"petId":2,"quantity":2,"status":"pending"},{"petId":3,"quantity":3,"status":"sold"}]',
    );
  });

  test("an undo is undone, and names its key in the ledger", async () => {
    const { json } = await undo("4/undo");
    expect(json).toMatchObject({ revision: 5, created: 1, updated: 1, removed: 0, dryRun: false });
    expect(json).not.toHaveProperty("skipped");
    const { stdout } = await database.runOrThrow(["history", "--limit", "1"]);
    expect(stdout).toMatch(/undo +key:the manager/);
    await database.runOrThrow(["verify"]);
  });

  test("a revision that was pruned is not found, and the error names the start of the history", async () => {
    await database.pruneAll();
    const before = await state();
    const { status, json } = await undo("2/undo");
    expect([status, json]).toEqual([
      404,
      {
        code: "revision_not_found",
        message: expect.stringContaining("was pruned"),
        status: 404,
        historyStart: 5,
      },
    ]);
    expect(await state()).toEqual(before);
  });
}
