// The list, item by item as they arrive: exact, and never incomplete without an error.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import * as fc from "fast-check";
import { ListElements } from "../../src/client/list-elements.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { answerWith, brokenOff, Gateway, loseAnswer, refuse } from "./gateway.ts";
import { requestError } from "./rejection.ts";

setDefaultTimeout(60_000);

const PETS = 100_000;

const rows = Array.from({ length: PETS }, (_, index) => `${index + 1},${index % 7},available`);
const service = shared(await TestService.start({ rows }));
const gateway = shared(await Gateway.before(service));

describe("a stream of 100,000 pets", () => {
  test("is the list", async () => {
    const client = gateway.client();
    const items = await Array.fromAsync(client.streamInventory());
    expect(items).toHaveLength(PETS);
    expect(items.every(({ petId }, index) => petId === BigInt(index + 1))).toBe(true);
    expect(Bun.deepEquals(items, await client.listInventory())).toBe(true);
  });

  test("gives its first pets before the last byte was sent", async () => {
    const { promise: seen, resolve: see } = Promise.withResolvers<void>();
    let isWhole = false;
    gateway.next(async (pass) => {
      const bytes = await (await pass()).bytes();
      return new Response(
        (async function* () {
          yield bytes.subarray(0, bytes.length / 2);
          // Sends the rest after the client has given its first pets.
          await seen;
          isWhole = true;
          yield bytes.subarray(bytes.length / 2);
        })(),
      );
    });
    let count = 0;
    for await (const { petId } of gateway.client().streamInventory()) {
      count += 1;
      expect(petId).toBe(BigInt(count));
      if (count > 1) continue;
      expect(isWhole).toBe(false);
      see();
    }
    expect([count, isWhole]).toEqual([PETS, true]);
  });

  test("closes its connection when the caller stops early", async () => {
    const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
    gateway.next((_, request) => {
      request.signal.addEventListener("abort", () => leave());
      return new Response(
        (async function* () {
          yield `[${'{"petId":1,"quantity":2,"status":"sold"},'.repeat(1000)}`;
          await gone;
        })(),
      );
    });
    for await (const { petId } of gateway.client().streamInventory()) {
      expect(petId).toBe(1n);
      break;
    }
    await gone;
  });
});

describe("a stream that breaks off", () => {
  const half = '[{"petId":1,"quantity":2,"status":"sold"},{"petId":2,"quantity":2,"status":"so';

  test.each([
    ["with its connection", (read: Promise<void>) => () => brokenOff(half, read)],
    ["in good order", () => answerWith(half)],
    ["before its closing bracket", () => answerWith('[{"petId":1,"quantity":2,"status":"sold"}, ')],
  ] as const)("%s is an error after its first pets, and is not requested again", async (_, turnAfter) => {
    gateway.takeMethods();
    const { promise: isRead, resolve: tell } = Promise.withResolvers<void>();
    gateway.next(turnAfter(isRead));
    const seen: bigint[] = [];
    const read = async () => {
      for await (const { petId } of gateway.client().streamInventory()) {
        seen.push(petId);
        tell();
      }
    };
    expect(await requestError(read())).toMatchObject({ code: "broken_body", status: 200 });
    expect(seen).toEqual([1n]);
    expect(gateway.takeMethods()).toEqual(["GET"]);
  });

  test("before its first pet is requested again", async () => {
    gateway.takeMethods();
    gateway.next(loseAnswer, refuse("unavailable"), answerWith("["), answerWith("[]"));
    expect(await Array.fromAsync(gateway.client().streamInventory())).toEqual([]);
    expect(gateway.takeMethods()).toHaveLength(4);
  });
});

describe("an answer that is not a list", () => {
  const item = '{"petId":1,"quantity":2,"status":"sold"}';
  const wrong = [
    "{}",
    "[1]",
    "[null]",
    "[[]]",
    `[${item},]`,
    `[,${item}]`,
    `[${item} ${item}]`,
    `[${item}]]`,
    `[${item}],`,
    '[{"petId":1.5,"quantity":2,"status":"sold"}]',
    '[{"petId":9223372036854775808,"quantity":2,"status":"sold"}]',
    '[{"petId":"1","quantity":2,"status":"sold"}]',
    '[{"petId":1,"petId":1,"quantity":2,"status":"sold"}]',
    '[{"petId":1,"quantity":-2,"status":"sold"}]',
    '[{"petId":1,"quantity":2147483648,"status":"sold"}]',
    '[{"petId":1,"quantity":2,"status":"gone"}]',
    '[{"petId":1,"quantity":2}]',
    `["${"x".repeat(100_000)}"]`,
    `[{"a":"${"x".repeat(100_000)}`,
  ];

  test.each(wrong)("is refused: %p", async (text) => {
    gateway.next(answerWith(text));
    expect(await requestError(gateway.client().listInventory())).toMatchObject({ code: "unexpected_answer" });
  });

  test("is refused if it is not UTF-8", async () => {
    gateway.next(() => new Response(new Uint8Array([0x5b, 0xff, 0x5d])));
    expect(await requestError(gateway.client().listInventory())).toMatchObject({ code: "unexpected_answer" });
  });
});

test("further members and white space are accepted", async () => {
  gateway.next(
    answerWith(' [ { "status" : "sold" , "x" : ["]", {"}": "\\""}] , "quantity":2.0,"petId":-1e3 } ]\n'),
  );
  expect(await gateway.client().listInventory()).toEqual([{ petId: -1000n, quantity: 2, status: "sold" }]);
});

test("the elements of an array are the same wherever its text is split", () => {
  const arrays = fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 8 });
  const cuts = fc.array(fc.nat(200), { maxLength: 20 });
  fc.assert(
    fc.property(arrays, cuts, fc.constantFrom(0, 1), (array, offsets, space) => {
      const text = JSON.stringify(array, undefined, space);
      const list = new ListElements();
      const ends = [...offsets.filter((offset) => offset < text.length), text.length].toSorted(
        (a, b) => a - b,
      );
      const elements = ends.flatMap((end, index) => list.push(text.slice(ends[index - 1] ?? 0, end)));
      expect(elements.map((element) => JSON.parse(element))).toEqual(JSON.parse(text));
      expect(list.isComplete).toBe(true);
    }),
  );
});
