// The serialiser of values with exact ids.

import { afterEach, expect, test } from "bun:test";
import { parse, PetstockError, StockRangeError, stringify } from "../../src/client/client.ts";

const ITEMS = [
  { petId: -(2n ** 63n), quantity: 1, status: "sold" },
  { petId: 7n, quantity: 2, status: "available" },
  { petId: 2n ** 63n - 1n, quantity: 3, status: "pending" },
] as const;

const prototype = BigInt.prototype as { toJSON?: () => string };

afterEach(() => {
  delete prototype.toJSON;
});

test("items are written as the service writes them, and read back equal", () => {
  const text = stringify(ITEMS);
  expect(text).toStartWith('[{"petId":-9223372036854775808,"quantity":1,"status":"sold"},{"petId":7,');
  expect(parse(text)).toEqual(ITEMS);
  const changes = { position: 'W/"1-a"', items: ITEMS, removed: [1n, 2n ** 53n + 1n] };
  expect(parse(stringify(changes, 2))).toEqual(changes);
  expect(stringify(changes, 2)).toContain('\n  "position"');
});

test("everything else is as JSON.stringify writes it", () => {
  const value = {
    text: 'a "1" \\ \n',
    digits: "9007199254740993",
    date: new Date(0),
    nothing: null,
    left: undefined,
    numbers: { half: 1.5, not: Number.NaN },
    list: [undefined, true],
  };
  expect(stringify(value)).toBe(JSON.stringify(value));
  expect(stringify(7n)).toBe("7");
  expect(stringify({ toJSON: () => 2n ** 53n + 1n })).toBe("9007199254740993");
  expect(() => stringify(undefined)).toThrow(TypeError);
});

test("a program that gives BigInt a toJSON gets exact ids too", () => {
  prototype.toJSON = function (this: bigint) {
    return this.toString();
  };
  expect(JSON.stringify(ITEMS[1])).toContain('"7"');
  expect(stringify(ITEMS[1])).toBe('{"petId":7,"quantity":2,"status":"available"}');
});

test("numbers that are no ids stay numbers", () => {
  expect(parse('{"quantity":3,"share":1.5,"petId":3}')).toEqual({ quantity: 3, share: 1.5, petId: 3n });
  for (const text of ["", "{", "[1,]", '{"petId":1,"petId":2}']) expect(() => parse(text)).toThrow();
});

test("errors can be logged as JSON, with their message and without a BigInt", () => {
  const facts = { status: 412, requestId: "r", item: { ...ITEMS[0] } };
  const error = new PetstockError("precondition_failed", "It was changed.", facts);
  expect(JSON.parse(JSON.stringify({ error }))).toEqual({
    error: {
      name: "PetstockError",
      code: "precondition_failed",
      message: "It was changed.",
      status: 412,
      requestId: "r",
      mayBeApplied: false,
    },
  });
  expect(JSON.stringify(new StockRangeError({ ...ITEMS[1] }, -3))).toContain("cannot be adjusted by -3");
});
