// The exact JSON reader agrees with JSON.parse, except that it keeps every digit and refuses repeated members, where
// JSON.parse silently rounds or drops.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import {
  DuplicateMemberError,
  JsonNumber,
  JsonSyntaxError,
  type JsonValue,
  parseJson,
} from "../../src/contract/json.ts";
import { PET_ID_MAX, PET_ID_MIN } from "../../src/inventory/item.ts";

// Thousands of generated texts take seconds on a busy machine.
setDefaultTimeout(60_000);

/** The value that JSON.parse would return: rounded numbers, ordinary objects. */
function rounded(value: JsonValue): unknown {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, rounded(inner)]));
}

/** The value as text, in which -0 is 0: they are one integer. */
function shown(value: unknown): string {
  return JSON.stringify(value);
}

function outcome<T>(read: () => T): { value: T } | { error: unknown } {
  try {
    return { value: read() };
  } catch (error) {
    return { error };
  }
}

function nested(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}

describe("values", () => {
  test.each<[string, JsonValue]>([
    ["null", null],
    ["true", true],
    ["false", false],
    [" \t\r\n1 \t\r\n", 1],
    ["[]", []],
    ["[1,[2],[]]", [1, [2], []]],
    ['""', ""],
    ['"a\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9"', 'a"\\/\b\f\n\r\té'],
    ['"\\ud83d\\ude00 😀 \u2028\u007f"', "😀 😀 \u2028\u007f"],
    // A lone surrogate is allowed by the grammar, and JSON.parse keeps it too.
    ['"\\ud83d"', "\ud83d"],
  ])("%j", (text, value) => expect(parseJson(text)).toEqual(value));

  test("an object has only its own members, whatever their names", () => {
    const object = parseJson('{"__proto__":1,"constructor":2,"toString":3,"":4}');
    expect(Object.entries(object as object)).toEqual([
      ["__proto__", 1],
      ["constructor", 2],
      ["toString", 3],
      ["", 4],
    ]);
    expect(Object.getPrototypeOf(object)).toBeNull();
    expect(({} as Record<string, unknown>)["1"]).toBeUndefined();
  });
});

describe("numbers", () => {
  test.each<[string, number | bigint]>([
    ["0", 0],
    ["-0", 0],
    ["-1", -1],
    ["14.0", 14],
    ["1e3", 1000],
    ["1E+3", 1000],
    ["120e-1", 12],
    ["0e999999999999", 0],
    ["0.000e-5", 0],
    ["9007199254740991", 9007199254740991],
    ["-9007199254740991", -9007199254740991],
    ["9007199254740992", 9007199254740992n],
    ["9007199254740993", 9007199254740993n],
    ["-9007199254740993", -9007199254740993n],
    ["9007199254740993.0", 9007199254740993n],
    ["9223372036854775807", PET_ID_MAX],
    ["-9223372036854775808", PET_ID_MIN],
    ["922337203685477580.7e1", PET_ID_MAX],
  ])("%s is exact", (text, value) => expect(parseJson(text)).toBe(value));

  test.each([
    "9223372036854775808",
    "-9223372036854775809",
    "1e19",
    "1.5",
    "-0.1",
    "1e-1",
    "1e400",
    "1e-400",
    "1e99999999999999999999",
    "2147483647.0000000001",
    "1.0000000000000000001",
    "9007199254740992.5",
  ])("%s is not an int64 and stays text", (text) => {
    expect(parseJson(text)).toEqual(new JsonNumber(text));
  });

  test.each([
    "01",
    "-01",
    "+1",
    ".5",
    "1.",
    "1.e1",
    "1e",
    "1e+",
    "--1",
    "- 1",
    "0x1",
    "1_0",
    "NaN",
    "Infinity",
    "-",
    "1 2",
  ])("%s is not a number", (text) => expect(() => parseJson(text)).toThrow(JsonSyntaxError));
});

describe("refusals", () => {
  test.each([
    ["", 0],
    [" ", 1],
    ["{", 1],
    ["[1,]", 3],
    ["[1 2]", 3],
    ['{"a"}', 4],
    ['{"a":1,}', 7],
    ["{'a':1}", 1],
    ["{a:1}", 1],
    ['"a', 0],
    ['"\\x"', 0],
    ['"\\u12g4"', 0],
    ['"\n"', 0],
    ['"\u0000"', 0],
    ["tru", 0],
    ["nullx", 4],
    ["// a comment\n1", 0],
    ["\ufeff1", 0],
    ["\u00a01", 0],
    ["1\u0000", 1],
  ])("%j is not JSON, and the error has the offset", (text, offset) => {
    const { error } = outcome(() => parseJson(text)) as { error: JsonSyntaxError };
    expect(error).toBeInstanceOf(JsonSyntaxError);
    expect(error.offset).toBe(offset);
    expect(error.message).toEndWith(`at character ${offset + 1}`);
  });

  test.each([
    ['{"a":1,"a":1}', "a"],
    ['{"a":1,"b":2,"\\u0061":3}', "a"],
    ['[{"b":{"a":1,"a":2}}]', "a"],
    ['{"__proto__":1,"__proto__":2}', "__proto__"],
    ['{"":1,"":2}', ""],
  ])("%s has a repeated member, and the error names it", (text, member) => {
    const { error } = outcome(() => parseJson(text)) as { error: DuplicateMemberError };
    expect(error).toBeInstanceOf(DuplicateMemberError);
    expect(error.member).toBe(member);
  });

  test("the same member in different objects is accepted", () => {
    expect(shown(parseJson('[{"a":{"a":1}},{"a":2}]'))).toBe('[{"a":{"a":1}},{"a":2}]');
  });

  test("64 levels are read; deeper nesting is refused before the stack overflows", () => {
    expect(shown(parseJson(nested(64)))).toBe(nested(64));
    for (const levels of [66, 1_000_000])
      expect(() => parseJson(nested(levels))).toThrow(/deeper than 64 levels/);
    expect(() => parseJson('{"a":'.repeat(1_000_000))).toThrow(JsonSyntaxError);
  });
});

describe("compared with JSON.parse", () => {
  /** Texts of JSON tokens, valid and invalid. */
  const almostJson = fc.string({
    unit: fc.constantFrom(
      ...'{}[]",:01.-+eE \n\\u',
      "true",
      "false",
      "null",
      '"a"',
      '"b":',
      "12",
      "😀",
      "\u0001",
    ),
    maxLength: 30,
  });
  /** Valid texts with one place changed. */
  const damagedJson = fc
    .tuple(fc.json(), fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...'{}[]",:0-e \\'))
    .map(([text, place, removed, added]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + added + text.slice(at + removed);
    });

  test("a valid text has the same value", () => {
    fc.assert(
      fc.property(fc.json(), fc.json({ depthSize: "large" }), fc.nat({ max: 4 }), (a, b, indent) => {
        for (const text of [a, b, JSON.stringify(JSON.parse(b), null, indent)]) {
          expect(shown(rounded(parseJson(text)))).toBe(shown(JSON.parse(text)));
        }
      }),
      { numRuns: 300 },
    );
  });

  test("a safe integer is exactly the same number", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.maxSafeInteger(), (value, integer) => {
        const text = JSON.stringify([integer, value]);
        expect((parseJson(text) as JsonValue[])[0]).toBe(integer);
      }),
    );
  });

  test.each([
    ["almost JSON", almostJson],
    ["damaged JSON", damagedJson],
  ])("%s is accepted or refused alike, except for repeated members", (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        const [ours, theirs] = [outcome(() => parseJson(text)), outcome(() => JSON.parse(text))];
        if ("error" in ours && ours.error instanceof DuplicateMemberError) return;
        expect("value" in ours).toBe("value" in theirs);
        if ("value" in ours && "value" in theirs)
          expect(shown(rounded(ours.value))).toBe(shown(theirs.value));
      }),
      { numRuns: 2000 },
    );
  });

  test("any text is read or refused with one of the two errors", () => {
    const anyText = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme" }),
      almostJson,
      damagedJson,
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const result = outcome(() => parseJson(text));
        if ("value" in result) return;
        const { error } = result;
        expect(error instanceof JsonSyntaxError || error instanceof DuplicateMemberError).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
