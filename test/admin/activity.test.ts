// The ledger over HTTP: movements, revisions and totals, on both engines. Every answer is validated against admin.yaml.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import type { Answer } from "../support/service.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const INT64_MAX = "9223372036854775807";
const DAY_MS = 86_400_000;

interface Movement {
  readonly revision: number;
  readonly petId: number | bigint;
  readonly before: object | null;
  readonly after: object | null;
  readonly reason: string;
  readonly actor: string;
  readonly keyId: string | null;
  readonly requestId: string | null;
  readonly at: string;
}

describe.each(ENGINES)("%s:", async (engine) => {
  const startedAt = Date.now();

  const database = shared(
    await EngineDatabase.of(engine, "1,5,available", "2,0,sold", `${INT64_MAX},7,pending`),
  );
  const service = await database.serve();
  const reader = await database.makeKey("--name", "reader", "--role", "reader");
  const clerk = await database.makeKey("--name", "clerk", "--role", "clerk");
  for (const [petId, quantity] of [
    ["1", 3],
    [INT64_MAX, 9],
    ["1", 4],
  ] as const) {
    await service.update(clerk, petId, quantity, { "X-Request-Id": `to-${quantity}` });
  }

  const ask = (path: string): Promise<Answer> => service.ask("GET", `/admin/v1${path}`, { key: reader });
  const movementsOf = async (query: string) =>
    (await ask(`/movements${query}`)).json as unknown as { movements: Movement[]; next: string | null };

  test("a movement says what changed, why, by whom, with which request and when", async () => {
    const { movements, next } = await movementsOf("?limit=1");
    expect(movements).toEqual([
      {
        revision: expect.any(Number),
        petId: 1,
        before: { quantity: 3, status: "available" },
        after: { quantity: 4, status: "available" },
        reason: "update",
        note: null,
        undoes: null,
        actor: "key:clerk",
        keyId: expect.any(String),
        requestId: "to-4",
        at: expect.any(String),
      },
    ] as never);
    expect(Date.parse(movements[0]!.at)).toBeWithin(startedAt, Date.now() + 1);
    expect(next).toBeString();
  });

  test("pages of movements follow each other without gaps, newest first, with every digit of the ids", async () => {
    const whole = await movementsOf("");
    expect(whole.next).toBeNull();
    const pages: Movement[] = [];
    for (let after: string | null = ""; after !== null;) {
      const page = await movementsOf(`?limit=2${after === "" ? "" : `&after=${after}`}`);
      pages.push(...page.movements);
      after = page.next;
    }
    expect(pages).toEqual(whole.movements);
    const ids = pages.map(({ petId }) => String(petId));
    expect(ids).toEqual(["1", INT64_MAX, "1", "1", "2", INT64_MAX]);
  });

  test("movements are selected by pet, revision, key, reason and time, all together", async () => {
    const [newest] = (await movementsOf("?limit=1")).movements;
    const { revision, keyId, at } = newest!;
    const next = new Date(Date.parse(at) + 1).toISOString();
    const counts = {
      "?petId=1": 3,
      [`?petId=${INT64_MAX}`]: 2,
      "?petId=7": 0,
      [`?revision=${revision}`]: 1,
      "?key=clerk": 3,
      [`?key=${keyId}`]: 3,
      "?reason=import": 3,
      "?reason=damaged": 0,
      [`?since=${next}`]: 0,
      [`?until=${next}`]: 6,
      "?since=2000-01-01T00:00:00%2B02:00": 6,
      "?until=2000-01-01T00:00:00Z": 0,
      "?petId=1&reason=update&key=clerk&since=2000-01-01T00:00:00Z": 2,
    };
    for (const [query, count] of Object.entries(counts)) {
      expect([query, (await movementsOf(query)).movements.length]).toEqual([query, count]);
    }
  });

  test("ascending movements go on after a revision, and say how far they go", async () => {
    const all = (await movementsOf("")).movements;
    const first = (await ask("/movements?order=asc&after=0&limit=4")).json as unknown as {
      movements: Movement[];
      next: string;
    };
    expect(first.movements.map(({ petId }) => String(petId))).toEqual(["1", "2", INT64_MAX, "1"]);
    expect(first).not.toHaveProperty("through");
    const rest = (await ask(`/movements?order=asc&after=${first.next}`)).json;
    const newest = all[0]!.revision;
    expect(rest).toEqual({ movements: [all[1], all[0]], next: null, through: newest } as never);
    const none = { movements: [], next: null, through: newest };
    expect((await ask(`/movements?order=asc&after=${newest}`)).json).toEqual(none);
  });

  test("the movements of one request are found by its id", async () => {
    const { movements } = await movementsOf("?requestId=to-9");
    expect(movements).toMatchObject([{ petId: BigInt(INT64_MAX), requestId: "to-9" }] as never);
    expect((await movementsOf("?requestId=to-8")).movements).toEqual([]);
    const { stdout } = await database.runOrThrow(["history", "--request", "to-3", "--json"]);
    expect(stdout.trim().split("\n")).toHaveLength(1);
  });

  test("the activity has each revision with its number of pets and the change of the quantity", async () => {
    const { revisions, next } = (await ask("/revisions")).json as unknown as {
      revisions: object[];
      next: string | null;
    };
    const [actor, note] = ["key:clerk", null];
    expect(revisions).toMatchObject([
      { actor, note, reason: "update", pets: 1, quantityChange: 1, undoable: true },
      { actor, note, reason: "update", pets: 1, quantityChange: 2, undoable: true },
      { actor, note, reason: "update", pets: 1, quantityChange: -2, undoable: false },
      { keyId: null, reason: "import", pets: 3, quantityChange: 12, undoable: false },
    ]);
    expect(next).toBeNull();
    const first = (await ask("/revisions?limit=1")).json as unknown as { revisions: object[]; next: string };
    const second = (await ask(`/revisions?before=${first.next}`)).json as unknown as { revisions: object[] };
    expect([...first.revisions, ...second.revisions]).toEqual(revisions);
  });

  test("the totals of today are the stock now, and what came in and went out", async () => {
    const { totals } = (await ask("/totals")).json as unknown as { totals: { at: string }[] };
    expect(totals.at(-1)).toMatchObject({ quantity: 13, inStock: 2, available: 1, pending: 1, sold: 1 });
    // Two, if midnight has come during the test.
    expect(totals.length).toBeWithin(1, 3);
    for (const { at } of totals) expect(Date.parse(at) % DAY_MS).toBe(0);
    expect((await ask("/totals?since=2999-01-01T00:00:00Z")).json).toEqual({ totals: [] });
    const sums = totals as unknown as { in: number; out: number }[];
    expect(sums.reduce((sum, each) => sum + each.in - each.out, 0)).toBe(13);
  });

  test("a query that admin.yaml does not know is refused, with the parameter and the rule", async () => {
    const cases: Record<string, RegExp> = {
      "/me?a=1": /"a" is unknown. This operation has none/,
      "/movements?petid=1": /"petid" is unknown. Accepted are: "petId", /,
      "/movements?petId=01": /"petId" must be an int64 in plain decimal form.*got "01"/,
      "/movements?petId=9223372036854775808": /"petId" must be an int64/,
      "/movements?limit=0": /"limit" must be an integer from 1 to 1000; got "0"/,
      "/movements?limit=1e2": /"limit" must be an integer/,
      "/movements?limit=1&limit=1": /"limit" is there twice/,
      "/movements?revision=0": /"revision" must be an integer from 1/,
      "/movements?reason=theft": /"reason" must be one of received, .*got "theft"/,
      "/movements?key=": /"key" must be 1 to 200 characters/,
      "/movements?key=%00": /"key" must be/,
      "/movements?key=%ff": /"key" must be/,
      "/movements?since=yesterday": /"since" must be a time such as 2026-03-01T09:30:00Z/,
      "/movements?since=2026-02-30T00:00:00Z": /"since" must be a time/,
      "/movements?after=abc": /"after" must be the "next" of a previous page/,
      "/movements?after=%22": /"after" must be the "next" of a previous page/,
      "/movements?after=17": /With a revision, add "order=asc"/,
      "/movements?order=asc&after=x": /"after" must be a revision, or the "next" of a previous page/,
      "/movements?order=up": /"order" must be one of desc, asc; got "up"/,
      "/movements?requestId=%20": /"requestId" must be/,
      "/revisions?before=x": /"before" must be the "next"/,
      "/totals?step=month": /"step" must be one of hour, day, week/,
      "/totals?step=hour&since=2000-01-01T00:00:00Z": /at most 1000 are allowed/,
    };
    for (const [path, message] of Object.entries(cases)) {
      const { status, code, json } = await ask(path);
      expect([path, status, code]).toEqual([path, 400, "invalid_query"]);
      expect((json as { message: string }).message).toMatch(message);
    }
  });
});
