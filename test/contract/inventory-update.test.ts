// The body of an update: accepted bodies, and for all others the error code and the message that says what to do.

import { describe, expect, test } from "bun:test";
import { InvalidBodyError } from "../../src/contract/body-text.ts";
import { parseInventoryUpdate } from "../../src/contract/validate.ts";

const EXAMPLE = 'Send a JSON object such as {"quantity": 12}.';
const RULE = '"quantity" must be an integer from 0 to 2147483647';

function refusalOf(body: string): { code: string; message: string } {
  try {
    parseInventoryUpdate(body);
  } catch (error) {
    if (!(error instanceof InvalidBodyError)) throw error;
    return { code: error.code, message: error.message };
  }
  throw new Error(`${body} was taken`);
}

describe("a quantity is taken", () => {
  test.each([
    ['{"quantity":0}', 0],
    ['{"quantity":12}', 12],
    ['{"quantity":2147483647}', 2147483647],
    [' \n{ "quantity" :\t12 }\r\n', 12],
    ['{"\\u0071uantity":12}', 12],
    // JSON Schema's integer is about the value, not about its spelling.
    ['{"quantity":14.0}', 14],
    ['{"quantity":1e3}', 1000],
    ['{"quantity":1200e-2}', 12],
    ['{"quantity":0.0000000000000000000000000000000000000000}', 0],
    ['{"quantity":-0}', 0],
  ])("%s", (body, quantity) => {
    expect({ ...parseInventoryUpdate(body) }).toEqual({ quantity });
  });
});

describe("a body that is not a JSON object is invalid_json", () => {
  test.each([
    ["", `The body is empty. ${EXAMPLE}`],
    [" \n", `The body is empty. ${EXAMPLE}`],
    ["quantity=12", `The body is no JSON: expected a value at character 1. ${EXAMPLE}`],
    [
      "{quantity:12}",
      `The body is no JSON: expected a member's name in double quotes at character 2. ${EXAMPLE}`,
    ],
    ['{"quantity":12', `The body is no JSON: expected "," or "}" at character 15. ${EXAMPLE}`],
    ['{"quantity":', `The body is no JSON: the text ends too early at character 13. ${EXAMPLE}`],
    [
      '{"quantity":12,}',
      `The body is no JSON: expected a member's name in double quotes at character 16. ${EXAMPLE}`,
    ],
    ['{"quantity":12}{}', `The body is no JSON: unexpected text after the value at character 16. ${EXAMPLE}`],
    ['{"quantity":NaN}', `The body is no JSON: expected a value at character 13. ${EXAMPLE}`],
    ['{"quantity":0x10}', `The body is no JSON: expected "," or "}" at character 14. ${EXAMPLE}`],
    ['{"quantity":012}', `The body is no JSON: expected "," or "}" at character 14. ${EXAMPLE}`],
    ['{"quantity":+12}', `The body is no JSON: expected a value at character 13. ${EXAMPLE}`],
    ["null", `The body is null, not an object. ${EXAMPLE}`],
    ["true", `The body is true, not an object. ${EXAMPLE}`],
    ["12", `The body is 12, not an object. ${EXAMPLE}`],
    ["1.5", `The body is 1.5, not an object. ${EXAMPLE}`],
    ["9223372036854775807", `The body is 9223372036854775807, not an object. ${EXAMPLE}`],
    ['"12"', `The body is the text "12", not an object. ${EXAMPLE}`],
    ['[{"quantity":12}]', `The body is an array, not an object. ${EXAMPLE}`],
  ])("%s", (body, message) => expect(refusalOf(body)).toEqual({ code: "invalid_json", message }));
});

describe("a body without quantity is missing_quantity", () => {
  test.each([
    ["{}", `"quantity" is missing. ${EXAMPLE}`],
    ['{"Quantity":12}', `"quantity" is missing (the body has "Quantity"). ${EXAMPLE}`],
    ['{"stock":12,"status":"sold"}', `"quantity" is missing (the body has "stock"). ${EXAMPLE}`],
    ['{"__proto__":{"quantity":12}}', `"quantity" is missing (the body has "__proto__"). ${EXAMPLE}`],
  ])("%s", (body, message) => expect(refusalOf(body)).toEqual({ code: "missing_quantity", message }));
});

describe("a quantity that is not a stock count is invalid_quantity, and the message shows it", () => {
  test.each([
    ["-1", "-1"],
    ["2147483648", "2147483648"],
    ["9223372036854775807", "9223372036854775807"],
    ["9223372036854775808", "9223372036854775808"],
    ["1.5", "1.5"],
    ["1e400", "1e400"],
    ["1e-400", "1e-400"],
    // As doubles both would be integers.
    ["2147483647.0000000001", "2147483647.0000000001"],
    ["1.0000000000000000001", "1.0000000000000000001"],
    ['"12"', 'the text "12"'],
    ["null", "null"],
    ["true", "true"],
    ["[12]", "an array"],
    ['{"value":12}', "an object"],
    [`"${"x".repeat(50)}"`, `the text "${"x".repeat(40)}"`],
    [`1.${"5".repeat(50)}`, `1.${"5".repeat(38)}`],
  ])("%s", (quantity, shown) => {
    const message = `${RULE}; got ${shown}.`;
    expect(refusalOf(`{"quantity":${quantity}}`)).toEqual({ code: "invalid_quantity", message });
  });

  test("also beside an unknown field", () => {
    expect(refusalOf('{"quantity":-1,"status":"sold"}').code).toBe("invalid_quantity");
  });
});

describe("a member that an update does not have is unknown_field", () => {
  test.each(["status", "petId", "__proto__", "toString", "constructor", ""])("%j", (member) => {
    const message = `${JSON.stringify(member)} is no field of an update; only "quantity" is. ${EXAMPLE}`;
    const body = `{"quantity":12,${JSON.stringify(member)}:1}`;
    expect(refusalOf(body)).toEqual({ code: "unknown_field", message });
  });
});

describe("a repeated member is duplicate_field", () => {
  test.each([
    ['{"quantity":12,"quantity":12}', "quantity"],
    ['{"quantity":12,"\\u0071uantity":13}', "quantity"],
    ['{"quantity":12,"__proto__":1,"__proto__":1}', "__proto__"],
    ['{"quantity":{"a":1,"a":2}}', "a"],
  ])("%s", (body, member) => {
    const message = `"${member}" is there twice; send it once. ${EXAMPLE}`;
    expect(refusalOf(body)).toEqual({ code: "duplicate_field", message });
  });
});

test("a message never grows with the body", () => {
  const long = "k".repeat(16_000);
  const bodies = [
    `{"${long}":1}`,
    `{"quantity":1,"${long}":1}`,
    `{"quantity":"${long}"}`,
    `{"quantity":1.${"1".repeat(16_000)}}`,
    `{"${long}":1,"${long}":1}`,
    `"${long}"`,
    "[".repeat(16_000),
    long,
  ];
  for (const body of bodies) expect(refusalOf(body).message.length).toBeLessThan(300);
});
