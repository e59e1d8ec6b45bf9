// JSON as the reference's page reads it: every digit, or not at all.

import { expect, test } from "bun:test";
import { type Json, keepDigits } from "../../src/reference/keep-digits.ts";

/** A browser's JSON of its own for each test. */
function browserJson({ withRawJson }: { withRawJson: boolean }): Json {
  const { parse, rawJSON } = JSON as unknown as Required<Json>;
  const json: Json = withRawJson ? { parse, rawJSON } : { parse };
  keepDigits(json);
  return json;
}

const LONG = '{"ids":[-9223372036854775808,9007199254740993,12],"text":"[9007199254740993]","at":1.5}';

test("numbers beyond 2^53 come out of JSON as they went in", () => {
  const json = browserJson({ withRawJson: true });
  expect(JSON.stringify(json.parse(LONG))).toBe(LONG);
});

test("a browser that cannot keep them refuses, so that the text is shown", () => {
  const json = browserJson({ withRawJson: false });
  expect(() => json.parse(LONG)).toThrow("more digits");
  expect(() => json.parse(" 9007199254740993")).not.toThrow();
});

test.each(['{"id":9007199254740991}', '{"text":"90071992547409930000"}', '["a",[1e3,-0.5]]', "12"])(
  "any other text is read as ever: %s",
  (text) => {
    for (const withRawJson of [true, false]) {
      expect(browserJson({ withRawJson }).parse(text)).toEqual(JSON.parse(text));
    }
    const doubled = browserJson({ withRawJson: true }).parse("[1]", (_, value) =>
      typeof value === "number" ? value * 2 : value,
    );
    expect(doubled).toEqual([2]);
  },
);
