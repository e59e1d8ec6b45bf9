// updateInventory as clients see it: accepted input, responses, and the effect on list and ledger.

import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { type LedgerLine, ledgerOf } from "./ledger.ts";

setDefaultTimeout(60_000);

const LOWEST = "-9223372036854775808";
const HIGHEST = "9223372036854775807";
const BEYOND_DOUBLES = "9007199254740993";

const service = shared(
  await TestService.start({
    rows: [
      `${LOWEST},5,available`,
      `${HIGHEST},5,available`,
      `${BEYOND_DOUBLES},5,pending`,
      "9007199254740992,5,pending",
      "0,5,sold",
      "-1,5,available",
      ...Array.from({ length: 9 }, (_, index) => `${index + 1},5,available`),
    ],
  }),
);
const key = await service.makeKey("--name", "till 3");

async function tagOfList(): Promise<string | null> {
  return (await service.list(key)).headers.get("ETag");
}

describe("a valid update", () => {
  test("returns the entry with the new quantity and its tag, and is in the list", async () => {
    const answer = await service.update(key, 1, 12);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('{"petId":1,"quantity":12,"status":"available"}');
    expect(answer.headers.get("Content-Type")).toBe("application/json");
    expect(answer.headers.get("ETag")).toBe('"12-available"');
    expect((await service.list(key)).text).toContain('{"petId":1,"quantity":12,"status":"available"}');
  });

  test.each([
    ["0", 0],
    ["2147483647", 2147483647],
    ["14.0", 14],
    ["1e3", 1000],
    ["1.2E+1", 12],
    ["1200e-2", 12],
    ["-0", 0],
    ["0.000000000000000000000000", 0],
    ["1.0000000000000000000000000000000000", 1],
  ])("accepts the quantity %s", async (text, quantity) => {
    const answer = await service.update(key, 1, text);
    expect(answer.text).toBe(`{"petId":1,"quantity":${quantity},"status":"available"}`);
  });

  test.each([[LOWEST], ["-1"], ["0"], [BEYOND_DOUBLES], [HIGHEST]])(
    "of pet %s changes that one alone",
    async (petId) => {
      const before = (await service.list(key)).text;
      const answer = await service.update(key, petId, 77);
      expect(answer.status).toBe(200);
      expect(answer.text).toStartWith(`{"petId":${petId},"quantity":77,`);
      const entry = new RegExp(`(\\{"petId":${petId},"quantity":)5,`);
      expect(before).toMatch(entry);
      expect((await service.list(key)).text).toBe(before.replace(entry, "$177,"));
      expect(await ledgerOf(service, BigInt(petId))).toHaveLength(2);
    },
  );

  test.each([
    [0, "sold"],
    [9007199254740992, "pending"],
    [8, "available"],
  ])("of pet %s never changes its status, which is %s", async (petId, status) => {
    for (const quantity of [0, 1, 0, 2147483647]) {
      const answer = await service.update(key, petId, quantity);
      expect(answer.text).toBe(`{"petId":${petId},"quantity":${quantity},"status":"${status}"}`);
    }
    const statuses = (await ledgerOf(service, petId)).map(({ after }) => after?.status);
    expect(new Set(statuses)).toEqual(new Set([status]));
  });
});

describe("the same quantity again", () => {
  test("is 200 with the entry, without a change of the list's tag and the ledger", async () => {
    await service.update(key, 2, 9);
    const [tag, ledger] = [await tagOfList(), await ledgerOf(service)];
    for (const text of ["9", "9.0", "0.9e1"]) {
      const answer = await service.update(key, 2, text);
      expect(answer.text).toBe('{"petId":2,"quantity":9,"status":"available"}');
      expect(answer.headers.get("ETag")).toBe('"9-available"');
    }
    expect(await tagOfList()).toBe(tag);
    expect(await ledgerOf(service)).toEqual(ledger);
  });
});

describe("an update of a pet that does not exist", () => {
  test("is 404 with and without If-Match, and changes nothing", async () => {
    const [tag, ledger] = [await tagOfList(), await ledgerOf(service)];
    for (const headers of [{}, { "If-Match": "*" }, { "If-Match": '"5-available"' }]) {
      const answer = await service.update(key, 4711, 1, headers);
      expect([answer.status, answer.code]).toEqual([404, "pet_not_found"]);
      expect(answer.headers.has("ETag")).toBe(false);
    }
    expect(await tagOfList()).toBe(tag);
    expect(await ledgerOf(service)).toEqual(ledger);
  });
});

describe("If-Match", () => {
  test.each([
    ["the tag", '"5-available"'],
    ["a list of tags with the right one", '"9-sold", "5-available" ,"1-pending"'],
    ["a list with a weak tag beside the right one", 'W/"5-available", "5-available"'],
    ["a list with empty elements, as proxies make them", ', ,"5-available",,'],
    ["*", "*"],
  ])("allows the update with %s", async (_, tags) => {
    await service.update(key, 3, 5);
    const answer = await service.update(key, 3, 6, { "If-Match": tags });
    expect([answer.status, answer.headers.get("ETag")]).toEqual([200, '"6-available"']);
  });

  describe("refuses the update, returns the current tag and changes nothing, with", () => {
    let tag: string | null;
    let ledger: readonly LedgerLine[];

    beforeAll(async () => {
      await service.update(key, 3, 5);
      [tag, ledger] = [await tagOfList(), await ledgerOf(service)];
    });

    test.each([
      ["an older tag", '"4-available"'],
      ["the status wrong", '"5-sold"'],
      ["the right tag as a weak one", 'W/"5-available"'],
      ["the tag of the list", 'W/"1-1f0c9be2a7d34c55"'],
      ["another spelling of the number", '"05-available"'],
      ["other capitals", '"5-AVAILABLE"'],
      ["an empty tag", '""'],
    ])("%s", async (_, tags) => {
      // Also if the pet has the requested quantity already.
      for (const quantity of [6, 5]) {
        const answer = await service.update(key, 3, quantity, { "If-Match": tags });
        expect([answer.status, answer.code]).toEqual([412, "precondition_failed"]);
        expect(answer.headers.get("ETag")).toBe('"5-available"');
      }
      expect(await tagOfList()).toBe(tag);
    });

    test("a weak tag, which the message names, and does not tell of a change by another client", async () => {
      for (const tags of ['W/"5-available"', '"4-available", W/"1-1f0c9be2a7d34c55"']) {
        const { text } = await service.update(key, 3, 6, { "If-Match": tags });
        const weak = JSON.stringify(tags.slice(tags.indexOf("W/"))).slice(1, -1);
        expect(text).toContain(`If-Match has ${weak}, a weak tag, and a weak tag never matches.`);
        expect(text).not.toContain("does not match");
      }
    });

    test("and the ledger is unchanged", async () => {
      expect(await ledgerOf(service)).toEqual([...ledger]);
    });
  });

  test("allows exactly one of many updates with the same tag", async () => {
    const rivals = 24;
    for (let round = 0; round < 12; round++) {
      const start = round * 1000;
      await service.update(key, 4, start);
      const answers = await Promise.all(
        Array.from({ length: rivals }, (_, index) =>
          service.update(key, 4, start + 1 + index, { "If-Match": `"${start}-available"` }),
        ),
      );
      const [winner, ...others] = answers.toSorted((a, b) => a.status - b.status);
      expect(winner?.status).toBe(200);
      const tag = winner?.headers.get("ETag") ?? null;
      for (const loser of others) expect([loser.status, loser.headers.get("ETag")]).toEqual([412, tag]);
      expect((await service.list(key)).text).toContain(winner?.text ?? "no winner");
    }
    // Each round moves the pet twice: to its start and by its winner.
    expect(await ledgerOf(service, 4)).toHaveLength(1 + 12 * 2);
  });

  test("uses a status that the operator changed", async () => {
    await service.update(key, 5, 6);
    await petstockOrThrow(["set", "5", "--status", "sold", "--database", service.databaseUrl]);
    const refused = await service.update(key, 5, 7, { "If-Match": '"6-available"' });
    expect([refused.status, refused.headers.get("ETag")]).toEqual([412, '"6-sold"']);
    expect((await service.update(key, 5, 7, { "If-Match": '"6-sold"' })).status).toBe(200);
  });
});

describe("X-Request-Id", () => {
  test.each([["till-3_2026.11"], ["x"], ["a".repeat(64)]])(
    "%s is taken, and stands in the ledger",
    async (id) => {
      const answer = await service.update(key, 6, id.length, { "X-Request-Id": id });
      expect(answer.headers.get("X-Request-Id")).toBe(id);
      expect((await ledgerOf(service, 6)).at(-1)?.by.requestId).toBe(id);
    },
  );

  test.each([["a".repeat(65)], ["two words"], ["semi;colon"], ['{"a":1}'], [""], ["a, b"]])(
    "%p is replaced, and the new one stands in the ledger",
    async (id) => {
      const quantity = 100 + id.length;
      const made = (await service.update(key, 6, quantity, { "X-Request-Id": id })).headers.get(
        "X-Request-Id",
      );
      expect(made).toMatch(/^[0-9a-v]{16}$/);
      expect((await ledgerOf(service, 6)).at(-1)?.by.requestId).toBe(made);
    },
  );

  test("is on errors and lists too, new for each request", async () => {
    const errors = [await service.ask("GET", "/nothing"), await service.ask("GET", "/nothing")];
    const ids = [...errors, await service.list(key)].map(({ headers }) => headers.get("X-Request-Id"));
    expect(new Set(ids).size).toBe(3);
    const named = await service.ask("GET", "/nothing", { headers: { "X-Request-Id": "mine" } });
    expect(named.headers.get("X-Request-Id")).toBe("mine");
  });

  test("and the tag are each response's own, of many in one group", async () => {
    const quantities = Array.from({ length: 100 }, (_, index) => 1_000 + index);
    const answers = await Promise.all(
      quantities.map((quantity) =>
        service.update(key, (quantity % 4) + 1, quantity, { "X-Request-Id": `request-${quantity}` }),
      ),
    );
    const seen = answers.map(({ headers }) => [headers.get("X-Request-Id"), headers.get("ETag")]);
    expect(seen).toEqual(quantities.map((quantity) => [`request-${quantity}`, `"${quantity}-available"`]));
  });
});

describe("the ledger", () => {
  test("has the key's name and id, the request, and the values before and after", async () => {
    const { headers } = await service.update(key, 7, 41);
    const { stdout } = await petstockOrThrow(["keys", "list", "--json", "--database", service.databaseUrl]);
    const [{ id }] = JSON.parse(stdout) as [{ id: string }];
    expect((await ledgerOf(service, 7)).at(-1)).toMatchObject({
      before: { quantity: 5, status: "available" },
      after: { quantity: 41, status: "available" },
      reason: "update",
      by: { actor: "key:till 3", keyId: id, requestId: headers.get("X-Request-Id") },
    });
  });

  test("has a consistent chain of movements for 200 concurrent updates of one pet", async () => {
    const known = await ledgerOf(service, 9);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => service.update(key, 9, 1000 + index)),
    );
    const added = (await ledgerOf(service, 9)).slice(known.length);
    expect(added).toHaveLength(200);
    const answered = answers.map(({ status, headers }) => `${status} ${headers.get("X-Request-Id")}`);
    expect(added.map(({ by }) => `200 ${by.requestId}`).toSorted()).toEqual(answered.toSorted());
    const chain = [known.at(-1)!, ...added];
    for (const [index, { before }] of added.entries()) expect(before).toEqual(chain[index]!.after);
    expectAscending(chain);
    expect((await service.list(key)).text).toContain(
      `{"petId":9,"quantity":${added.at(-1)?.after?.quantity},`,
    );
  });

  test("folds to the stock after all these tests", async () => {
    await petstockOrThrow(["verify", "--database", service.databaseUrl]);
  });
});

function expectAscending(lines: readonly LedgerLine[]): void {
  const revisions = lines.map(({ revision }) => revision);
  expect(revisions).toEqual([...new Set(revisions)].toSorted((a, b) => a - b));
}
