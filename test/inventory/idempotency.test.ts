// Idempotency keys in the fold: the same key again, by scope, request and time.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Change, Outcome } from "../../src/inventory/change.ts";
import type { LedgerEntry } from "../../src/inventory/movement.ts";
import {
  NO_RECORDS,
  IDEMPOTENCY_RETENTION_MS,
  IDEMPOTENCY_RECORDS_MAX,
  type IdempotencyKey,
  type IdempotencyRecord,
  type StoredRecords,
} from "../../src/inventory/idempotency.ts";
import { foldChanges, type KnownPet } from "../../src/inventory/fold.ts";
import type { Stock } from "../../src/inventory/item.ts";
import { requestDigest } from "../../src/inventory/known-results.ts";

const BY = { actor: "key:till", keyId: "key1", requestId: "request-1" };
const AT = 1_700_000_000_000;
const PRESENT: ReadonlyMap<bigint, Stock> = new Map([
  [1n, { quantity: 5, status: "available" }],
  [2n, { quantity: 5, status: "sold" }],
]);

function change(
  petId: bigint,
  quantity: number,
  { key, scope = "key1" }: { key: string; scope?: string },
): Change {
  const once: IdempotencyKey = { scope, key, request: requestDigest(`${petId} ${quantity}`) };
  return { petId, quantity, idempotencyKey: once, reason: "update", by: BY };
}

function fold(
  changes: readonly Change[],
  {
    known = [],
    at = AT,
    present = PRESENT,
    revision = 10,
    recordsMax = IDEMPOTENCY_RECORDS_MAX,
    revisions = new Map(),
  }: Partial<Surroundings> = {},
) {
  const petOf = (petId: bigint) => petWith(present.get(petId), revisions.get(petId));
  const newest = { revision, nonce: "0000" };
  const context = { petOf, stored: storedOf(known), recordsMax, newest, nonce: "1111", at };
  const { position, requests: _, ...folded } = foldChanges(changes, context);
  return { ...folded, revision: position.revision };
}

function petWith(stock: Stock | undefined, revision = 1): KnownPet | undefined {
  return stock && { stock, revision };
}

/** The stored records as a database would return them. */
function storedOf(records: readonly IdempotencyRecord[]): StoredRecords {
  const ofScope = (scope: string) => records.filter((each) => each.scope === scope);
  return {
    find: ({ scope, key }) => ofScope(scope).find((each) => each.key === key),
    newestOf: (scope) => Math.max(0, ...ofScope(scope).map(({ number }) => number)),
    timeOf: (scope, number) => ofScope(scope).find((each) => each.number === number)?.at,
  };
}

interface Surroundings {
  readonly known: readonly IdempotencyRecord[];
  readonly at: number;
  readonly present: ReadonlyMap<bigint, Stock>;
  readonly revision: number;
  readonly revisions: ReadonlyMap<bigint, number>;
  readonly recordsMax: number;
}

const ITEM = { petId: 1n, quantity: 6, status: "available" } as const;
const RECORD: IdempotencyRecord = {
  scope: "key1",
  key: "a",
  request: requestDigest("1 6"),
  result: ITEM,
  at: AT,
  number: 1,
};

describe("a new key", () => {
  test("of an effective change is recorded with its result", () => {
    const { outcomes, movements, records } = fold([change(1n, 6, { key: "a" })]);
    expect(outcomes).toEqual([{ kind: "updated", item: ITEM, revision: 11 }]);
    expect(movements).toHaveLength(1);
    expect(records).toEqual([RECORD]);
  });

  test("of a change without effect is recorded too, without a revision", () => {
    const { outcomes, movements, records, revision } = fold([change(1n, 5, { key: "a" })]);
    const item = { ...ITEM, quantity: 5 };
    expect(outcomes).toEqual([{ kind: "unchanged", item }]);
    expect(records).toEqual([{ ...RECORD, request: requestDigest("1 5"), result: item }]);
    expect([movements, revision]).toEqual([[], 10]);
  });

  test.each<[string, Change]>([
    ["pet that is not there", change(3n, 6, { key: "a" })],
    ["tag that is not there", { ...change(1n, 6, { key: "a" }), precondition: { anyTagOf: ["1-sold"] } }],
  ])("of a %s is not recorded, and a retry is decided again", (_, refused) => {
    const { outcomes, records } = fold([refused, refused, change(1n, 6, { key: "a" })]);
    expect(outcomes[1]).toEqual(outcomes[0]!);
    expect(outcomes[2]).toEqual({ kind: "updated", item: ITEM, revision: 11 });
    expect(records).toEqual([RECORD]);
  });
});

describe("a known key", () => {
  test("gives the first result even if the pet has changed, without a new change or record", () => {
    const other: Stock = { quantity: 99, status: "sold" };
    const presents = [PRESENT, new Map([[1n, other]]), new Map<bigint, Stock>()];
    for (const present of presents) {
      const folded = fold([change(1n, 6, { key: "a" })], { known: [RECORD], present });
      expect(folded).toEqual({
        outcomes: [{ kind: "replayed", item: ITEM }],
        movements: [],
        records: [],
        revision: 10,
      });
    }
  });

  test("gives it even if the precondition no longer holds", () => {
    const guarded: Change = { ...change(1n, 6, { key: "a" }), precondition: { anyTagOf: ["4-available"] } };
    expect(fold([guarded], { known: [RECORD] }).outcomes).toEqual([{ kind: "replayed", item: ITEM }]);
  });

  test.each([
    ["another quantity", change(1n, 7, { key: "a" })],
    ["another pet", change(2n, 6, { key: "a" })],
    ["a pet that is not there", change(3n, 6, { key: "a" })],
  ])("is a mismatch with %s, without a new change or record", (_, other) => {
    expect(fold([other], { known: [RECORD] })).toEqual({
      outcomes: [{ kind: "idempotency_mismatch" }],
      movements: [],
      records: [],
      revision: 10,
    });
  });

  test("is a different key in another scope, whatever the texts of scope and key", () => {
    const others = [
      change(1n, 6, { scope: "key2", key: "a" }),
      change(1n, 7, { scope: "key1a", key: "" }),
      change(1n, 8, { scope: "", key: "key1a" }),
      change(1n, 9, { scope: 'key1","', key: "a" }),
    ];
    const { outcomes, records } = fold(others, { known: [RECORD] });
    expect(outcomes.map(({ kind }) => kind)).toEqual(others.map(() => "updated"));
    expect(records.map(({ scope, key }) => [scope, key])).toEqual(
      others.map(({ idempotencyKey: once }) => [once!.scope, once!.key]),
    );
  });

  test("is known for exactly a day, then new again", () => {
    const again = [change(1n, 6, { key: "a" })];
    const kindAfter = (ms: number) => fold(again, { known: [RECORD], at: AT + ms }).outcomes[0]?.kind;
    expect(IDEMPOTENCY_RETENTION_MS).toBe(86_400_000);
    expect([0, 1, IDEMPOTENCY_RETENTION_MS].map(kindAfter)).toEqual(["replayed", "replayed", "replayed"]);
    expect(kindAfter(IDEMPOTENCY_RETENTION_MS + 1)).toBe("updated");
    // The key is also known if the clock is set back.
    expect(kindAfter(-IDEMPOTENCY_RETENTION_MS)).toBe("replayed");
    const at = AT + IDEMPOTENCY_RETENTION_MS + 1;
    expect(fold(again, { known: [RECORD], at }).records).toEqual([{ ...RECORD, at, number: 2 }]);
    const other = fold([change(1n, 7, { key: "a" })], { known: [RECORD], at });
    expect(other.outcomes.map(({ kind }) => kind)).toEqual(["updated"]);
  });
});

test("of equal requests in one group the first is applied, and the others get its result", () => {
  const twin = change(1n, 6, { key: "a" });
  const group = [twin, twin, change(1n, 7, { key: "b" }), twin, change(1n, 7, { key: "a" })];
  const { outcomes, movements, records } = fold(group);
  expect(outcomes).toEqual([
    { kind: "updated", item: ITEM, revision: 11 },
    { kind: "replayed", item: ITEM },
    { kind: "updated", item: { ...ITEM, quantity: 7 }, revision: 12 },
    { kind: "replayed", item: ITEM },
    { kind: "idempotency_mismatch" },
  ]);
  expect(movements.map(({ after }) => after?.quantity)).toEqual([6, 7]);
  expect(records.map(({ key }) => key)).toEqual(["a", "b"]);
});

test("the engine looks up only changes with a key", () => {
  const lookedUp: IdempotencyKey[] = [];
  const withKey = change(1n, 6, { key: "a" });
  const { idempotencyKey: _, ...without } = change(1n, 7, { key: "b" });
  foldChanges([without, withKey, without], {
    petOf: (petId) => petWith(PRESENT.get(petId)),
    stored: { ...NO_RECORDS, find: (once) => void lookedUp.push(once) },
    newest: { revision: 10, nonce: "0000" },
    nonce: "1111",
    at: AT,
  });
  expect(lookedUp).toEqual([withKey.idempotencyKey!]);
});

/** Numbers the records of each scope in their order. */
function numbered(records: readonly Omit<IdempotencyRecord, "number">[]): IdempotencyRecord[] {
  const counts = new Map<string, number>();
  return records.map((record) => {
    const number = 1 + (counts.get(record.scope) ?? 0);
    counts.set(record.scope, number);
    return { ...record, number };
  });
}

describe("a scope at its limit of records", () => {
  const HOUR_MS = 60 * 60 * 1000;
  /** Records created 20, 10 and 0 hours ago. */
  const known = numbered(
    ["a", "b", "c"].map((key, i) => ({ ...RECORD, key, at: AT - (20 - 10 * i) * HOUR_MS })),
  );
  const at = AT;

  test("applies no change with a new key, and says when the oldest record expires", () => {
    const folded = fold([change(2n, 9, { key: "d" })], { known, at, recordsMax: 3 });
    expect(folded.outcomes).toEqual([{ kind: "idempotency_limit", retryAfterMs: 4 * HOUR_MS + 1 }]);
    expect([folded.movements, folded.records, folded.revision]).toEqual([[], [], 10]);
    const later = fold([change(2n, 9, { key: "d" })], { known, at: at + 4 * HOUR_MS + 1, recordsMax: 3 });
    expect(later.outcomes).toMatchObject([{ kind: "updated" }]);
    expect(later.records).toMatchObject([{ key: "d", number: 4 }]);
  });

  test("still replays, detects mismatches, and applies changes of other scopes and without a key", () => {
    const { idempotencyKey: _, ...without } = change(1n, 8, { key: "e" });
    const changes = [
      change(1n, 6, { key: "b" }),
      change(1n, 7, { key: "b" }),
      change(1n, 7, { key: "d", scope: "key2" }),
      without,
    ];
    const { outcomes } = fold(changes, { known, at, recordsMax: 3 });
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      "replayed",
      "idempotency_mismatch",
      "updated",
      "updated",
    ]);
  });

  test("counts records of its own group, not expired or failed ones", () => {
    const changes = ["d", "e", "f", "g"].map((key, i) => change(i === 1 ? 9n : 2n, 10 + i, { key }));
    const { outcomes } = fold(changes, { known, at, recordsMax: 5 });
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      "updated",
      "not_found",
      "updated",
      "idempotency_limit",
    ]);
    const expired = known.map((each) => ({ ...each, at: at - IDEMPOTENCY_RETENTION_MS - 1 }));
    expect(fold(changes, { known: expired, at, recordsMax: 3 }).outcomes).toMatchObject([
      { kind: "updated" },
      { kind: "not_found" },
      { kind: "updated" },
      { kind: "updated" },
    ]);
  });

  test("with a limit of one allows one in a group", () => {
    const { outcomes } = fold([change(1n, 6, { key: "a" }), change(1n, 7, { key: "b" })], { recordsMax: 1 });
    expect(outcomes).toMatchObject([
      { kind: "updated" },
      { kind: "idempotency_limit", retryAfterMs: IDEMPOTENCY_RETENTION_MS + 1 },
    ]);
  });
});

describe("for any group", () => {
  const names = { scope: fc.constantFrom("key1", "key2"), key: fc.constantFrom("a", "b", "c") };
  const wish = fc
    .record({ petId: fc.constantFrom(1n, 2n, 3n), quantity: fc.nat(2), ...names })
    .map(({ petId, quantity, scope, key }) => change(petId, quantity, { scope, key }));
  const any = wish.chain((each) => {
    const { idempotencyKey: _, ...without } = each;
    return fc.constantFrom<Change>(each, each, { ...without });
  });
  const group = fc.array(any, { maxLength: 20 });
  const known = fc
    .uniqueArray(
      fc.record({
        ...names,
        request: fc.constantFrom(requestDigest("1 1"), requestDigest("2 2")),
        result: fc.constant(ITEM),
        at: fc.constantFrom(AT, AT - IDEMPOTENCY_RETENTION_MS),
      }),
      { selector: ({ scope, key }) => `${scope} ${key}` },
    )
    .map(numbered);

  test("folding the group equals folding its changes one by one", () => {
    fc.assert(
      fc.property(group, known, fc.integer({ min: 1, max: 4 }), (changes, before, recordsMax) => {
        const [stocks, revisions] = [new Map(PRESENT), new Map<bigint, number>()];
        const stored: IdempotencyRecord[] = [...before];
        let revision = 10;
        const outcomes: Outcome[] = [];
        const movements: LedgerEntry[] = [];
        for (const each of changes) {
          const folded = fold([each], { known: stored, present: stocks, revisions, revision, recordsMax });
          for (const { petId, after, revision: last } of folded.movements) {
            stocks.set(petId, after!);
            revisions.set(petId, last);
          }
          outcomes.push(...folded.outcomes);
          movements.push(...folded.movements);
          stored.push(...folded.records);
          revision = folded.revision;
        }
        const records = stored.slice(before.length);
        expect(fold(changes, { known: before, recordsMax })).toEqual({
          outcomes,
          movements,
          records,
          revision,
        });
      }),
      { numRuns: 500 },
    );
  });

  test("repeating the group applies nothing again, and each key gives its first result", () => {
    fc.assert(
      fc.property(group, known, (changes, before) => {
        const keyed = changes.filter(({ idempotencyKey: once }) => once !== undefined);
        const first = fold(keyed, { known: before });
        const stocks = new Map(PRESENT);
        for (const { petId, after } of first.movements) stocks.set(petId, after!);
        const again = fold(keyed, { known: [...before, ...first.records], present: stocks });
        const expected = first.outcomes.map((each): Outcome => {
          const isDone = each.kind === "updated" || each.kind === "unchanged";
          return isDone ? { kind: "replayed", item: each.item } : each;
        });
        // A pet that was not found is not found again, unless another change has used the key since.
        for (const [index, outcome] of again.outcomes.entries()) {
          if (expected[index]?.kind !== "not_found") expect(outcome).toEqual(expected[index]!);
          else expect(outcome.kind).toBeOneOf(["not_found", "idempotency_mismatch"]);
        }
        expect([again.movements, again.records]).toEqual([[], []]);
      }),
      { numRuns: 500 },
    );
  });
});
