// Idempotency-Key as clients see it: an update that is retried is applied once, and gets the first response.

import { Database } from "bun:sqlite";
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { IDEMPOTENCY_RETENTION_MS } from "../../src/inventory/idempotency.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { type Answer, TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { ledgerOf } from "./ledger.ts";

setDefaultTimeout(60_000);

const PETS = 20;
const ROWS = Array.from({ length: PETS }, (_, index) => `${index + 1},5,available`);

const service = shared(await TestService.start({ rows: ROWS }));
const key = await service.makeKey();

function named(idempotencyKey: string, more: Readonly<Record<string, string>> = {}) {
  return { "Idempotency-Key": idempotencyKey, ...more };
}

const isReplayed = ({ headers }: Answer) => headers.get("Idempotency-Replayed") === "true";

async function revision(): Promise<number> {
  const { headers } = await service.list(key);
  return Number(/^W\/"(\d+)-/.exec(headers.get("ETag") ?? "")?.[1]);
}

/** Expects the first response again, marked as a replay. */
function expectReplay(again: Answer, first: Answer): void {
  expect([again.status, again.text, again.headers.get("ETag")]).toEqual([
    200,
    first.text,
    first.headers.get("ETag"),
  ]);
  expect(again.headers.get("Content-Type")).toBe("application/json");
  expect(again.headers.get("Idempotency-Replayed")).toBe("true");
}

describe("an update with an Idempotency-Key", () => {
  test("is answered normally, and a retry gets the same response without a second change", async () => {
    const first = await service.update(key, 1, 12, named("first"));
    expect([first.status, first.text]).toEqual([200, '{"petId":1,"quantity":12,"status":"available"}']);
    expect(first.headers.has("Idempotency-Replayed")).toBe(false);
    const [before, ledger] = [await service.list(key), await ledgerOf(service)];
    for (let retry = 0; retry < 3; retry++) {
      expectReplay(await service.update(key, 1, 12, named("first")), first);
    }
    const after = await service.list(key);
    expect([after.text, after.headers.get("ETag")]).toEqual([before.text, before.headers.get("ETag")]);
    expect(await ledgerOf(service)).toEqual(ledger);
  });

  test("gets its first response even if the pet has changed since", async () => {
    const first = await service.update(key, 2, 12, named("since"));
    await service.update(key, 2, 99);
    expectReplay(await service.update(key, 2, 12, named("since")), first);
    await petstockOrThrow(["set", "2", "--status", "sold", "--database", service.databaseUrl]);
    expectReplay(await service.update(key, 2, 12, named("since")), first);
    expect((await service.list(key)).text).toContain('{"petId":2,"quantity":99,"status":"sold"}');
  });

  test("without effect takes no revision, and a retry gets the first response too", async () => {
    const before = await revision();
    const first = await service.update(key, 3, 5, named("nothing"));
    expect(isReplayed(first)).toBe(false);
    expect(await revision()).toBe(before);
    await service.update(key, 3, 6);
    expectReplay(await service.update(key, 3, 5, named("nothing")), first);
    expect((await service.list(key)).text).toContain('{"petId":3,"quantity":6,');
  });

  test("with an If-Match gets its first response even if the tag no longer matches", async () => {
    const guard = { "If-Match": '"5-available"' };
    const first = await service.update(key, 4, 6, named("guarded", guard));
    expect(first.status).toBe(200);
    expectReplay(await service.update(key, 4, 6, named("guarded", guard)), first);
    expect((await service.update(key, 4, 6, guard)).code).toBe("precondition_failed");
  });

  test("is the same update however its number and tags are formatted", async () => {
    const first = await service.update(
      key,
      5,
      "12",
      named("spelling", { "If-Match": '"5-available","7-sold"' }),
    );
    const again = await service.update(
      key,
      5,
      "1.2e1",
      named("spelling", { "If-Match": ' "5-available" , "7-sold"' }),
    );
    expectReplay(again, first);
  });

  test.each([
    ["!"],
    ["~".repeat(255)],
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
    ["a,b"],
    ["';DELETE/**/FROM--"],
  ])("accepts the key %s", async (text) => {
    const before = await revision();
    const quantity = 1000 + before;
    expect(isReplayed(await service.update(key, 6, quantity, named(text)))).toBe(false);
    expect(isReplayed(await service.update(key, 6, quantity, named(text)))).toBe(true);
    expect(await revision()).toBe(before + 1);
  });
});

describe("a key that was used for another request", () => {
  beforeAll(async () => {
    await service.update(key, 7, 50, named("taken", { "If-Match": "*" }));
  });

  test.each<[string, number, number, Record<string, string>]>([
    ["another quantity", 7, 51, { "If-Match": "*" }],
    ["another pet", 8, 50, { "If-Match": "*" }],
    ["a pet that is not there", 4711, 50, { "If-Match": "*" }],
    ["another If-Match", 7, 50, { "If-Match": '"50-available"' }],
    ["an If-Match that fails", 7, 50, { "If-Match": '"1-sold"' }],
    ["no If-Match", 7, 50, {}],
  ])("is 422 with %s, and changes nothing", async (_, petId, quantity, headers) => {
    const before = await service.list(key);
    const answer = await service.update(key, petId, quantity, named("taken", headers));
    expect([answer.status, answer.code]).toEqual([422, "idempotency_mismatch"]);
    expect(answer.headers.has("ETag")).toBe(false);
    expect(answer.headers.has("Idempotency-Replayed")).toBe(false);
    const after = await service.list(key);
    expect([after.text, after.headers.get("ETag")]).toEqual([before.text, before.headers.get("ETag")]);
    expect(isReplayed(await service.update(key, 7, 50, named("taken", { "If-Match": "*" })))).toBe(true);
  });
});

describe("a retry of a refused update is decided again:", () => {
  test("a pet that was created since is updated", async () => {
    for (let retry = 0; retry < 2; retry++) {
      expect((await service.update(key, 100, 1, named("made-since"))).code).toBe("pet_not_found");
    }
    await petstockOrThrow(["set", "100", "--quantity", "0", "--create", "--database", service.databaseUrl]);
    const first = await service.update(key, 100, 1, named("made-since"));
    expect([first.status, isReplayed(first)]).toEqual([200, false]);
    expectReplay(await service.update(key, 100, 1, named("made-since")), first);
  });

  test("a tag that matches again allows the update", async () => {
    const guarded = named("right-again", { "If-Match": '"8-available"' });
    expect((await service.update(key, 9, 1, guarded)).code).toBe("precondition_failed");
    await service.update(key, 9, 8);
    const first = await service.update(key, 9, 1, guarded);
    expect([first.status, isReplayed(first)]).toEqual([200, false]);
    expectReplay(await service.update(key, 9, 1, guarded), first);
  });

  test("a request that failed a check does not use up its key", async () => {
    expect((await service.update(key, 10, -1, named("free"))).code).toBe("invalid_quantity");
    expect((await service.update(key, "abc", 1, named("free"))).code).toBe("invalid_pet_id");
    expect((await service.update(key, 10, 1, named("free"))).status).toBe(200);
  });
});

describe("a key belongs to the API key that sent it:", () => {
  test("another API key may use the same text", async () => {
    const other = await service.makeKey("--name", "another till");
    await service.update(key, 11, 1, named("shared"));
    const theirs = await service.update(other, 12, 2, named("shared"));
    expect([theirs.status, isReplayed(theirs)]).toEqual([200, false]);
    const ours = await service.update(key, 11, 1, named("shared"));
    expect([ours.text, isReplayed(ours)]).toEqual(['{"petId":11,"quantity":1,"status":"available"}', true]);
    expectReplay(await service.update(other, 12, 2, named("shared")), theirs);
  });

  test("a read-only API key is refused with any Idempotency-Key, and gets no stored result", async () => {
    const reader = await service.makeKey("--name", "reader", "--read-only");
    await service.update(key, 13, 1, named("read-only"));
    const before = await revision();
    for (const text of ["read-only", "new", "not one"]) {
      const answer = await service.update(reader, 13, 1, named(text));
      expect([answer.status, answer.code]).toEqual([403, "read_only_api_key"]);
      expect(answer.headers.has("Idempotency-Replayed")).toBe(false);
    }
    expect(await revision()).toBe(before);
  });
});

test("the list ignores the header", async () => {
  const plain = await service.list(key);
  for (const text of ["list", "list", "not one", "x".repeat(300)]) {
    const answer = await service.list(key, named(text));
    expect([answer.status, answer.text, answer.headers.get("ETag")]).toEqual([
      200,
      plain.text,
      plain.headers.get("ETag"),
    ]);
    expect(answer.headers.has("Idempotency-Replayed")).toBe(false);
  }
});

test("fifty concurrent requests with one key are one update, and all get its response", async () => {
  for (let round = 1; round <= 10; round++) {
    const before = await revision();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => service.update(key, 14, 100 + round, named(`round-${round}`))),
    );
    const texts = new Set(
      answers.map(({ status, text, headers }) => `${status} ${text} ${headers.get("ETag")}`),
    );
    expect([...texts]).toEqual([
      `200 {"petId":14,"quantity":${100 + round},"status":"available"} "${100 + round}-available"`,
    ]);
    expect(answers.filter((answer) => !isReplayed(answer))).toHaveLength(1);
    expect(await revision()).toBe(before + 1);
  }
  // The import's movement, and one for each round.
  expect(await ledgerOf(service, 14)).toHaveLength(1 + 10);
});

test("the record of an update has a fixed size, however long its If-Match is", async () => {
  await using small = await TestService.start({ rows: ROWS });
  const till = await small.makeKey();
  const tags = Array.from({ length: 15 }, (_, i) => `"${i}-${"x".repeat(400)}"`).join(", ");
  const ifMatch = { "If-Match": `${tags}, "5-available"` };
  expect((await small.update(till, 1, 6, named("long", ifMatch))).status).toBe(200);
  expect((await small.update(till, 2, 6, named("short"))).status).toBe(200);
  expect(isReplayed(await small.update(till, 1, 6, named("long", ifMatch)))).toBe(true);
  expect((await small.update(till, 1, 6, named("long"))).code).toBe("idempotency_mismatch");
  using db = new Database(small.databasePath, { readonly: true });
  expect(db.query("SELECT length(request) FROM idempotency_record").values().flat()).toEqual([64, 64]);
});

test("beyond --idempotency-limit a new key is 429 with Retry-After; everything else works", async () => {
  await using small = await TestService.start({ rows: ROWS, args: ["--idempotency-limit", "2"] });
  const [till, other] = [await small.makeKey(), await small.makeKey()];
  const first = await small.update(till, 1, 6, named("a"));
  expect((await small.update(till, 1, 7, named("b"))).status).toBe(200);
  const refused = await small.update(till, 1, 8, named("c"));
  expect([refused.status, refused.code]).toEqual([429, "rate_limited"]);
  expect(Number(refused.headers.get("Retry-After"))).toBeWithin(86_000, 86_402);
  expectReplay(await small.update(till, 1, 6, named("a")), first);
  expect((await small.update(till, 1, 9)).status).toBe(200);
  expect((await small.update(other, 1, 10, named("c"))).status).toBe(200);
  expect(await ledgerOf(small, 1)).toHaveLength(1 + 4);
});

test("a service removes expired records and no others", async () => {
  using folder = new TemporaryFolder();
  await using before = await TestService.start({ folder, rows: ROWS });
  const till = await before.makeKey();
  const names = Array.from({ length: 600 }, (_, i) => `old-${i}`);
  await Promise.all(names.map((name) => before.update(till, 1, 12, named(name))));
  await before.update(till, 1, 13, named("young"));
  using db = new Database(before.databasePath, { readwrite: true });
  const ago = IDEMPOTENCY_RETENTION_MS + 60_000;
  db.run(`UPDATE idempotency_record SET at = at - ${ago} WHERE key LIKE 'old-%'`);
  expect(await before.stop()).toBe(0);
  await using after = await TestService.start({ folder });
  const left = () => db.query("SELECT key FROM idempotency_record").values().flat();
  await until("the expired results to be gone", () => left().length === 1);
  expect(left()).toEqual(["young"]);
  expect(isReplayed(await after.update(till, 1, 13, named("young")))).toBe(true);
});

describe("after a restart of the service", () => {
  test("keys are still known, and mismatches still refused", async () => {
    using folder = new TemporaryFolder();
    await using before = await TestService.start({ folder, rows: ROWS });
    const till = await before.makeKey();
    const first = await before.update(till, 1, 12, named("restart"));
    expect(await before.stop()).toBe(0);
    await using after = await TestService.start({ folder });
    expectReplay(await after.update(till, 1, 12, named("restart")), first);
    expect((await after.update(till, 1, 13, named("restart"))).code).toBe("idempotency_mismatch");
    expect(await ledgerOf(after, 1)).toHaveLength(2);
  });

  test("after a kill, retrying everything applies each update exactly once", async () => {
    using folder = new TemporaryFolder();
    const updates = Array.from({ length: 400 }, (_, i) => ({ petId: 1 + (i % PETS), quantity: 1000 + i }));
    // A client for each pet, one update after the other, so that the kill comes before most of them.
    const sendAll = async (to: TestService, till: string, onAnswer = () => {}) => {
      const results: PromiseSettledResult<Answer>[] = [];
      const client = async (first: number) => {
        for (let i = first; i < updates.length; i += PETS) {
          const { petId, quantity } = updates[i]!;
          const sent = to.update(till, petId, quantity, named(`update-${quantity}`));
          [results[i]] = await Promise.allSettled([sent]);
          if (results[i]!.status === "fulfilled") onAnswer();
        }
      };
      await Promise.all(Array.from({ length: PETS }, (_, first) => client(first)));
      return results;
    };
    await using killed = await TestService.start({ folder, rows: ROWS });
    const till = await killed.makeKey();
    const first = await sendAll(killed, till, () => killed.signal("SIGKILL"));
    const answered = first.filter(({ status }) => status === "fulfilled");
    expect(answered.length).toBeWithin(1, updates.length);

    await using after = await TestService.start({ folder });
    const again = await sendAll(after, till);
    for (const [i, each] of again.entries()) {
      if (each.status === "rejected") throw each.reason;
      expect(each.value.text).toBe(
        `{"petId":${updates[i]!.petId},"quantity":${updates[i]!.quantity},"status":"available"}`,
      );
      // Updates acknowledged before the kill were applied before it.
      if (first[i]?.status === "fulfilled") expect(isReplayed(each.value)).toBe(true);
    }
    const made = (await ledgerOf(after)).filter(({ reason }) => reason === "update");
    expect(made.map((line) => line.after?.quantity).toSorted()).toEqual(
      updates.map(({ quantity }) => quantity),
    );
    await petstockOrThrow(["verify", "--database", after.databaseUrl]);
  });
});
