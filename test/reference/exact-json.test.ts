// JSON.parse on the reference's page: exact, or refused.

import { expect, test } from "bun:test";
import { type BrowserJson, makeParseExact } from "../../src/reference/try/exact-json.ts";

/** A separate JSON object for each test. */
function browserJson({ withRawJson }: { withRawJson: boolean }): BrowserJson {
  const { parse, rawJSON } = JSON as unknown as Required<BrowserJson>;
  const json: BrowserJson = withRawJson ? { parse, rawJSON } : { parse };
  makeParseExact(json);
  return json;
}

const LONG = '{"ids":[-9223372036854775808,9007199254740993,12],"text":"[9007199254740993]","at":1.5}';

test("integers beyond 2^53 pass through parse and stringify unchanged", () => {
  const json = browserJson({ withRawJson: true });
  expect(JSON.stringify(json.parse(LONG))).toBe(LONG);
});

test("a browser that cannot be exact refuses them, so that the text is shown unformatted", () => {
  const json = browserJson({ withRawJson: false });
  expect(() => json.parse(LONG)).toThrow("more digits");
  expect(() => json.parse(" 9007199254740993")).not.toThrow();
});

test.each(['{"id":9007199254740991}', '{"text":"90071992547409930000"}', '["a",[1e3,-0.5]]', "12"])(
  "any other text is parsed as before: %s",
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
