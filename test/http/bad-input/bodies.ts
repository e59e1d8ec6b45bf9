// Cases of request bodies: content, type, size and encoding.

import { chunked } from "../../support/raw-http.ts";
import { badRequest, BODY, type Case, type Expected, KEY, MARK, OK, TYPE, update } from "./case.ts";

const EXAMPLE = 'Send a JSON object such as {"quantity": 12}.';
const ARRAYS = "[".repeat(8000) + "]".repeat(8000);

const NO_JSON: readonly (readonly [name: string, body: string | Uint8Array, says: string])[] = [
  ["empty", "", `The body is empty. ${EXAMPLE}`],
  ["white space", " \r\n\t", `The body is empty. ${EXAMPLE}`],
  ["a form", `quantity=5&${MARK}`, EXAMPLE],
  ["cut off", '{"quantity":', "the text ends too early"],
  ["two values", `${BODY}{"quantity":6}`, "unexpected text after the value"],
  ["a trailing comma", '{"quantity":5,}', "expected a member's name"],
  ["single quotes", "{'quantity':5}", "expected a member's name"],
  ["a comment", `${BODY} // ${MARK}`, "unexpected text"],
  ["an array", "[]", `The body is an array, not an object. ${EXAMPLE}`],
  ["an update in an array", `[${BODY}]`, "not an object"],
  ["a number", "5", "The body is 5, not an object"],
  ["a number with a fraction", "5.5", "The body is 5.5, not an object"],
  ["a text", `"${MARK}"`, "not an object"],
  ["null", "null", "The body is null, not an object"],
  ["true", "true", "The body is true, not an object"],
  ["Latin-1", Buffer.from(`{"quantity":5,"${MARK}":"\xe9"}`, "latin1"), "Send JSON in UTF-8"],
  ["overlong UTF-8", Buffer.from('{"quantity\xc0\x80":5}', "latin1"), "Send JSON in UTF-8"],
  ["UTF-16", Buffer.from(BODY, "utf16le"), "expected a member's name"],
  ["nested deep", `{"quantity":${ARRAYS}}`, "nested deeper than 64 levels"],
  ["nested deep and never closed", '{"quantity":'.repeat(1000), "nested deeper than 64 levels"],
];

const NO_NUMBERS = ["NaN", "Infinity", "0x10", "05", "+5", "5.", ".5", "1_000", "1,000", "- 5", "--5", "1e"];

const WRONG_MEMBERS: readonly (readonly [body: string, code: string, says: string])[] = [
  ["{}", "missing_quantity", `"quantity" is missing. ${EXAMPLE}`],
  [`{"${MARK}":5}`, "missing_quantity", `the body has "${MARK}"`],
  ['{"Quantity":5}', "missing_quantity", 'the body has "Quantity"'],
  ['{"quantity":5,"quantity":5}', "duplicate_field", '"quantity" is there twice; send it once'],
  ['{"quantity":5,"\\u0071uantity":6}', "duplicate_field", '"quantity" is there twice; send it once'],
  ['{"quantity":5,"status":"sold"}', "unknown_field", '"status" is no field of an update'],
  ['{"petId":1,"quantity":5}', "unknown_field", '"petId" is no field of an update'],
  ['{"quantity":5,"__proto__":{"quantity":6}}', "unknown_field", '"__proto__" is no field'],
  [`{"quantity":5,"${MARK}":"${MARK}"}`, "unknown_field", 'only "quantity" is'],
];

const RULE = '"quantity" must be an integer from 0 to 2147483647; got ';
const WRONG_QUANTITIES: readonly (readonly [text: string, shown: string])[] = [
  ['"5"', 'the text "5"'],
  [`"${MARK}"`, `the text "${MARK}"`],
  ["null", "null"],
  ["true", "true"],
  ["[]", "an array"],
  ["[5]", "an array"],
  ["{}", "an object"],
  ...["1.5", "-1", "2147483648", "2147483647.0000000001", "5.0000000000000000000000000000001"].map(asShown),
  ...["9223372036854775807", "18446744073709551621", "1e400", "-1e400", "1e-400", "1e99999999999"].map(
    asShown,
  ),
];

function asShown(text: string): [text: string, shown: string] {
  return [text, text];
}

const OTHER_TYPES = [
  "application/x-www-form-urlencoded",
  "text/plain;charset=UTF-8",
  "text/json",
  "application/jsonp",
  "application/merge-patch+json",
  "multipart/form-data; boundary=x",
  "application/json, application/json",
  `application/${MARK}`,
  "application/",
  "json",
  "",
];
const JSON_TYPES = ["application/json; charset=utf-8", "application/json ;a=b", "APPLICATION/JSON"];

function otherType(says: string): Expected {
  const answers = { "Accept-Patch": "application/json" };
  return { status: 415, code: "unsupported_media_type", says, answers };
}

const largest = BODY.padEnd(16_384);
const TOO_LARGE: Expected = { status: 413, code: "body_too_large", says: 'Send only {"quantity": N}.' };
const IN_CHUNKS: Partial<Case> = { headers: [...KEY, ...TYPE, ["Transfer-Encoding", "chunked"]] };
const ANNOUNCED: Partial<Case> = {
  headers: [...KEY, ...TYPE, ["Content-Length", "1000000000000"]],
  body: "",
};

export const BODIES: readonly Case[] = [
  ...NO_JSON.map(([name, body, says]) =>
    update(`${name} as a body`, badRequest("invalid_json", says), { body }),
  ),
  ...NO_NUMBERS.map((text) =>
    update(`the quantity ${text}`, badRequest("invalid_json", EXAMPLE), { body: `{"quantity":${text}}` }),
  ),
  ...WRONG_MEMBERS.map(([body, code, says]) => update(`the body ${body}`, badRequest(code, says), { body })),
  ...WRONG_QUANTITIES.map(([text, shown]) =>
    update(`the quantity ${text}`, badRequest("invalid_quantity", `${RULE}${shown}.`), {
      body: `{"quantity":${text}}`,
    }),
  ),
  ...OTHER_TYPES.map((type) =>
    update(`the type "${type}"`, otherType("Send the header: Content-Type: application/json"), {
      headers: [...KEY, ["Content-Type", type]],
    }),
  ),
  ...JSON_TYPES.map((type) =>
    update(`the type "${type}"`, OK, { headers: [...KEY, ["Content-Type", type]] }),
  ),
  update("no type", OK, { headers: KEY }),
  ...["identity", "Identity"].map((encoding) =>
    update(`the encoding ${encoding}, which is none`, OK, {
      headers: [...KEY, ...TYPE, ["Content-Encoding", encoding]],
    }),
  ),
  ...["gzip", "gzip, identity", MARK].map((encoding) =>
    update(`the encoding ${encoding}`, otherType("Send the body unencoded."), {
      headers: [...KEY, ...TYPE, ["Content-Encoding", encoding]],
    }),
  ),
  update("16384 bytes", OK, { body: largest }),
  update("16385 bytes", TOO_LARGE, { body: `${largest} ` }),
  update("a terabyte that is announced", TOO_LARGE, ANNOUNCED),
  update("a length that no double holds", TOO_LARGE, {
    ...ANNOUNCED,
    headers: [...KEY, ...TYPE, ["Content-Length", `${2n ** 53n + 1n}`]],
  }),
  update("16384 bytes in chunks", OK, {
    ...IN_CHUNKS,
    body: chunked(...(largest.match(/.{1,1000}/g) ?? [])),
  }),
  update("16385 bytes in chunks", TOO_LARGE, { ...IN_CHUNKS, body: chunked(largest, " ") }),
  update("1 MiB in chunks", TOO_LARGE, { ...IN_CHUNKS, body: chunked(...Array<string>(64).fill(largest)) }),
];
