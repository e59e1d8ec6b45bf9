// applyChangeSet over HTTP, on both engines: JSON in the queue and in the stage, rows, refusals with their lists, and what must
// not have changed.

import { beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { JsonObject, JsonValue } from "../../src/contract/json.ts";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import type { Answer } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { creations } from "./creations.ts";

setDefaultTimeout(60_000);

const ROWS = "petId,quantity,status\n1,1,available\n2,2,pending\n3,3,sold\n";

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

  const send = (
    body: string,
    { key = manager, query = "", type, headers = {} }: Sent = {},
  ): Promise<Answer> =>
    service.ask("POST", `/admin/v1/revisions${query}`, {
      key,
      headers: { "Content-Type": type ?? "application/json", ...headers },
      body,
    });
  const sendRows = (body: string, more: Sent = {}) => send(body, { type: "text/csv", ...more });
  const items = async () => (await service.list(manager)).json as JsonObject[];
  const listed = async () => (await service.list(manager)).text;
  /** The list with its tag, which each commit changes. */
  const state = async () => {
    const { headers, text } = await service.list(manager);
    return [headers.get("ETag"), text];
  };
  const setOf = (...each: readonly object[]) =>
    JSON.stringify({ reason: "counted", note: "shelf 3", changes: each });

  beforeEach(async () => {
    await sendRows(ROWS, { query: "?replace=true" });
  });

  test("a change set is one revision; the next list shows it, and its position is the list's tag", async () => {
    const before = (await service.list(manager)).headers.get("ETag")!;
    const { status, json } = await send(
      setOf(
        { petId: 1, by: 4 },
        { petId: 2, status: "sold", ifMatch: '"2-pending"' },
        { petId: 3, remove: true },
        { petId: 9007199254740993n.toString(), quantity: 0 },
      )
        .replace('"9007199254740993"', "9007199254740993")
        .replace('"quantity":0', '"quantity":8,"status":"pending","create":true'),
    );
    expect(status).toBe(200);
    const list = await service.list(manager);
    const revision = Number(/\d+/.exec(before)?.[0]) + 1;
    const position = list.headers.get("ETag");
    const counts = { created: 1, updated: 2, removed: 1, relabelled: 0, unchanged: 0 };
    expect(json).toEqual({ revision, position, ...counts, dryRun: false });
    expect(list.text).toBe(
      '[{"petId":1,"quantity":5,"status":"available"},{"petId":2,"quantity":2,"status":"sold"},{"petId":9007199254740993,"quantity":8,"status":"pending"}]',
    );
    const changes = await service.ask("GET", `/admin/v1/changes?since=${encodeURIComponent(position!)}`, {
      key: clerk,
    });
    expect(changes.json).toEqual({ position, items: [], removed: [], labels: [], unlabeled: [] });
    const movements = await database.runOrThrow(["history", "--json", "--limit", "4"]);
    for (const line of movements.stdout.trim().split("\n"))
      expect(line).toMatch(/"reason":"counted".*"note":"shelf 3"/);
  });

  test("a dry run says what would happen, in the queue and in the stage, and changes nothing", async () => {
    const before = await state();
    const small = await send(setOf({ petId: 1, quantity: 9 }, { petId: 3, remove: true }), {
      query: "?dryRun=true",
    });
    expect(small.json).toMatchObject({ updated: 1, removed: 1, dryRun: true });
    const large = await send(setOf(...creations(1_200, 10)), { query: "?dryRun=true" });
    expect(large.json).toMatchObject({ created: 1_200, dryRun: true });
    const rows = await sendRows("petId,quantity\n1,9\n8,8\n", { query: "?dryRun=true&replace=true" });
    expect(rows.json).toMatchObject({ created: 1, updated: 1, removed: 2, unchanged: 0, dryRun: true });
    expect(await state()).toEqual(before);
  });

  test("more than 1,000 changes are staged, with the same results and refusals as few", async () => {
    const create = creations(1_500, 100).map((each, quantity) => ({ ...each, quantity }));
    expect((await send(setOf(...create))).json).toMatchObject({ created: 1_500 });
    const before = await state();
    const again = await send(setOf(...create));
    expect([again.status, again.code]).toEqual([400, "invalid_changes"]);
    expect(again.json).toMatchObject({ problemsTotal: 1_500 });
    const { problems } = again.json as { problems: JsonObject[] };
    expect(problems).toHaveLength(100);
    expect(problems[0]).toMatchObject({ index: 0, petId: 100, code: "pet_exists" });
    const stale = create.map(({ petId }) => ({ petId, by: 1, ifMatch: '"0-available"' }));
    const refused = await send(setOf(...stale));
    expect([refused.status, refused.code]).toEqual([412, "precondition_failed"]);
    expect(refused.json).toMatchObject({ conflictsTotal: 1_499 });
    expect((refused.json as { conflicts: JsonValue[] }).conflicts[0]).toEqual({
      petId: 101,
      quantity: 1,
      status: "available",
    });
    expect(await state()).toEqual(before);
    const adjusted = create.map(({ petId }) => ({ petId, by: 1 }));
    expect((await send(setOf(...adjusted))).json).toMatchObject({ updated: 1_500 });
    expect((await items()).find(({ petId }) => petId === 101)).toMatchObject({ quantity: 2 });
  });

  const problems: readonly (readonly [string, string, object[]])[] = [
    ["no changes", '{"changes":[]}', []],
    [
      "a member that no change has",
      setOf({ petId: 1, quantity: 1, color: "red" }),
      [{ index: 0, code: "unknown_field" }],
    ],
    ["a change without a pet", setOf({ petId: 1, by: 1 }, { by: 1 }), [{ index: 1, code: "invalid_field" }]],
    ["a change that is no object", '{"changes":[7]}', [{ index: 0, code: "invalid_field" }]],
    [
      "a fraction",
      '{"changes":[{"petId":1,"quantity":1.5}]}',
      [{ index: 0, petId: 1, code: "invalid_field" }],
    ],
    [
      "a quantity beyond an int32",
      '{"changes":[{"petId":1,"quantity":2147483648}]}',
      [{ index: 0, petId: 1, code: "invalid_field" }],
    ],
    [
      "an id beyond an int64",
      '{"changes":[{"petId":9223372036854775808,"by":1}]}',
      [{ index: 0, code: "invalid_field" }],
    ],
    [
      "quantity and status of a pet that is not to be created",
      setOf({ petId: 1, quantity: 1, status: "sold" }),
      [{ index: 0, petId: 1, code: "invalid_field", message: expect.stringContaining('"create"') }],
    ],
    [
      "a weak tag",
      setOf({ petId: 1, by: 1, ifMatch: 'W/"1-available"' }),
      [{ index: 0, petId: 1, code: "invalid_field" }],
    ],
    [
      "a pet that is not there",
      setOf({ petId: 1, by: 1 }, { petId: 7, by: 1 }),
      [{ index: 1, petId: 7, code: "pet_not_found" }],
    ],
    [
      "a pet that is there",
      setOf({ petId: 1, quantity: 1, status: "sold", create: true }),
      [{ index: 0, petId: 1, code: "pet_exists" }],
    ],
    [
      "a result beyond the largest quantity",
      setOf({ petId: 1, by: 2_147_483_647 }),
      [{ index: 0, petId: 1, code: "invalid_quantity" }],
    ],
    [
      "more than is there, beside another problem",
      setOf({ petId: 1, by: -2 }, { petId: 404, by: 1 }),
      [
        { index: 0, petId: 1, code: "insufficient_stock", quantity: 1, by: -2 },
        { index: 1, petId: 404, code: "pet_not_found" },
      ],
    ],
    [
      "a pet twice",
      setOf({ petId: 1, by: 1 }, { petId: 2, by: 1 }, { petId: 1, by: 1 }),
      [{ index: 2, petId: 1, code: "duplicate_pet" }],
    ],
  ];
  test.each(problems)("%s: nothing is applied, and each problem is named", async (_, body, expected) => {
    const before = await state();
    const { status, code, json } = await send(body);
    expect([status, code]).toEqual([400, expected.length === 0 ? "invalid_field" : "invalid_changes"]);
    if (expected.length > 0)
      expect(json).toMatchObject({ problems: expected, problemsTotal: expected.length });
    expect(await state()).toEqual(before);
  });

  test("more than is there is refused as such, with what is there and what was asked for", async () => {
    const before = await state();
    const one = await send(setOf({ petId: 1, by: -2 }, { petId: 2, by: -1 }));
    expect([one.status, one.code]).toEqual([409, "insufficient_stock"]);
    const shortage = { index: 0, petId: 1, code: "insufficient_stock", quantity: 1, by: -2 };
    expect(one.json).toMatchObject({ problems: [shortage], problemsTotal: 1 });
    expect(one.text).toContain("pet 1 has 1, and 2 were asked for.");
    const both = await send(setOf({ petId: 1, by: -2 }, { petId: 2, by: -30 }));
    expect([both.status, both.code]).toEqual([409, "insufficient_stock"]);
    expect(both.json).toMatchObject({ problems: [shortage, { petId: 2, by: -30 }], problemsTotal: 2 });
    expect(await state()).toEqual(before);
  });

  test("tags that do not match are all reported, with the pets as they are", async () => {
    const before = await state();
    const { status, code, json } = await send(
      setOf(
        { petId: 1, by: 1, ifMatch: '"1-available"' },
        { petId: 2, quantity: 1, ifMatch: '"2-sold"' },
        { petId: 3, remove: true, ifMatch: '"4-sold"' },
      ),
    );
    expect([status, code]).toEqual([412, "precondition_failed"]);
    expect(json).toMatchObject({
      conflictsTotal: 2,
      conflicts: [
        { petId: 2, quantity: 2, status: "pending" },
        { petId: 3, quantity: 3, status: "sold" },
      ],
    });
    expect(await state()).toEqual(before);
  });

  test("a clerk sets and adjusts quantities; all else needs a manager, and changes nothing", async () => {
    expect((await send(setOf({ petId: 1, by: 1 }, { petId: 2, quantity: 7 }), { key: clerk })).status).toBe(
      200,
    );
    const before = await state();
    const refused = [
      await send(setOf({ petId: 1, by: 1 }, { petId: 2, status: "sold" }), { key: clerk }),
      await send(setOf({ petId: 8, quantity: 1, status: "sold", create: true }), { key: clerk }),
      await send(setOf({ petId: 1, remove: true }), { key: clerk, query: "?dryRun=true" }),
      await sendRows("petId,quantity\n1,9\n", { key: clerk }),
      await sendRows('{"petId":1,"quantity":9}\n', { key: clerk, type: "application/x-ndjson" }),
    ];
    for (const { status, code, text } of refused) {
      expect([status, code]).toEqual([403, "insufficient_role"]);
      expect(text).toContain("needs the role manager");
    }
    expect(await state()).toEqual(before);
  });

  describe("an Idempotency-Key", () => {
    const large = (quantity: number) => setOf({ petId: 2, quantity }, ...creations(1_100, 10));
    const requests: readonly (readonly [string, string, string, Sent])[] = [
      ["JSON", setOf({ petId: 1, by: 1 }), setOf({ petId: 1, by: 2 }), {}],
      ["JSON in the stage", large(20), large(21), {}],
      ["rows", "petId,quantity\n1,7\n", "petId,quantity\n1,8\n", { type: "text/csv" }],
    ];
    test.each(requests)(
      "of %s makes it happen once, and refuses another body",
      async (_, body, other, sent) => {
        const once = { ...sent, headers: { "Idempotency-Key": crypto.randomUUID() } };
        const first = await send(body, once);
        expect([first.status, first.headers.get("Idempotency-Replayed")]).toEqual([200, null]);
        const before = await state();
        const second = await send(body, once);
        expect([second.status, second.headers.get("Idempotency-Replayed")]).toEqual([200, "true"]);
        expect(second.text).toBe(first.text);
        const mismatch = await send(other, once);
        expect([mismatch.status, mismatch.code]).toEqual([422, "idempotency_mismatch"]);
        expect(await state()).toEqual(before);
      },
    );

    test("belongs to the meaning of the JSON, not to its text; a dry run does not use it", async () => {
      const headers = { "Idempotency-Key": crypto.randomUUID() };
      await send('{"changes":[{"petId":1,"by":1}]}', { headers, query: "?dryRun=true" });
      const first = await send('{"changes":[{"petId":1,"by":1}]}', { headers });
      const again = await send('{ "changes": [ { "by": 1.0, "petId": 1e0 } ] }', { headers });
      expect([first.status, again.text]).toEqual([200, first.text]);
      expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    });
  });

  describe("rows", () => {
    test("as CSV and NDJSON create, update and, with replace, remove", async () => {
      const csv = await sendRows("petId,quantity\n1,10\n8,80\n");
      expect(csv.json).toMatchObject({ created: 1, updated: 1, removed: 0, unchanged: 0 });
      const ndjson = await send('{"petId":1,"quantity":10}\n{"petId":8,"quantity":0,"status":"sold"}\n', {
        type: "application/x-ndjson; charset=utf-8",
        query: "?replace=true",
      });
      expect(ndjson.json).toMatchObject({ created: 0, updated: 1, removed: 2, unchanged: 1 });
      expect(await listed()).toBe(
        '[{"petId":1,"quantity":10,"status":"available"},{"petId":8,"quantity":0,"status":"sold"}]',
      );
    });

    test("that are bad are named by line, the first hundred, and nothing is applied", async () => {
      const before = await state();
      const { status, code, json } = await sendRows("petId,quantity\n1,x\n2,5\nA,5\n2,6\n");
      expect([status, code]).toEqual([400, "invalid_changes"]);
      expect(json).toMatchObject({
        problemsTotal: 3,
        problems: [
          { line: 2, petId: 1, code: "invalid_quantity" },
          { line: 4, code: "invalid_pet_id" },
          { line: 5, petId: 2, code: "duplicate_pet" },
        ],
      });
      const many = await sendRows(`petId,quantity\n${"1,x\n".repeat(250)}`);
      expect(many.json).toMatchObject({ problemsTotal: 250 });
      expect((many.json as { problems: JsonValue[] }).problems).toHaveLength(100);
      for (const empty of ["", "name,price\nRex,3\n"])
        expect((await sendRows(empty)).code).toBe("invalid_changes");
      const none = await sendRows("petId,quantity\n", { query: "?replace=true" });
      expect([none.code, none.text]).toEqual([
        "invalid_changes",
        expect.stringContaining("would remove every pet"),
      ]);
      expect(await state()).toEqual(before);
    });

    test("with ifUnchangedSince are applied only if nothing has changed since", async () => {
      const tag = (await service.list(manager)).headers.get("ETag")!;
      const query = `?ifUnchangedSince=${encodeURIComponent(tag)}`;
      expect((await sendRows("petId,quantity\n1,5\n", { query })).status).toBe(200);
      const before = await state();
      const late = await sendRows("petId,quantity\n1,6\n", { query });
      expect([late.status, late.code]).toEqual([409, "changed_since"]);
      const malformed = await sendRows("petId,quantity\n1,6\n", { query: "?ifUnchangedSince=7" });
      expect([malformed.status, malformed.code]).toEqual([400, "invalid_query"]);
      const json = await send(setOf({ petId: 1, by: 1 }), { query });
      expect([json.status, json.code]).toEqual([400, "invalid_query"]);
      expect(await state()).toEqual(before);
    });
  });

  test("other media types, encodings, broken JSON and bodies above the limits are refused", async () => {
    const before = await state();
    const noted = (note: string) => JSON.stringify({ note, changes: [{ petId: 1, by: 1 }] });
    const refused = [
      [await send("petId=1", { type: "application/x-www-form-urlencoded" }), 415, "unsupported_media_type"],
      [
        await send(setOf({ petId: 1, by: 1 }), { headers: { "Content-Encoding": "gzip" } }),
        415,
        "unsupported_media_type",
      ],
      [await send("{"), 400, "invalid_json"],
      [await send("[]"), 400, "invalid_json"],
      [await send('{"changes":[{"petId":1,"petId":2,"by":1}]}'), 400, "duplicate_field"],
      [await send('{"changes":[{"petId":1,"by":1}],"reason":"bored"}'), 400, "invalid_field"],
      [await send(noted(manager)), 400, "invalid_field"],
      [await send(noted("a\u0085b")), 400, "invalid_field"],
      [await send(noted("x"), { headers: { "Petstock-Reason": "sold" } }), 400, "invalid_header"],
      [await send(noted("x"), { headers: { "Petstock-Note": "y" } }), 400, "invalid_header"],
      [await send(`{"changes":[${" ".repeat(1024 * 1024)}]}`), 413, "body_too_large"],
      [await sendRows(`petId,quantity\n${" ".repeat(64 * 1024 * 1024)}`), 413, "body_too_large"],
      [await send(setOf({ petId: 1, by: 1 }), { query: "?dryrun=true" }), 400, "invalid_query"],
    ] as const;
    for (const [{ status, code }, ...expected] of refused) expect([status, code!]).toEqual([...expected]);
    expect(await state()).toEqual(before);
  });

  test("beside updates, sets neither lose nor mix changes", async () => {
    const updates = Array.from({ length: 60 }, (_, i) => service.update(clerk, 1, 1_000 + i));
    const sets = Array.from({ length: 30 }, () =>
      send(setOf({ petId: 2, by: 1 }, { petId: 3, by: 2 }), { key: clerk }),
    );
    const imports = sendRows("petId,quantity\n20,20\n").then(async (first) => [
      first,
      await sendRows("petId,quantity\n21,21\n"),
    ]);
    const answers = [...(await Promise.all([...updates, ...sets])), ...(await imports)];
    for (const { status } of answers) expect(status).toBe(200);
    const now = new Map((await items()).map(({ petId, quantity }) => [petId, quantity]));
    expect([now.get(2), now.get(3), now.get(20), now.get(21)]).toEqual([32, 63, 20, 21]);
    await database.runOrThrow(["verify"]);
  });
});
