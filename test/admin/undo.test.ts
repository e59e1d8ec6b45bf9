// undoRevision over HTTP, on both engines: what it takes back, what it leaves, and what it refuses.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import { shared } from "../support/shared.ts";
import { creations } from "./creations.ts";

setDefaultTimeout(60_000);

describe.each(ENGINES)("%s:", async (engine) => {
  // Revisions 1 and 2: two imports; 3 changes one of the pets again.
  const database = shared(await EngineDatabase.of(engine, "1,1,available", "2,2,pending", "3,3,sold"));
  await database.runOrThrow(["import", "-", "--format", "csv"], "petId,quantity\n1,10\n2,20\n4,40\n");
  const service = await database.serve();
  const key = await database.makeKey("--name", "the manager", "--role", "manager");
  expect((await service.update(key, 1, 11)).status).toBe(200);

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
    const counts = { created: 0, updated: 1, removed: 1, relabelled: 0, unchanged: 0 };
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
    const headers = { "X-Request-Id": "undo-of-4" };
    const { json } = await service.ask("POST", "/admin/v1/revisions/4/undo", { key, headers });
    expect(json).toMatchObject({ revision: 5, created: 1, updated: 1, removed: 0, dryRun: false });
    expect(json).not.toHaveProperty("skipped");
    const { stdout } = await database.runOrThrow(["history", "--limit", "1"]);
    expect(stdout).toMatch(/undo of 4 +key:the manager .* undo-of-4 /);
    const movements = await service.ask("GET", "/admin/v1/movements?limit=1", { key });
    expect(movements.json).toMatchObject({
      movements: [{ undoes: 4, requestId: "undo-of-4", reason: "undo" }],
    });
    const revisions = await service.ask("GET", "/admin/v1/revisions?limit=2", { key });
    expect(revisions.json).toMatchObject({
      revisions: [
        { revision: 5, undoes: 4 },
        { revision: 4, undoes: 2 },
      ],
    });
    await database.runOrThrow(["verify"]);
  });

  test("a repeated undo has the first answer, and another request with its key is refused", async () => {
    const made = await service.update(key, 3, 30);
    expect(made.status).toBe(200);
    const send = (path: string) =>
      service.ask("POST", `/admin/v1/revisions/${path}`, { key, headers: { "Idempotency-Key": "undo-6" } });
    const first = await send("6/undo");
    expect([first.status, first.headers.has("Idempotency-Replayed")]).toEqual([200, false]);
    expect(first.json).toMatchObject({ revision: 7, updated: 1 });
    const before = await state();
    const second = await send("6/undo");
    expect([second.status, second.headers.get("Idempotency-Replayed")]).toEqual([200, "true"]);
    expect(second.json).toEqual(first.json);
    for (const path of ["7/undo", "6/undo?skipChanged=true"]) {
      const other = await send(path);
      expect([other.status, other.code]).toEqual([422, "idempotency_mismatch"]);
    }
    const twice = { "Idempotency-Key": "a b" };
    const invalid = await service.ask("POST", "/admin/v1/revisions/7/undo", { key, headers: twice });
    expect([invalid.status, invalid.code]).toEqual([400, "invalid_header"]);
    expect(await state()).toEqual(before);
  });

  test("fifty undos at once are all carried out, also beside large change sets of another key", async () => {
    const changes = creations(50, 1_000);
    const first = (await service.list(key)).headers.get("ETag")!;
    const start = Number(/[0-9]+/.exec(first)![0]);
    for (const change of changes) {
      const body = JSON.stringify({ changes: [change] });
      expect((await service.ask("POST", "/admin/v1/revisions", { key, body })).status).toBe(200);
    }
    const other = await database.makeKey("--name", "the importer", "--role", "manager");
    const large = JSON.stringify({ changes: creations(1_001, 5_000) });
    const importing = Promise.all(
      Array.from({ length: 4 }, () =>
        service.ask("POST", "/admin/v1/revisions", { key: other, body: large }),
      ),
    );
    const undone = await Promise.all(changes.map((_, i) => undo(`${start + 1 + i}/undo`)));
    expect(undone.map(({ status }) => status)).toEqual(changes.map(() => 200));
    await importing;
    await database.runOrThrow(["verify"]);
  });

  test("a revision of more than a thousand pets is undone outside the queue, once with its key", async () => {
    const rows = Array.from({ length: 1_200 }, (_, i) => `${10_000 + i},1,available`);
    const headers = { "Content-Type": "text/csv" };
    const body = ["petId,quantity,status", ...rows].join("\n");
    const made = await service.ask("POST", "/admin/v1/revisions", { key, headers, body });
    const { revision } = made.json as unknown as { revision: number };
    const dry = await undo(`${revision}/undo?dryRun=true`);
    expect(dry.json).toMatchObject({ removed: 1_200, dryRun: true });
    const send = () =>
      service.ask("POST", `/admin/v1/revisions/${revision}/undo`, {
        key,
        headers: { "Idempotency-Key": "large-undo" },
      });
    const first = await send();
    expect([first.status, first.json]).toMatchObject([200, { removed: 1_200, revision: revision + 1 }]);
    const second = await send();
    expect([second.status, second.headers.get("Idempotency-Replayed")]).toEqual([200, "true"]);
    expect(second.json).toEqual(first.json);
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
        historyStart: expect.any(Number),
      },
    ]);
    expect(await state()).toEqual(before);
  });
});
