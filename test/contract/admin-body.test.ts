// JSON bodies of the Admin API: exact, closed, and refused with a message that names the member and the rule.

import { expect, test } from "bun:test";
import { parseAdminBody, problemIn } from "../../src/contract/admin-body.ts";
import { InvalidBodyError } from "../../src/contract/body-text.ts";
import { adminApiDocument } from "../../src/contract/document.ts";
import { JsonNumber, type JsonObject, type JsonValue } from "../../src/contract/json.ts";

type SchemaName = Parameters<typeof problemIn>[1];

/** Valid members of all bodies. */
const EXAMPLES: JsonObject = {
  petId: 1,
  quantity: 1,
  by: 1,
  status: "sold",
  create: true,
  remove: true,
  name: "a",
  role: "clerk",
  url: "https://shop.example",
  events: ["low"],
  code: "3fH8sKq0ZtYbWm5RcXeP1u",
  changes: [1],
  labels: [1],
  label: {},
};

test("a body is returned with every digit of its numbers", () => {
  const body = parseAdminBody('{"changes":[{"petId":9223372036854775807,"quantity":1}]}', "ChangeSet");
  expect(body).toEqual({ changes: [{ petId: 9223372036854775807n, quantity: 1 }] });
});

test.each([
  ["", "invalid_json", /The body is empty/],
  ["{", "invalid_json", /no JSON: .* at character 2/],
  ["[]", "invalid_json", /an array, not an object/],
  ["1", "invalid_json", /1, not an object/],
  ["1.5", "invalid_json", /1\.5, not an object/],
  ['{"name":"a","name":"b","role":"clerk"}', "duplicate_field", /"name" is there twice/],
  ['{"name":"a","role":"clerk","rôle":1}', "unknown_field", /"rôle" is no member of the body/],
  ['{"__proto__":1,"name":"a","role":"clerk"}', "unknown_field", /"__proto__"/],
  ['{"name":"a"}', "invalid_field", /"role" is missing in the body/],
  ['{"name":"a","role":"owner"}', "invalid_field", /"role" must be one of reader, clerk, .*"owner"/],
  ['{"name":"","role":"clerk"}', "invalid_field", /"name" must not be empty; got the text ""/],
  ['{"name":7,"role":"clerk"}', "invalid_field", /"name" must be a text: letters .*; got 7/],
  ['{"name":1e400,"role":"clerk"}', "invalid_field", /"name" must be a text: .*; got 1e400/],
  [`{"name":"${"x".repeat(65)}","role":"clerk"}`, "invalid_field", /"name" must have at most 64 characters/],
  ['{"name":"\\ud800","role":"clerk"}', "invalid_field", /"name" is not well-formed Unicode/],
  [
    '{"name":"a","role":"clerk","expiresIn":"soon"}',
    "invalid_field",
    /"expiresIn" must be a whole number and a unit \(.*\), such as 30m or 7d; got the text "soon"/,
  ],
])("%s is refused: %s", (text, code, message) => {
  try {
    parseAdminBody(text, "KeyRequest");
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidBodyError);
    expect((error as InvalidBodyError).code).toBe(code as never);
    expect((error as InvalidBodyError).message).toMatch(message);
    return;
  }
  throw new Error("it was accepted");
});

test("an entry of a list is checked by itself", () => {
  expect(problemIn({ petId: 2n ** 63n - 1n, quantity: 1 }, "SetQuantity", "the change")).toBeUndefined();
  for (const petId of [2n ** 63n, "1", null, new JsonNumber("1.5")]) {
    expect(problemIn({ petId, quantity: 1 }, "SetQuantity", "the change")).toMatchObject({
      code: "invalid_field",
      message: expect.stringContaining('"petId" must be an int64'),
    });
  }
  expect(problemIn({ petId: 1, quantity: 2 ** 31 }, "SetQuantity", "the change")?.message).toMatch(
    /2147483647/,
  );
  expect(problemIn({ petId: 1, by: 1, quantity: 2 }, "SetQuantity", "the change")?.code).toBe(
    "unknown_field",
  );
  expect(problemIn(7, "SetQuantity", "the change")?.message).toBe("the change is 7, not an object.");
});

/** Regular expressions, and the words of schemas and validators. */
const JARGON = /[\^\\|]|\[\[]?[a-z0]-|pattern|schema|format|oneOf|anyOf|allOf|\bNOT\b|items\b|undefined/;
const WRONG = [
  "soon",
  "",
  "\u0001",
  "x".repeat(3000),
  7,
  -1,
  1.5,
  2n ** 63n,
  true,
  null,
  [],
  ["low", "low"],
  [5],
  {},
  { low: 1.5 },
];
const OBJECTS = Object.entries(adminApiDocument().components.schemas).filter(
  ([, schema]) => (schema as { additionalProperties?: boolean }).additionalProperties === false,
) as [SchemaName, { properties: Record<string, unknown> }][];

test("no message has a regular expression or a word of schemas", () => {
  const messages = OBJECTS.flatMap(([name, { properties }]) =>
    Object.keys(properties).flatMap((member) => WRONG.map((value) => problemWith(name, member, value))),
  ).filter((message) => message !== undefined);
  expect(messages.length).toBeGreaterThan(300);
  expect([...new Set(messages)].filter((message) => JARGON.test(message.replace(/; got .*/s, "")))).toEqual(
    [],
  );
});

/** About one member; of those that are missing, nothing. */
function problemWith(name: SchemaName, member: string, value: JsonValue): string | undefined {
  const body = { ...EXAMPLES, [member]: value };
  const members = OBJECTS.find(([each]) => each === name)![1].properties;
  const known = Object.fromEntries(Object.entries(body).filter(([each]) => each in members));
  return problemIn(known, name, "the body")?.message;
}
