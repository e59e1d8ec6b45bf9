// Labels in change sets and rows over HTTP, on both engines: one revision with the stock, guarded, recorded before and after, undone,
// and told by the changes since a position.

import { beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { JsonObject, JsonValue } from "../../src/contract/json.ts";
import { makeKey } from "../../src/keys/format.ts";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import type { Answer } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { creations } from "./creations.ts";

setDefaultTimeout(60_000);

const NONE = { name: null, kind: null, code: null, low: null };
const REX = { ...NONE, name: "Rex", kind: "dog", code: "0012" };
const TOM = { ...NONE, name: "Tom", low: 2 };
const CSV = "text/csv";
const NDJSON = "application/x-ndjson";

interface Sent {
  readonly key?: string;
  readonly query?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

describe.each(ENGINES)("%s:", async (engine) => {
  const database = shared(await EngineDatabase.of(engine, "1,1,available"));
  const service = await database.serve();
  const manager = await database.makeKey("--name", "the manager", "--role", "manager");
  const clerk = await database.makeKey("--name", "the clerk", "--role", "clerk");

  const send = (body: string, { key = manager, query = "", type, headers = {} }: Sent = {}) =>
    service.ask("POST", `/admin/v1/revisions${query}`, {
      key,
      headers: { "Content-Type": type ?? "application/json", ...headers },
      body,
    });
  const get = async (path: string) =>
    (await service.ask("GET", `/admin/v1${path}`, { key: clerk })).json as JsonObject;
  const changes = (...each: readonly object[]) => JSON.stringify({ changes: each });
  const apply = async (...each: readonly object[]) => applied(await send(changes(...each)));
  /** Labels by pet, as an object of the contract's members. */
  const labels = async () => byPet((await get("/labels"))["labels"]);
  const list = async () => (await service.list(manager)).text;
  const state = async () => {
    const { headers, text } = await service.list(manager);
    return [headers.get("ETag"), text, await labels()];
  };
  const movementsOf = async (revision: JsonValue | undefined) =>
    (await get(`/movements?revision=${String(revision)}`))["movements"] as JsonObject[];

  beforeEach(async () => {
    const reset = "petId,quantity,status\n1,1,available\n2,2,pending\n3,3,sold\n";
    expect((await send(reset, { type: CSV, query: "?replace=true" })).status).toBe(200);
    const body = JSON.stringify({
      labels: [
        { petId: 1, ...REX },
        { petId: 2, ...TOM },
      ],
    });
    const put = { key: manager, body, headers: { "Content-Type": "application/json" } };
    expect((await service.ask("PUT", "/admin/v1/labels?replace=true", put)).status).toBe(200);
  });

  describe("a change set", () => {
    test("changes labels beside every other change, in one revision, and leaves no trace in the list", async () => {
      const before = await list();
      const quantities = before
        .replace('"quantity":1', '"quantity":5')
        .replace('"quantity":2', '"quantity":4');
      const result = await apply(
        { petId: 1, quantity: 5, label: { name: "Max", kind: null } },
        { petId: 2, by: 2, label: null },
        { petId: 3, status: "available", label: { low: 0 } },
        { petId: 4, quantity: 1, status: "available", create: true, label: { name: " Mia " } },
        { petId: 77, label: { code: "4006381333931" } },
      );
      expect(result).toMatchObject({ created: 1, updated: 3, removed: 0, relabelled: 5, unchanged: 0 });
      expect(await labels()).toEqual({
        1: { ...REX, name: "Max", kind: null },
        3: { ...NONE, low: 0 },
        4: { ...NONE, name: "Mia" },
        77: { ...NONE, code: "4006381333931" },
      });
      expect(await list()).toBe(
        quantities
          .replace('"status":"sold"', '"status":"available"')
          .replace("]", ',{"petId":4,"quantity":1,"status":"available"}]'),
      );
      expect(await get("/revisions?limit=1")).toMatchObject({
        revisions: [{ revision: result["revision"], pets: 5, labels: 5, quantityChange: 7 }],
      });
      await database.runOrThrow(["verify"]);
    });

    test("of labels alone leaves the body of the list as it is, and is a position of its own", async () => {
      const before = await service.list(manager);
      const { position } = await apply({ petId: 3, label: { name: "Kim" } });
      const after = await service.list(manager);
      expect(after.text).toBe(before.text);
      expect(after.headers.get("ETag")).toBe(String(position));
      expect(position).not.toBe(before.headers.get("ETag"));
    });

    test("removes a pet with or without its label", async () => {
      const result = await apply({ petId: 1, remove: true, label: null }, { petId: 2, remove: true });
      expect(result).toMatchObject({ removed: 2, relabelled: 1 });
      expect(await labels()).toEqual({ 2: TOM });
      expect(await list()).toBe('[{"petId":3,"quantity":3,"status":"sold"}]');
    });

    test("merges: absent members stay, null and empty texts clear, and no members left is no label", async () => {
      const result = await apply(
        { petId: 1, label: { kind: "  ", low: 7 } },
        { petId: 2, label: { name: null, low: null } },
        { petId: 3, label: {} },
      );
      expect(result).toMatchObject({ updated: 0, relabelled: 2, unchanged: 1 });
      expect(await labels()).toEqual({ 1: { ...REX, kind: null, low: 7 } });
    });

    test("without an effect takes no revision, and a dry run changes nothing", async () => {
      const before = await state();
      const same = await apply({ petId: 1, label: { name: "Rex" } }, { petId: 77, label: null });
      expect(same).toMatchObject({ relabelled: 0, unchanged: 2, position: before[0] });
      const dry = await send(changes({ petId: 1, by: 1, label: null }), { query: "?dryRun=true" });
      expect(dry.json).toMatchObject({ updated: 1, relabelled: 1, dryRun: true });
      expect(await state()).toEqual(before);
    });

    test("of more than 1,000 changes does the same in the stage", async () => {
      const many = creations(1_200, 100).map((each, i) => ({ ...each, label: { name: `Pet ${i}` } }));
      const result = await apply(
        ...many,
        { petId: 1, by: 2, label: { name: null } },
        { petId: 2, label: null },
      );
      expect(result).toMatchObject({ created: 1_200, updated: 1, relabelled: 1_202 });
      const found = await labels();
      expect(Object.keys(found)).toHaveLength(1_201);
      expect([found[1], found[1_299]]).toEqual([
        { ...REX, name: null },
        { ...NONE, name: "Pet 1199" },
      ]);
      const stale = many.map(({ petId }) => ({ petId, label: { kind: "cat" }, ifLabel: { name: "Pet 7" } }));
      const refused = await send(changes(...stale));
      expect(refused.json).toMatchObject({ code: "precondition_failed", conflictsTotal: 1_199 });
      expect((refused.json as { conflicts: JsonObject[] }).conflicts[0]).toEqual({
        petId: 100,
        quantity: 1,
        status: "available",
        label: { ...NONE, name: "Pet 0" },
      });
      expect(await labels()).toEqual(found);
    });

    test("a movement has the label before and after, and none where it stayed", async () => {
      const { revision } = await apply(
        { petId: 1, label: { name: "Max" } },
        { petId: 2, by: 1 },
        { petId: 3, by: 1, label: { name: "Kim" } },
        { petId: 77, label: { name: "Ada" } },
      );
      const [one, two, three, unknown] = await movementsOf(revision);
      const available = { quantity: 1, status: "available" };
      expect(one).toMatchObject({ before: available, after: available });
      expect(one!["label"] as object).toEqual({ before: REX, after: { ...REX, name: "Max" } });
      expect(two).not.toHaveProperty("label");
      expect(three).toMatchObject({
        after: { quantity: 4 },
        label: { before: null, after: { name: "Kim" } },
      });
      expect(unknown).toMatchObject({ petId: 77, before: null, after: null, label: { before: null } });
    });
  });

  describe("ifLabel", () => {
    test("lets a change pass while the label has these members, whatever the others are", async () => {
      const result = await apply(
        { petId: 1, by: 1, ifLabel: { name: "Rex" } },
        { petId: 2, label: { name: "Max" }, ifLabel: { name: " Tom", kind: "", code: null } },
        { petId: 3, by: 1, ifLabel: null },
        { petId: 77, label: { name: "Ada" }, ifLabel: null },
      );
      expect(result).toMatchObject({ updated: 2, relabelled: 2, unchanged: 0 });
    });

    test("that does not hold refuses all, with the labels as they are; a tag that does not hold has no label", async () => {
      const before = await state();
      const refused = await send(
        changes(
          { petId: 1, by: 1, ifLabel: { name: "Max" } },
          { petId: 2, label: null, ifLabel: null },
          { petId: 3, by: 1, label: { name: "Kim" }, ifMatch: '"9-sold"' },
          { petId: 77, label: { name: "Ada" }, ifLabel: { name: "Eve" } },
          { petId: 78, label: { name: "Ada" } },
        ),
      );
      expect([refused.status, refused.code]).toEqual([412, "precondition_failed"]);
      expect(refused.text).toContain("4 pets");
      expect((refused.json as { conflicts: object[] }).conflicts).toEqual([
        { petId: 1, quantity: 1, status: "available", label: REX },
        { petId: 2, quantity: 2, status: "pending", label: TOM },
        { petId: 3, quantity: 3, status: "sold" },
        { petId: 77, quantity: null, status: null, label: null },
      ]);
      expect(await state()).toEqual(before);
    });

    test("is refused together with an unknown pet by the problem alone", async () => {
      const { status, json } = await send(
        changes({ petId: 1, by: 1, ifLabel: null }, { petId: 77, by: 1, label: { name: "Ada" } }),
      );
      expect(status).toBe(400);
      expect(json).toMatchObject({ problems: [{ index: 1, petId: 77, code: "pet_not_found" }] });
    });
  });

  const bad: readonly (readonly [string, object, RegExp])[] = [
    ["an unknown member", { nam: "Rex" }, /changes\[0\]: .*"nam"/],
    ["a code that is a number", { code: 12 }, /changes\[0\]: "code"/],
    ["a low quantity below 0", { low: -1 }, /changes\[0\]: "low"/],
    ["a fraction", { low: 1.5 }, /changes\[0\]: "low"/],
    ["too long a text", { kind: "x".repeat(201) }, /changes\[0\]: "kind" of "label".*200 characters/],
    ["a control character", { name: "a\u0000" }, /changes\[0\]: "name" of "label".*control character/],
    ["an API key", { name: `of ${makeKey()}` }, /changes\[0\]: "name" of "label".*holds an API key/],
    ["no object", ["Rex"], /changes\[0\]: .*"label"/],
  ];
  test.each(bad)(
    "a label with %s is refused by its member, and nothing changes",
    async (_, label, message) => {
      const before = await state();
      const refused = await send(changes({ petId: 1, label }, { petId: 2, by: 1 }));
      expect([refused.status, refused.code]).toEqual([400, "invalid_changes"]);
      const { problems, problemsTotal } = refused.json as { problems: JsonObject[]; problemsTotal: number };
      expect(problemsTotal).toBe(1);
      expect(problems[0]).toMatchObject({ index: 0, petId: 1 });
      expect(problems[0]!["message"]).toMatch(message);
      expect(refused.text).not.toContain("petstock_");
      expect(await state()).toEqual(before);
    },
  );

  test("a clerk changes no label, and may expect one", async () => {
    const before = await state();
    for (const change of [
      { petId: 1, label: { name: "Max" } },
      { petId: 1, by: 1, label: null },
    ]) {
      const { status, code, text } = await send(changes({ petId: 2, by: 1 }, change), { key: clerk });
      expect([status, code]).toEqual([403, "insufficient_role"]);
      expect(text).toContain("Changing a label (changes[1]) needs the role manager");
    }
    expect(await state()).toEqual(before);
    const expecting = changes({ petId: 1, by: 1, ifLabel: { name: "Rex" } });
    expect((await send(expecting, { key: clerk })).status).toBe(200);
  });

  test.each([
    [
      "JSON",
      changes({ petId: 1, by: 1, label: { name: "Max" } }),
      changes({ petId: 1, by: 1 }),
      "application/json",
    ],
    ["CSV", "petId,name\n1,Max\n", "petId,name\n1,Tim\n", CSV],
  ])("an Idempotency-Key of %s with labels makes it happen once", async (_, body, other, type) => {
    const once = { type, headers: { "Idempotency-Key": crypto.randomUUID() } };
    const first = await send(body, once);
    expect(first.json).toMatchObject({ relabelled: 1 });
    const before = await state();
    const second = await send(body, once);
    expect([second.text, second.headers.get("Idempotency-Replayed")]).toEqual([first.text, "true"]);
    expect((await send(other, once)).code).toBe("idempotency_mismatch");
    expect(await state()).toEqual(before);
  });

  describe("rows", () => {
    test.each([
      [CSV, "petId,name,low\n1,Max,\n77,Ada,3\n"],
      [NDJSON, '{"petId":1,"name":"Max","low":null}\n{"petId":77,"name":"Ada","low":3}\n'],
    ])("as %s without stock change labels alone; other columns and labels stay", async (type, rows) => {
      const before = await list();
      const result = applied(await send(rows, { type }));
      expect(result).toMatchObject({ created: 0, updated: 0, relabelled: 2, unchanged: 0 });
      expect(await list()).toBe(before);
      expect(await labels()).toEqual({
        1: { ...REX, name: "Max" },
        2: TOM,
        77: { ...NONE, name: "Ada", low: 3 },
      });
    });

    test.each([
      [CSV, 'petId,quantity,status,name,kind\n1,5,,Max,\n2,,sold,Tom,cat\n4,1,,"Mia ""M""",\n'],
      [
        NDJSON,
        '{"petId":1,"quantity":5,"name":"Max","kind":null}\n{"petId":2,"status":"sold","kind":"cat"}\n{"petId":4,"quantity":1,"name":"Mia \\"M\\""}\n',
      ],
    ])("as %s with stock change both, in one revision", async (type, rows) => {
      const result = applied(await send(rows, { type }));
      expect(result).toMatchObject({ created: 1, updated: 2, relabelled: 3, unchanged: 0 });
      expect(await list()).toBe(
        '[{"petId":1,"quantity":5,"status":"available"},{"petId":2,"quantity":2,"status":"sold"},{"petId":3,"quantity":3,"status":"sold"},{"petId":4,"quantity":1,"status":"available"}]',
      );
      expect(await labels()).toEqual({
        1: { ...REX, name: "Max", kind: null },
        2: { ...TOM, kind: "cat" },
        4: { ...NONE, name: 'Mia "M"' },
      });
      expect(await movementsOf(result["revision"])).toHaveLength(3);
    });

    test("with replace remove the other pets, and keep the labels of all", async () => {
      const result = applied(
        await send("petId,quantity,name\n1,1,Max\n", { type: CSV, query: "?replace=true" }),
      );
      expect(result).toMatchObject({ removed: 2, relabelled: 1, unchanged: 0 });
      expect(await list()).toBe('[{"petId":1,"quantity":1,"status":"available"}]');
      expect(await labels()).toEqual({ 1: { ...REX, name: "Max" }, 2: TOM });
    });

    test("with a status alone need the pet; bad texts are named by line", async () => {
      const before = await state();
      const unknown = await send("petId,quantity,status,name\n77,,sold,Ada\n", { type: CSV });
      expect(unknown.json).toMatchObject({ problems: [{ line: 2, petId: 77, code: "pet_not_found" }] });
      const texts = await send(`petId,name,low\n1,${"x".repeat(201)},\n2,Tom,x\n2,Tim,\n`, { type: CSV });
      expect(texts.json).toMatchObject({
        code: "invalid_changes",
        problems: [
          { line: 2, petId: 1, message: expect.stringContaining("name") },
          { line: 3, petId: 2, message: expect.stringContaining("low") },
        ],
      });
      const status = await send("petId,status,name\n1,sold,Max\n", { type: CSV });
      expect(status.json).toMatchObject({
        problems: [{ message: expect.stringContaining("quantity") }],
      });
      expect(await state()).toEqual(before);
    });
  });

  describe("an undo", () => {
    const undo = async (revision: JsonValue | undefined, query = "") =>
      service.ask("POST", `/admin/v1/revisions/${String(revision)}/undo${query}`, { key: manager });

    test("of an import whose column of names had slipped brings every name back", async () => {
      const names = Array.from({ length: 1_500 }, (_, i) => `${1_000 + i},Pet ${i}`);
      const file = (rows: readonly string[]) => `petId,name\n${rows.join("\n")}\n`;
      applied(await send(file(names), { type: CSV }));
      const [before, stock] = [await labels(), await list()];
      const slipped = names.map((row, i) => `${row.split(",")[0]},${names[i + 1]?.split(",")[1] ?? ""}`);
      const { revision, relabelled } = applied(await send(file(slipped), { type: CSV }));
      expect(relabelled).toBe(1_500);
      // Sales go on meanwhile: they are of the stock.
      expect((await service.update(clerk, 1, 9)).status).toBe(200);
      const dry = await undo(revision, "?dryRun=true");
      expect(dry.json).toMatchObject({ created: 0, updated: 0, relabelled: 1_500, dryRun: true });
      expect(await labels()).not.toEqual(before);
      expect(applied(await undo(revision))).toMatchObject({ relabelled: 1_500 });
      expect(await labels()).toEqual(before);
      expect(await list()).toBe(stock.replace('"quantity":1', '"quantity":9'));
      await database.runOrThrow(["verify"]);
    });

    test("takes stock and labels back together, and is undone itself", async () => {
      const before = await state();
      const done = await apply(
        { petId: 1, by: 1, label: { name: "Max" } },
        { petId: 2, remove: true, label: null },
        { petId: 4, quantity: 1, status: "sold", create: true, label: { name: "Mia" } },
      );
      const after = await state();
      const undone = applied(await undo(done["revision"]));
      expect(undone).toMatchObject({ created: 1, updated: 1, removed: 1, relabelled: 3 });
      expect((await state()).slice(1)).toEqual(before.slice(1));
      expect(applied(await undo(undone["revision"]))).toMatchObject({ relabelled: 3 });
      expect((await state()).slice(1)).toEqual(after.slice(1));
    });

    test("is refused where a name has changed since, or leaves that one out", async () => {
      const { revision } = await apply(
        { petId: 1, label: { name: "Max" } },
        { petId: 2, label: { name: "Tim" } },
      );
      await apply({ petId: 2, label: { name: "Eve" } });
      const before = await state();
      const refused = await undo(revision);
      expect([refused.status, refused.code]).toEqual([409, "changed_since"]);
      expect(refused.json).toMatchObject({ conflicts: [{ petId: 2 }], conflictsTotal: 1 });
      expect(await state()).toEqual(before);
      const undone = applied(await undo(revision, "?skipChanged=true"));
      expect(undone).toMatchObject({ relabelled: 1, skipped: [2], skippedTotal: 1 });
      expect(await labels()).toEqual({ 1: REX, 2: { ...TOM, name: "Eve" } });
    });
  });

  describe("the changes since a position", () => {
    const since = (position: JsonValue | null | undefined) =>
      get(`/changes?since=${encodeURIComponent(String(position))}`);

    test("have labels as they are now, and the pets that have none any more", async () => {
      const [position] = await state();
      await apply({ petId: 1, label: { name: "Max" } }, { petId: 77, label: { name: "Ada" } });
      await apply({ petId: 1, by: 1, label: { name: "Tim" } }, { petId: 2, label: null });
      const found = await since(position as string);
      expect(byPet(found["labels"])).toEqual({ 1: { ...REX, name: "Tim" }, 77: { ...NONE, name: "Ada" } });
      expect(found["unlabeled"]).toEqual([2]);
      expect(found["items"]).toEqual([{ petId: 1, quantity: 2, status: "available" }]);
      expect(found["removed"]).toEqual([]);
      expect(await since(found["position"])).toEqual({
        position: found["position"]!,
        items: [],
        removed: [],
        labels: [],
        unlabeled: [],
      });
    });

    test("of the stock alone have no labels, and those of many rows have all", async () => {
      const [position] = await state();
      await apply({ petId: 1, by: 1 });
      expect(await since(position as string)).toMatchObject({ labels: [], unlabeled: [] });
      const rows = Array.from({ length: 5_000 }, (_, i) => `${1_000 + i},Pet ${i}\n`);
      applied(await send(`petId,name\n${rows.join("")}`, { type: CSV }));
      const found = byPet((await since(position as string))["labels"]);
      expect(Object.keys(found)).toHaveLength(5_000);
      expect(found[5_999]).toEqual({ ...NONE, name: "Pet 4999" });
    });
  });
});

function applied({ status, text, json }: Answer): JsonObject {
  expect([status, text]).toEqual([200, text]);
  return json as JsonObject;
}

function byPet(labels: JsonValue | undefined): Record<string, object> {
  const each = labels as unknown as readonly { petId: number }[];
  return Object.fromEntries(each.map(({ petId, ...label }) => [petId, label]));
}
