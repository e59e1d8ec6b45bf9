// /admin/v1/labels on both engines: read with a tag of their own, changed completely or not at all, as one revision that leaves the
// stock alone.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { makeKey } from "../../src/keys/format.ts";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import type { Answer } from "../support/service.ts";
import { until } from "../support/until.ts";
import { shared } from "../support/shared.ts";
import { labelOf, slowUpload } from "./slow-upload.ts";

setDefaultTimeout(60_000);

const JSON_TYPE = "application/json";
const ID = "9007199254740993";
/** What a change without an effect counts. */
const NONE = { created: 0, updated: 0, removed: 0, unchanged: 0, dryRun: false };

describe.each(ENGINES)("%s", async (engine) => {
  const database = shared(await EngineDatabase.of(engine, "1,1,available", "2,2,sold"));
  const service = await database.serve();
  const manager = await database.makeKey("--role", "manager");
  const reader = await database.makeKey("--role", "reader");

  const list = (headers: Readonly<Record<string, string>> = {}) =>
    service.ask("GET", "/admin/v1/labels", {
      key: reader,
      headers: { "Accept-Encoding": "identity", ...headers },
    });
  const put = (
    body: string | Uint8Array | ReadableStream,
    {
      query = "",
      type = JSON_TYPE,
      headers = {},
    }: { query?: string; type?: string; headers?: Record<string, string> } = {},
  ) =>
    service.ask("PUT", `/admin/v1/labels${query}`, {
      key: manager,
      headers: { "Content-Type": type, ...headers },
      body,
    });
  const headersOf = (type: string) =>
    [
      ["Authorization", `Bearer ${manager}`],
      ["Content-Type", type],
    ] as const;
  /** Replaces all labels. */
  const reset = (...labels: readonly string[]) =>
    put(`{"labels":[${labels.join(",")}]}`, { query: "?replace=true" });
  const texts = async () => JSON.parse((await list()).text).labels as unknown[];

  const REX = '{"petId":1,"name":"Rex","kind":"dog, black","code":"0012","low":2}';
  const BIG = `{"petId":${ID},"name":null,"kind":null,"code":null,"low":0}`;

  test("labels are listed by ascending id, with every digit, as JSON and as CSV", async () => {
    expect(counts(await reset(BIG, REX))).toMatchObject({ dryRun: false });
    const json = await list();
    expect(json.text).toBe(`{"labels":[${REX},${BIG}]}`);
    expect(json.headers.get("ETag")).toMatch(/^"[0-9]+-[0-9a-f]{16}"$/);
    expect(json.headers.get("Cache-Control")).toBe("private, no-cache");
    const csv = await list({ Accept: "text/csv, application/json;q=0.5" });
    expect(csv.headers.get("Content-Type")).toStartWith("text/csv");
    expect(csv.text).toBe(`petId,name,kind,code,low\n1,Rex,"dog, black",0012,2\n${ID},,,,0\n`);
    expect(csv.headers.get("ETag")).not.toBe(json.headers.get("ETag"));
    for (const accept of ["*/*", "text/*", "application/json", "text/csv;q=0", "nonsense"])
      expect((await list({ Accept: accept })).text).toBe(json.text);
  });

  test("the tag is 304 until the labels change, for each form, and no update of a pet changes it", async () => {
    await reset(REX);
    for (const form of [{}, { Accept: "text/csv" }, { "Accept-Encoding": "gzip" }]) {
      const first = await list(form);
      const tag = first.headers.get("ETag")!;
      expect((await service.update(manager, 2, Math.trunc(Number(first.text.length)))).status).toBe(200);
      for (const held of [tag, `"x", W/${tag}`, "*"]) {
        const same = await list({ ...form, "If-None-Match": held });
        expect([same.status, same.text, same.headers.get("ETag")]).toEqual([304, "", tag]);
      }
    }
    const before = (await list()).headers.get("ETag")!;
    await put('{"labels":[{"petId":1,"name":"Max"}]}');
    const after = await list({ "If-None-Match": before });
    expect(after.status).toBe(200);
    expect(after.text).toContain("Max");
  });

  test("the list stays as it is, and its tag is the position of the change", async () => {
    const before = await service.list(reader);
    const answer = await reset('{"petId":1,"name":"Tom"}', '{"petId":777,"name":"Elsewhere"}');
    const after = await service.list(reader);
    expect(after.text).toBe(before.text);
    const { position, tag } = JSON.parse(answer.text);
    expect([position, `W/${tag}`]).toEqual([after.headers.get("ETag"), position]);
    expect(after.headers.get("ETag")).not.toBe(before.headers.get("ETag"));
    const entry = await service.ask("GET", "/admin/v1/inventory/1", { key: reader });
    expect(JSON.parse(entry.text).label).toEqual({
      petId: 1,
      name: "Tom",
      kind: null,
      code: null,
      low: null,
    });
  });

  test("a body merges: absent members and other labels stay, null clears, and replace makes it all", async () => {
    await reset(REX, BIG);
    const merged = await put(
      `{"labels":[{"petId":1,"name":" Max "},{"petId":${ID},"low":null},{"petId":3,"code":""}]}`,
    );
    expect(counts(merged)).toEqual({ ...NONE, updated: 1, removed: 1, unchanged: 1 });
    expect(await texts()).toEqual([{ petId: 1, name: "Max", kind: "dog, black", code: "0012", low: 2 }]);
    const replaced = await reset('{"petId":1,"name":"Max"}', '{"petId":4,"low":1}');
    expect(counts(replaced)).toEqual({ ...NONE, created: 1, updated: 1 });
    expect(await texts()).toEqual([
      { petId: 1, name: "Max", kind: null, code: null, low: null },
      { petId: 4, name: null, kind: null, code: null, low: 1 },
    ]);
    expect(counts(await reset())).toEqual({ ...NONE, removed: 2 });
    expect((await list()).text).toBe('{"labels":[]}');
  });

  test.each([
    ["text/csv", 'petId;name;low\r\n1;Rex;\r\n5;"Mia ""M""";3\r\n'],
    ["text/csv; charset=utf-8", '\ufeffpetId,low,name\n1,,Rex\n5,3,"Mia ""M"""\n'],
    [
      "application/x-ndjson",
      '{"petId":1,"name":"Rex","low":null}\n\n{"petId":5,"name":"Mia \\"M\\"","low":3}',
    ],
  ])("rows as %s", async (type, rows) => {
    await reset(REX);
    expect(counts(await put(rows, { type }))).toEqual({ ...NONE, created: 1, updated: 1 });
    expect(await texts()).toEqual([
      { petId: 1, name: "Rex", kind: "dog, black", code: "0012", low: null },
      { petId: 5, name: 'Mia "M"', kind: null, code: null, low: 3 },
    ]);
  });

  test("a dry run changes nothing, and gives the present tag", async () => {
    await reset(REX);
    const before = await list();
    const dry = await put('{"labels":[{"petId":2,"name":"Mia"}]}', { query: "?replace=true&dryRun=true" });
    expect(counts(dry)).toEqual({ ...NONE, created: 1, removed: 1, dryRun: true });
    expect(JSON.parse(dry.text).tag).toBe(before.headers.get("ETag"));
    expect((await list()).text).toBe(before.text);
  });

  test("a change is one revision, with reason and note in the ledger; one without effect takes none", async () => {
    await reset(REX);
    const headers = { "Petstock-Reason": "correction", "Petstock-Note": "shelf%203" };
    const body = '{"labels":[{"petId":1,"name":"Max"},{"petId":5,"low":3}]}';
    const { revision, position } = JSON.parse((await put(body, { headers })).text);
    const { movements } = JSON.parse(
      (await service.ask("GET", `/admin/v1/movements?revision=${revision}`, { key: reader })).text,
    );
    const rest = { kind: "dog, black", code: "0012", low: 2 };
    expect(movements).toMatchObject([
      {
        petId: 1,
        before: { quantity: 1, status: "available" },
        after: { quantity: 1, status: "available" },
        label: { before: { name: "Rex", ...rest }, after: { name: "Max", ...rest } },
        reason: "correction",
        note: "shelf 3",
        actor: "key:till",
      },
      {
        petId: 5,
        before: null,
        after: null,
        label: { before: null, after: { name: null, kind: null, code: null, low: 3 } },
      },
    ]);
    const { revisions } = JSON.parse(
      (await service.ask("GET", "/admin/v1/revisions?limit=1", { key: reader })).text,
    );
    expect(revisions).toMatchObject([{ revision, pets: 2, labels: 2, quantityChange: 0, undoable: true }]);
    const again = JSON.parse((await put(body, { headers })).text);
    expect(again).toMatchObject({ revision, position, created: 0, updated: 0, unchanged: 2 });
    const bored = await put(body, { headers: { "Petstock-Reason": "bored" } });
    expect([bored.status, bored.code]).toEqual([400, "invalid_header"]);
  });

  test("If-Match: the tag of any form or of a result is accepted, an earlier or weak one is 412 with the present tag", async () => {
    await reset(REX);
    const [json, csv] = [await list(), await list({ Accept: "text/csv", "Accept-Encoding": "gzip" })];
    const first = json.headers.get("ETag")!;
    const named = (name: string, tags: string) =>
      put(`{"labels":[{"petId":1,"name":"${name}"}]}`, { headers: { "If-Match": tags } });
    const second = JSON.parse((await named("Max", csv.headers.get("ETag")!)).text).tag as string;
    for (const tags of [first, `W/${second}`, '"x"', '"-csv"']) {
      const refused = await named("Tom", tags);
      expect([refused.status, refused.code, refused.headers.get("ETag")]).toEqual([
        412,
        "precondition_failed",
        second,
      ]);
    }
    expect((await named("Tom", `W/${second}`)).text).toContain("a weak tag never matches");
    expect(await texts()).toMatchObject([{ name: "Max" }]);
    expect((await named("Tom", `"x", ${second}`)).status).toBe(200);
    expect((await named("Kim", "*")).status).toBe(200);
    expect((await named("Kim", "oops")).code).toBe("invalid_header");
    const unless = await put('{"labels":[]}', { headers: { "If-None-Match": "*" } });
    expect([unless.status, unless.code]).toEqual([400, "invalid_header"]);
  });

  test("of many changes for one tag exactly one is applied", async () => {
    await reset(REX);
    const tag = (await list()).headers.get("ETag")!;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        put(`{"labels":[{"petId":1,"name":"Client ${i}"}]}`, { headers: { "If-Match": tag } }),
      ),
    );
    const won = answers.flatMap(({ status }, i) => (status === 200 ? [i] : []));
    expect(won).toHaveLength(1);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 412),
    ]);
    expect(await texts()).toMatchObject([{ name: `Client ${won[0]}` }]);
  });

  test("invalid labels are listed by index, all of them, and nothing changes", async () => {
    await reset(REX);
    const before = await list();
    const answer = await put(
      `{"labels":[{"petId":1,"name":"ok"},{"petId":"x"},7,{"petId":1},{"petId":2,"code":12},{"petId":3,"nam":1},{"petId":4,"name":"a\\u0000"}]}`,
    );
    expect([answer.status, answer.code]).toEqual([400, "invalid_changes"]);
    const { problems, problemsTotal } = JSON.parse(answer.text);
    expect(problems).toMatchObject([
      { index: 1, code: "invalid_pet_id" },
      { index: 2, code: "invalid_field", message: expect.stringMatching(/^labels\[2\]: "7" is not a label/) },
      { index: 3, code: "duplicate_pet", petId: 1 },
      { index: 4, petId: 2, code: "invalid_field", message: expect.stringContaining("leading zeros") },
      { index: 5, petId: 3, code: "invalid_field", message: expect.stringContaining("remove it") },
      { index: 6, code: "invalid_field", message: expect.stringContaining("control character") },
    ]);
    expect(problemsTotal).toBe(6);
    expect((await list()).text).toBe(before.text);
  });

  test("an API key is refused in each text, as JSON and as rows, and not shown", async () => {
    await reset(REX);
    const before = await list();
    const secret = `of ${makeKey()}`;
    const labels = ["name", "kind", "code"].map((member, petId) => ({ petId, [member]: secret }));
    for (const answer of [
      await put(JSON.stringify({ labels })),
      await put(`petId,name,kind,code\n1,${secret},${secret},${secret}\n`, { type: "text/csv" }),
    ]) {
      expect([answer.status, answer.code]).toEqual([400, "invalid_changes"]);
      const { problems, problemsTotal } = JSON.parse(answer.text);
      expect(problemsTotal).toBe(3);
      for (const { message } of problems) expect(message).toContain("holds an API key");
      expect(answer.text).not.toContain("petstock_");
    }
    expect((await list()).text).toBe(before.text);
  });

  test("invalid rows are listed by line, the first 100 of all", async () => {
    await reset(REX);
    const before = await list();
    const rows = Array.from({ length: 5_000 }, (_, i) => `${i},${i % 2 === 0 ? "ok" : "x".repeat(201)}\n`);
    const answer = await put(`petId,name\n${rows.join("")}0,again\n`, { type: "text/csv" });
    expect([answer.status, answer.code]).toEqual([400, "invalid_changes"]);
    const { problems, problemsTotal } = JSON.parse(answer.text);
    expect(problems).toHaveLength(100);
    expect(problems[0]).toMatchObject({ line: 3, code: "invalid_field" });
    expect(problemsTotal).toBe(2_501);
    expect((await list()).text).toBe(before.text);
  });

  test.each([
    ["", JSON_TYPE, 400, "invalid_json"],
    ["[]", JSON_TYPE, 400, "invalid_json"],
    ["{}", JSON_TYPE, 400, "invalid_field"],
    ['{"labels":{}}', JSON_TYPE, 400, "invalid_field"],
    ['{"labels":[],"replace":true}', JSON_TYPE, 400, "unknown_field"],
    ['{"labels":[],"labels":[]}', JSON_TYPE, 400, "duplicate_field"],
    ["", "text/csv", 400, "invalid_changes"],
    ["petId,name\n1,\u0000\n", "text/csv", 400, "invalid_changes"],
    ["[]", "application/x-ndjson", 400, "invalid_changes"],
    ["petId,name\n", "text/plain", 415, "unsupported_media_type"],
  ])("the body %j as %s is %d %s", async (body, type, status, code) => {
    const answer = await put(body, { type });
    expect([answer.status, answer.code]).toEqual([status, code]);
  });

  test("too large a body is 413, and no row of it is stored", async () => {
    await reset(REX);
    const before = await list();
    const large = await put(`{"labels":[]${" ".repeat(1024 * 1024)}}`);
    expect([large.status, large.code]).toEqual([413, "body_too_large"]);
    const encoded = await put("petId\n", { type: "text/csv", headers: { "Content-Encoding": "gzip" } });
    expect(encoded.code).toBe("unsupported_media_type");
    using connection = await RawConnection.open(service.url);
    const question = { method: "PUT", path: "/admin/v1/labels" };
    connection.send(
      requestOf(
        question,
        [...headersOf("text/csv"), ["Content-Length", String(64 * 1024 * 1024 + 1)]],
        "petId\n5\n",
      ),
    );
    const declared = await connection.answer(question);
    expect([declared.status, declared.code]).toEqual([413, "body_too_large"]);
    expect((await list()).text).toBe(before.text);
  });

  test("rows without a row do not remove all labels", async () => {
    await reset(REX);
    for (const [type, rows] of [
      ["text/csv", "petId,name\n"],
      ["application/x-ndjson", "\n"],
    ] as const) {
      const answer = await put(rows, { type, query: "?replace=true" });
      expect([answer.status, answer.code]).toEqual([400, "invalid_changes"]);
      expect((await put(rows, { type })).status).toBe(200);
    }
    expect((await list()).text).toBe(`{"labels":[${REX}]}`);
  });

  test("few clients at a time send rows, and one that leaves in the middle changes nothing", async () => {
    await reset(REX);
    const before = await list();
    const rows = { type: "text/csv" };
    const others = [
      await database.makeKey("--role", "manager", "--name", "one"),
      await database.makeKey("--role", "manager", "--name", "two"),
    ] as const;
    const uploads = others.map((other) => slowUpload(service, other, labelOf(5)));
    const refused = await until("another upload to be refused", async () => {
      const answer = await put("petId,name\n1,Rex\n", rows);
      return answer.status === 200 ? undefined : answer;
    });
    expect([refused.status, refused.code]).toEqual([503, "overloaded"]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await put('{"labels":[{"petId":1,"low":2}]}')).status).toBe(200);
    for (const { breakOff } of uploads) breakOff();
    await until("an upload to be accepted", async () => {
      return (await put("petId,name\n1,Rex\n", rows)).status === 200;
    });
    expect((await list()).text).toBe(before.text);
  });

  test("a body of several pages comes whole, in each form, and again after a change", async () => {
    const names = Array.from({ length: 12_345 }, (_, i) => `${i},Pet ${i} ${"x".repeat(100)}\n`);
    const rows = `petId,name\n${names.join("")}`;
    expect(counts(await put(rows, { type: "text/csv", query: "?replace=true" }))).toMatchObject({
      created: 12_345 - 1,
    });
    for (const encoding of ["identity", "gzip"]) {
      const { labels } = JSON.parse((await list({ "Accept-Encoding": encoding })).text);
      expect(labels).toHaveLength(12_345);
      expect(labels[12_344]).toMatchObject({ petId: 12_344, name: `Pet 12344 ${"x".repeat(100)}` });
      const csv = await list({ "Accept-Encoding": encoding, Accept: "text/csv" });
      expect(csv.text.split("\n")).toHaveLength(12_345 + 2);
    }
    await put('{"labels":[{"petId":5,"name":"Five"}]}');
    expect((await list()).text).toContain('"name":"Five"');
    expect((await list({ "Accept-Encoding": "gzip" })).text).toContain('"name":"Five"');
  });
});

test("a response in pages is whole, with the labels as they were, although they change while it is sent", async () => {
  await using database = await EngineDatabase.of("SQLite", "1,1,available");
  await using service = await database.serve();
  const key = await database.makeKey("--role", "manager");
  const rows = Array.from({ length: 60_000 }, (_, i) => `${i},${"x".repeat(150)}\n`);
  await database.runOrThrow(["labels", "import", "-", "--format", "csv"], `petId,name\n${rows.join("")}`);
  const question = { method: "GET", path: "/admin/v1/labels" };
  const request = requestOf(question, [["Authorization", `Bearer ${key}`]]);
  for (const isChanged of [false, true]) {
    using connection = await RawConnection.open(service.url);
    connection.send(request);
    await connection.stall();
    if (isChanged)
      await database.runOrThrow(["labels", "import", "-", "--format", "csv"], "petId,name\n59999,New\n");
    connection.resume();
    const { labels } = JSON.parse((await connection.answer(question)).text);
    expect([labels.length, labels.at(-1).name]).toEqual([60_000, "x".repeat(150)]);
  }
});

function counts(answer: Answer) {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  const { tag, revision, position, ...rest } = JSON.parse(answer.text);
  expect(tag).toMatch(/^"[0-9]+-[0-9a-f]{16}"$/);
  expect(position).toStartWith(`W/"${revision}-`);
  return rest;
}
