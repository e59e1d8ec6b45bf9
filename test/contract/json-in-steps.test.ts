// Large texts are read in steps: other work runs in between, whatever the text holds.

import { expect, test } from "bun:test";
import { JsonSyntaxError, parseJson, parseJsonInSteps } from "../../src/contract/json.ts";

/** The value, and the number of pauses. */
function readInSteps(text: string): { value: unknown; pauses: number } {
  const steps = parseJsonInSteps(text);
  for (let pauses = 0; ; pauses++) {
    const { value, done } = steps.next();
    if (done) return { value, pauses };
  }
}

function repeated(count: number, entry: (index: number) => string): string {
  return Array.from({ length: count }, (_, i) => entry(i)).join();
}

test.each([
  ["elements", `{"note":"a","changes":[${repeated(20_000, (i) => `{"petId":${i}}`)}]}`],
  ["members", `{${repeated(20_000, (i) => `"k${i}":1`)}}`],
])("a text of many %s is read with pauses, to the same value as without", (_, text) => {
  const { value, pauses } = readInSteps(text);
  expect(pauses).toBeGreaterThan(3);
  expect(value).toEqual(parseJson(text));
});

test.each([
  ["a member", `{"note":{"deep":[${repeated(20_000, String)}]}}`],
  ["an element", `{"changes":[{"petId":1},[${repeated(20_000, String)}]]}`],
  ["an element of members", `{"changes":[{${repeated(20_000, (i) => `"k${i}":1`)}}]}`],
])("%s of very many values, which would be read without a pause, is refused", (_, text) => {
  expect(() => readInSteps(text)).toThrow(JsonSyntaxError);
});

test.each([
  ["escapes", "\\u0041", "A"],
  ["quotes", '\\"', '"'],
  ["backslashes", "\\\\", "\\"],
])("a string of many %s is read", (_, escaped, plain) => {
  expect(parseJson(`"${escaped.repeat(100_000)}"`)).toBe(plain.repeat(100_000));
});

test.each(['"', '"a', '"\\"', '"\\', '"\\x"', '"\\u12"', '"\n"', '"\\\\\\"'])(
  "the malformed string %j is refused",
  (text) => {
    expect(() => parseJson(text)).toThrow("malformed string at character 1");
  },
);
