// The fold that both engines use: the effect of each change, alone and in a group.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import type { Change, Outcome } from "../../src/inventory/change.ts";
import type { LedgerEntry } from "../../src/inventory/movement.ts";
import { foldChanges, type KnownPet } from "../../src/inventory/fold.ts";
import { itemTag, PET_STATUSES, type Stock } from "../../src/inventory/item.ts";

// Takes a second or two, and several on a busy machine.
setDefaultTimeout(60_000);

const BY = { actor: "key:till", keyId: "key1", requestId: "request-1" };
const AT = 1_700_000_000_000;

type Wish = Omit<Change, "petId" | "reason" | "by">;

function change(petId: bigint, wish: Wish): Change {
  return { petId, reason: "update", by: BY, ...wish };
}

function fold(
  changes: readonly Change[],
  present: ReadonlyMap<bigint, Stock>,
  revision = 10,
  revisions: ReadonlyMap<bigint, number> = new Map(),
) {
  const { position, ...folded } = foldChanges(changes, {
    petOf: (petId) => petOf(present.get(petId), revisions.get(petId)),
    newest: { revision, nonce: "0000" },
    nonce: "1111",
    at: AT,
  });
  return { ...folded, revision: position.revision };
}

/** Each pet was changed last by revision 4, unless another one is given. */
function petOf(stock: Stock | undefined, revision = 4): KnownPet | undefined {
  return stock && { stock, revision };
}

const THERE: Stock = { quantity: 5, status: "pending" };
const unchanged = { kind: "unchanged", item: { petId: 1n, ...THERE } };
const failed = { kind: "precondition_failed", item: { petId: 1n, ...THERE } };
const updated = (stock: Stock) => ({ kind: "updated", item: { petId: 1n, ...stock }, revision: 11 });
const tags = (...anyTagOf: string[]) => ({ precondition: { anyTagOf } });
const EXISTS = { precondition: "exists" } as const;

describe("one change of an existing pet with quantity 5 and status pending:", () => {
  const table: readonly (readonly [string, Wish, object])[] = [
    ["another quantity", { quantity: 6 }, updated({ quantity: 6, status: "pending" })],
    ["quantity 0", { quantity: 0 }, updated({ quantity: 0, status: "pending" })],
    ["another status", { status: "sold" }, updated({ quantity: 5, status: "sold" })],
    ["both", { quantity: 6, status: "sold" }, updated({ quantity: 6, status: "sold" })],
    ["one of both", { quantity: 5, status: "sold" }, updated({ quantity: 5, status: "sold" })],
    ["the same quantity", { quantity: 5 }, unchanged],
    ["the same status", { status: "pending" }, unchanged],
    ["both the same", { quantity: 5, status: "pending" }, unchanged],
    ["nothing", {}, unchanged],
    [
      "making it, with a quantity",
      { create: true, quantity: 6 },
      updated({ quantity: 6, status: "pending" }),
    ],
    ["making it, with nothing", { create: true }, unchanged],
    ["if it exists", { ...EXISTS, quantity: 6 }, updated({ quantity: 6, status: "pending" })],
    ["if its tag", { ...tags("5-pending"), quantity: 6 }, updated({ quantity: 6, status: "pending" })],
    [
      "if one of several tags",
      { ...tags("1-sold", "5-pending"), status: "sold" },
      updated({ quantity: 5, status: "sold" }),
    ],
    ["nothing, if its tag", tags("5-pending"), unchanged],
    ["if another tag", { ...tags("5-available", "6-pending"), quantity: 6 }, failed],
    ["if another tag, and the same quantity", { ...tags("6-pending"), quantity: 5 }, failed],
    ["if no tag", { ...tags(), quantity: 6 }, failed],
  ];
  test.each(table)("%s", (_, wish, outcome) => {
    const { outcomes, movements, revision } = fold([change(1n, wish)], new Map([[1n, THERE]]));
    expect<readonly unknown[]>(outcomes).toEqual([outcome]);
    const effective = outcomes[0]?.kind === "updated";
    expect(revision).toBe(effective ? 11 : 10);
    expect(movements).toHaveLength(effective ? 1 : 0);
  });
});

describe("one change of a pet that does not exist:", () => {
  const none = { kind: "not_found" };
  const table: readonly (readonly [string, Wish, object])[] = [
    ["a quantity", { quantity: 6 }, none],
    ["nothing", {}, none],
    ["if it exists", { ...EXISTS, quantity: 6 }, none],
    ["if a tag", { ...tags("0-available"), quantity: 6 }, none],
    ["making it if it exists", { ...EXISTS, create: true }, none],
    ["making it if a tag", { ...tags("0-available"), create: true }, none],
    ["making it", { create: true }, updated({ quantity: 0, status: "available" })],
    [
      "making it, with a quantity",
      { create: true, quantity: 6 },
      updated({ quantity: 6, status: "available" }),
    ],
    ["making it, with a status", { create: true, status: "sold" }, updated({ quantity: 0, status: "sold" })],
  ];
  test.each(table)("%s", (_, wish, outcome) => {
    const { outcomes, movements } = fold([change(1n, wish)], new Map());
    expect<readonly unknown[]>(outcomes).toEqual([outcome]);
    expect(movements.map(({ before }) => before)).toEqual(outcome === none ? [] : [null]);
  });
});

test("a movement has the values before and after, reason, origin and time", () => {
  const wish: Change = { petId: 1n, quantity: 6, reason: "set", by: BY };
  expect(fold([wish], new Map([[1n, THERE]])).movements).toEqual([
    {
      revision: 11,
      petId: 1n,
      before: THERE,
      after: { quantity: 6, status: "pending" },
      reason: "set",
      by: BY,
      at: AT,
      note: null,
      previous: 4,
    },
  ]);
});

test("a movement carries its note", () => {
  const { movements } = fold([change(1n, { quantity: 6, note: "shelf 3" })], new Map([[1n, THERE]]));
  expect(movements.map(({ note }) => note)).toEqual(["shelf 3"]);
});

test("a movement names the revision of the pet's previous one, also within the group and after a removal", () => {
  const changes = [
    change(1n, { quantity: 6 }),
    change(2n, { quantity: 1, create: true }),
    change(1n, { remove: true }),
    change(3n, { quantity: 1, create: true }),
    change(1n, { quantity: 7, create: true }),
  ];
  const removed: KnownPet = { stock: null, revision: 8 };
  const pets = new Map<bigint, KnownPet>([
    [1n, { stock: THERE, revision: 4 }],
    [3n, removed],
  ]);
  const { movements } = foldChanges(changes, {
    petOf: (petId) => pets.get(petId),
    newest: { revision: 10, nonce: "0000" },
    nonce: "1111",
    at: AT,
  });
  expect(movements.map(({ revision, petId, previous }) => [revision, petId, previous])).toEqual([
    [11, 1n, 4],
    [12, 2n, 0],
    [13, 1n, 11],
    [14, 3n, 8],
    [15, 1n, 13],
  ]);
});

test("each change sees the effect of earlier ones, and only effective ones take a revision", () => {
  const group = [
    change(1n, { quantity: 6 }),
    change(2n, { quantity: 1 }),
    change(1n, { quantity: 6 }),
    change(2n, { create: true, quantity: 1 }),
    change(1n, { ...tags("5-pending"), quantity: 7 }),
    change(1n, { ...tags("6-pending"), quantity: 5 }),
    change(2n, { quantity: 2 }),
  ];
  const { outcomes, movements, revision } = fold(group, new Map([[1n, THERE]]));
  expect(outcomes.map(({ kind }) => kind)).toEqual([
    "updated",
    "not_found",
    "unchanged",
    "updated",
    "precondition_failed",
    "updated",
    "updated",
  ]);
  expect(
    movements.map((each) => [each.revision, each.petId, each.before?.quantity, each.after?.quantity]),
  ).toEqual([
    [11, 1n, 5, 6],
    [12, 2n, undefined, 1],
    [13, 1n, 6, 5],
    [14, 2n, 1, 2],
  ]);
  expect(revision).toBe(14);
});

describe("for any group", () => {
  const petId: fc.Arbitrary<bigint> = fc.constantFrom(1n, 2n, 3n);
  const stock = fc.record({ quantity: fc.nat(2), status: fc.constantFrom(...PET_STATUSES) });
  const wish = fc.record(
    {
      quantity: fc.nat(2),
      status: fc.constantFrom(...PET_STATUSES),
      create: fc.boolean(),
      precondition: fc.oneof(
        fc.constant("exists" as const),
        fc.record({ anyTagOf: fc.array(stock.map(itemTag), { maxLength: 4 }) }),
      ),
    },
    { requiredKeys: [] },
  );
  const group = fc.array(
    fc.tuple(petId, wish).map(([id, each]) => change(id, each)),
    { maxLength: 20 },
  );
  const present = fc.array(fc.tuple(petId, stock), { maxLength: 3 }).map((pets) => new Map(pets));

  test("folding the group equals folding its changes one by one", () => {
    fc.assert(
      fc.property(group, present, (changes, before) => {
        const [stocks, revisions] = [new Map(before), new Map<bigint, number>()];
        let revision = 10;
        const outcomes: Outcome[] = [];
        const movements: LedgerEntry[] = [];
        for (const each of changes) {
          const folded = fold([each], stocks, revision, revisions);
          for (const { petId: id, after, revision: last } of folded.movements) {
            stocks.set(id, after!);
            revisions.set(id, last);
          }
          outcomes.push(...folded.outcomes);
          movements.push(...folded.movements);
          revision = folded.revision;
        }
        expect(fold(changes, before)).toEqual({ outcomes, movements, requests: [], records: [], revision });
      }),
      { numRuns: 500 },
    );
  });

  test("movements form a chain from the current stock with contiguous revisions", () => {
    fc.assert(
      fc.property(group, present, (changes, before) => {
        const { outcomes, movements, revision } = fold(changes, before);
        const stocks = new Map<bigint, Stock | null>(before);
        expect(outcomes).toHaveLength(changes.length);
        expect(movements.map((each) => each.revision)).toEqual(movements.map((_, i) => 11 + i));
        expect(revision).toBe(10 + movements.length);
        for (const { petId: id, before: was, after } of movements) {
          expect(was).toEqual(stocks.get(id) ?? null);
          expect(after).not.toEqual(was);
          stocks.set(id, after);
        }
        expect(
          outcomes.flatMap((each) => (each.kind === "updated" ? [[each.revision, each.item]] : [])),
        ).toEqual(movements.map((each) => [each.revision, { petId: each.petId, ...each.after! }]));
      }),
      { numRuns: 500 },
    );
  });

  test("the given stock is not modified", () => {
    fc.assert(
      fc.property(group, present, (changes, before) => {
        const copy = structuredClone(before);
        fold(changes, before);
        expect(before).toEqual(copy);
      }),
    );
  });
});
