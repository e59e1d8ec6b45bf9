// What people paste into the field for the API key.

import { expect, test } from "bun:test";
import { pastedKey } from "../../src/dashboard/session/pasted-key.ts";
import { makeKey } from "../../src/keys/format.ts";

const KEY = makeKey();

test.each([
  KEY,
  ` ${KEY}\n`,
  `"${KEY}"`,
  `'${KEY}',`,
  `“${KEY}”`,
  `\u200b${KEY}\ufeff`,
  `Bearer ${KEY}`,
  `Authorization: Bearer ${KEY}`,
  `X-Api-Key: ${KEY}`,
  `curl -H "Authorization: Bearer ${KEY}" http://127.0.0.1:8080/v1/inventory`,
  `http://127.0.0.1:8080/#key=${KEY}`,
  `Here is your link: https://petstock.example/count#key=${KEY}.`,
  `Key x7 (default/ana, clerk). It is shown only once:\r\n${KEY}\r\n`,
  `${KEY.slice(0, 30)}\n  ${KEY.slice(30)}`,
  `${KEY.slice(0, 20)} ${KEY.slice(20, 40)}\r\n${KEY.slice(40)}\r\n`,
])("the key is found in %j", (text) => {
  expect(pastedKey(text)).toEqual({ key: KEY });
});

test.each([
  ["", /not an API key/],
  ["hunter2", /not an API key/],
  ["PETSTOCK_abc", /not an API key/],
  ["http://127.0.0.1:8080/", /not an API key/],
  ["http://127.0.0.1:8080/#key=", /link holds no API key/],
  [KEY.slice(0, -1), /not complete/],
  ["petstock_", /not complete/],
])("the person is told why there is no key in %j", (text, problem) => {
  expect(pastedKey(text)).toEqual({ problem: expect.stringMatching(problem) });
});

test("a text of a megabyte is searched at once", () => {
  expect(pastedKey(`${"petstock_ ".repeat(100_000)}`)).toHaveProperty("problem");
});
