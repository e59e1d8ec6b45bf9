// Previews and plans of change sets over HTTP, on both engines: JSON in the queue and in the stage, and rows.

import { beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import type { Answer } from "../support/service.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

interface Row {
  readonly petId: number;
}

interface Previewed {
  readonly preview: Readonly<Record<"created" | "updated" | "removed" | "relabelled" | "unchanged", Row[]>>;
  readonly plan: string;
}

interface Refused {
  readonly conflicts: readonly Row[];
  readonly conflictsTotal: number;
}

const CSV = "text/csv";
const STOCK = "petId,quantity,status\n1,1,available\n2,2,pending\n3,3,sold\n";
const ROWS = "petId,quantity,name\n3,3,\n1,4,Rex\n8,8,\n";

const available = (quantity: number) => ({ quantity, status: "available" });
const rex = { name: "Rex", kind: null, code: null, low: null };

describe.each(ENGINES)("%s:", async (engine) => {
  const database = shared(await EngineDatabase.of(engine, "1,1,available"));
  const service = await database.serve();
  const key = await database.makeKey("--name", "the manager", "--role", "manager");

  const send = (
    body: string,
    { query = "", type = CSV, headers = {} }: { query?: string; type?: string; headers?: object } = {},
  ): Promise<Answer> =>
    service.ask("POST", `/admin/v1/revisions${query}`, {
      key,
      headers: { "Content-Type": type, ...headers },
      body,
    });
  const change = (...changes: readonly object[]) =>
    send(JSON.stringify({ changes }), { type: "application/json" });
  const preview = async (body: string, query = "", type = CSV): Promise<Previewed> => {
    const { status, json } = await send(body, { query: `?dryRun=true&preview=2${query}`, type });
    expect(status).toBe(200);
    return json as unknown as Previewed;
  };
  const refusalOf = ({ status, code, json }: Answer) => {
    const { conflicts, conflictsTotal } = json as unknown as Refused;
    return { status, code, conflicts, conflictsTotal };
  };
  const state = async () => (await service.list(key)).headers.get("ETag");

  beforeEach(async () => {
    await send("petId,quantity,status,name\n1,1,available,\n2,2,pending,\n3,3,sold,\n8,1,,\n9,1,,\n", {
      query: "?replace=true",
    });
    await send(STOCK, { query: "?replace=true" });
  });

  test("a preview has the first rows of each kind in the order of the file, and changes nothing", async () => {
    const before = await state();
    const previewed = await preview(ROWS, "&replace=true");
    expect(previewed).toMatchObject({ created: 1, updated: 1, removed: 1, relabelled: 1, unchanged: 1 });
    const label = { before: null, after: rex };
    const updated = { petId: 1, line: 3, before: available(1), after: available(4), label };
    expect(previewed.preview).toEqual({
      created: [{ petId: 8, line: 4, before: null, after: available(8) } as Row],
      updated: [updated],
      removed: [{ petId: 2, before: { quantity: 2, status: "pending" }, after: null } as Row],
      relabelled: [updated],
      unchanged: [
        {
          petId: 3,
          line: 2,
          before: { quantity: 3, status: "sold" },
          after: { quantity: 3, status: "sold" },
        } as Row,
      ],
    });
    const set = { changes: [4, 5, 6].map((petId) => ({ petId, quantity: 1, status: "sold", create: true })) };
    const created = (await preview(JSON.stringify(set), "", "application/json")).preview.created;
    const sold = { quantity: 1, status: "sold" };
    expect(created).toEqual([
      { petId: 4, index: 0, before: null, after: sold } as Row,
      { petId: 5, index: 1, before: null, after: sold } as Row,
    ]);
    expect(await state()).toBe(before);
  });

  test("a preview without rows has a plan; a dry run without one has neither", async () => {
    const { json } = await send(ROWS, { query: "?dryRun=true&preview=0" });
    const none = { created: [], updated: [], removed: [], relabelled: [], unchanged: [] };
    expect(json).toMatchObject({ created: 1, preview: none, plan: expect.any(String) });
    expect(Object.keys((await send(ROWS, { query: "?dryRun=true" })).json as object)).not.toContain("plan");
  });

  const MANY = {
    changes: Array.from({ length: 1_001 }, (_, i) => ({
      petId: 1_000 + i,
      quantity: 1,
      status: "sold",
      create: true,
    })),
  };
  const BODIES: readonly [string, string, string, string][] = [
    ["rows", ROWS, CSV, ""],
    [
      "a small set",
      '{"changes":[{"petId":1,"by":3},{"petId":3,"status":"pending"}]}',
      "application/json",
      "",
    ],
    [
      "a large set",
      JSON.stringify({ changes: [...MANY.changes, { petId: 1, by: 3 }] }),
      "application/json",
      "",
    ],
  ];
  test.each(BODIES)(
    "the plan of %s is applied although another pet has changed, and not after one of its own",
    async (_, body, type, query) => {
      const { plan } = await preview(body, query, type);
      await change({ petId: 2, quantity: 22 });
      await change({ petId: 1, quantity: 7 });
      const before = await state();
      const headers = { "If-Match": plan };
      expect(refusalOf(await send(body, { query, type, headers }))).toEqual({
        status: 412,
        code: "plan_changed",
        conflicts: [{ petId: 1, ...available(7), ...(type === CSV && { label: null }) }],
        conflictsTotal: 1,
      });
      expect(await state()).toBe(before);
      // As it was in the preview.
      await change({ petId: 1, quantity: 1 });
      const retried = { ...headers, "Idempotency-Key": `plan-${type}-${body.length}` };
      const applied = await send(body, { query, type, headers: retried });
      expect([applied.status, applied.json]).toMatchObject([
        200,
        { updated: type === CSV ? 1 : expect.any(Number) },
      ]);
      // Its own changes are no reason to refuse the retry.
      const again = await send(body, { query, type, headers: retried });
      expect([again.status, again.headers.get("Idempotency-Replayed")]).toEqual([200, "true"]);
    },
  );

  test("a plan of names is applied although the pets have been sold, and not after another name", async () => {
    const names = "petId,name\n1,Rex\n2,Mia\n";
    const { plan } = await preview(names);
    await change({ petId: 1, by: -1 }, { petId: 2, remove: true });
    await change({ petId: 2, label: { name: "Tom" } });
    const refused = refusalOf(await send(names, { headers: { "If-Match": plan } }));
    expect(refused).toMatchObject({ code: "plan_changed", conflictsTotal: 1, conflicts: [{ petId: 2 }] });
    await change({ petId: 2, label: null });
    const applied = await send(names, { headers: { "If-Match": plan } });
    expect(applied).toMatchObject({ status: 200, json: { relabelled: 2, updated: 0 } });
  });

  test("a plan knows a label that is removed from one that stays, and no order of members", async () => {
    const bodyOf = (changed: object) => JSON.stringify({ changes: [{ petId: 1, quantity: 5, ...changed }] });
    const planOf = async (changed: object) =>
      (await preview(bodyOf(changed), "", "application/json")).plan.split("-")[2];
    const plan = await planOf({ ifLabel: null, label: { name: "Rex", low: null } });
    expect(await planOf({ label: { low: null, name: "Rex" }, ifLabel: null })).toBe(plan!);
    const others = [
      { ifLabel: null },
      { ifLabel: null, label: null },
      { ifLabel: null, label: { name: "Rex" } },
    ];
    const plans = await Promise.all(others.map(planOf));
    expect(new Set([plan, ...plans]).size).toBe(4);
  });

  test("with replace a new pet changes the plan, since it would be removed", async () => {
    const { plan } = await preview(ROWS, "&replace=true");
    await change({ petId: 7, quantity: 1, status: "sold", create: true });
    const refused = await send(ROWS, { query: "?replace=true", headers: { "If-Match": plan } });
    expect(refusalOf(refused)).toMatchObject({ code: "plan_changed", conflicts: [{ petId: 7 }] });
  });

  test("a plan is of one request: other rows, other parameters and other tags are refused", async () => {
    const { plan } = await preview(ROWS);
    const before = await state();
    const apply = (body: string, tag: string, query = "") =>
      send(body, { query, headers: { "If-Match": tag } });
    for (const other of [
      await apply(`${ROWS}5,5,\n`, plan),
      await apply(ROWS, plan, "?replace=true"),
      await apply(ROWS, '"1-available"'),
      await apply(ROWS, plan.replace(/-[0-9a-f]{16}-/, "-0123456789abcdef-")),
    ])
      expect(refusalOf(other) as object).toEqual({ status: 412, code: "plan_changed" });
    for (const tag of ["*", `W/${plan}`, `${plan}, ${plan}`, "plan"])
      expect(await apply(ROWS, tag)).toMatchObject({ status: 400, code: "invalid_header" });
    expect(await apply(ROWS, plan, "?dryRun=true")).toMatchObject({ status: 400, code: "invalid_header" });
    expect(await state()).toBe(before);
  });

  test("a preview is for dry runs, of up to 1000 rows", async () => {
    for (const query of [
      "?preview=1",
      "?dryRun=false&preview=1",
      "?dryRun=true&preview=1001",
      "?dryRun=true&preview=-1",
    ])
      expect(await send(ROWS, { query })).toMatchObject({ status: 400, code: "invalid_query" });
  });

  test("conflicts have the members of the contract alone", async () => {
    const refused = await change({ petId: 1, quantity: 5, ifMatch: '"9-sold"' });
    expect(refusalOf(refused).conflicts).toEqual([{ petId: 1, ...available(1) } as Row]);
  });
});
