// Tests the validator that every HTTP test uses: it accepts good answers, and refuses each good answer with one change, for
// that reason.

import { describe, expect, test } from "bun:test";
import { type SeenResponse, validateResponse } from "../support/contract-validator.ts";

const ID = { "x-request-id": "r-1", "x-content-type-options": "nosniff" };
const JSON_TYPE = { "content-type": "application/json" };
const NEVER_KEPT = { "cache-control": "no-store" };
const LIST_HEADERS = {
  etag: 'W/"42-1f0c9be2a7d34c55"',
  "cache-control": "private, no-cache",
  vary: "Accept-Encoding",
  ...ID,
};
const LIST =
  '[{"petId":-9223372036854775808,"quantity":0,"status":"sold"},{"petId":7,"quantity":1,"status":"available"}]';
const ITEM = '{"petId":7,"quantity":12,"status":"available"}';

interface Answer extends Omit<SeenResponse, "headers"> {
  readonly headers: Readonly<Record<string, string>>;
}

function answer(method: string, path: string, status: number, more: Partial<Answer> = {}): Answer {
  return { method, path, status, body: "", ...more, headers: { ...ID, ...more.headers } };
}

function error(method: string, path: string, { status, code, headers = {} }: ErrorCase): Answer {
  const body = JSON.stringify({ code, message: "Do this instead.", status });
  return answer(method, path, status, { body, headers: { ...JSON_TYPE, ...NEVER_KEPT, ...headers } });
}

interface ErrorCase {
  readonly status: number;
  readonly code: string;
  readonly headers?: Record<string, string>;
}

const CHALLENGE = { "www-authenticate": 'Bearer realm="petstock"' };
const REJECTION = { "www-authenticate": 'Bearer realm="petstock", error="invalid_token"' };
const LIST_PATH = "/v1/inventory";
const PET_PATH = "/v1/inventory/7";

const GOOD = {
  list: answer("GET", LIST_PATH, 200, { body: LIST, headers: { ...JSON_TYPE, ...LIST_HEADERS } }),
  listWithQuery: answer("GET", "/v1/inventory?_=1", 200, {
    body: "[]",
    headers: { ...JSON_TYPE, ...LIST_HEADERS },
  }),
  listInGzip: answer("GET", LIST_PATH, 200, {
    body: LIST,
    headers: { ...JSON_TYPE, ...LIST_HEADERS, "content-encoding": "gzip" },
  }),
  head: answer("HEAD", LIST_PATH, 200, { headers: { ...JSON_TYPE, ...LIST_HEADERS } }),
  listForPages: answer("GET", LIST_PATH, 200, {
    body: LIST,
    headers: { ...JSON_TYPE, ...LIST_HEADERS, vary: "Accept-Encoding, Origin" },
  }),
  notModified: answer("GET", LIST_PATH, 304, { headers: LIST_HEADERS }),
  update: answer("PATCH", PET_PATH, 200, { body: ITEM, headers: { ...JSON_TYPE, etag: '"12-available"' } }),
  updateOfLargest: answer("PATCH", "/v1/inventory/9223372036854775807", 200, {
    body: '{"petId":9223372036854775807,"quantity":0,"status":"sold"}',
    headers: { "content-type": "application/json; charset=utf-8", etag: '"0-sold"' },
  }),
  replayed: answer("PATCH", PET_PATH, 200, {
    body: ITEM,
    headers: { ...JSON_TYPE, etag: '"12-available"', "idempotency-replayed": "true" },
  }),
  badBody: error("PATCH", PET_PATH, { status: 400, code: "invalid_quantity" }),
  badHeaderOfList: error("GET", LIST_PATH, { status: 400, code: "invalid_header" }),
  noKey: error("GET", LIST_PATH, { status: 401, code: "missing_api_key", headers: CHALLENGE }),
  headWithoutKey: answer("HEAD", LIST_PATH, 401, { headers: { ...JSON_TYPE, ...NEVER_KEPT, ...CHALLENGE } }),
  wrongKey: error("PATCH", PET_PATH, { status: 401, code: "invalid_api_key", headers: REJECTION }),
  readOnlyKey: error("PATCH", PET_PATH, { status: 403, code: "read_only_api_key" }),
  noPet: error("PATCH", PET_PATH, { status: 404, code: "pet_not_found" }),
  changedSince: error("PATCH", PET_PATH, {
    status: 412,
    code: "precondition_failed",
    headers: { etag: '"3-pending"' },
  }),
  tooLarge: error("PATCH", PET_PATH, { status: 413, code: "body_too_large" }),
  tooLong: error("GET", "/v1/nothing", { status: 414, code: "uri_too_long" }),
  formType: error("PATCH", PET_PATH, {
    status: 415,
    code: "unsupported_media_type",
    headers: { "accept-patch": "application/json" },
  }),
  usedKey: error("PATCH", PET_PATH, { status: 422, code: "idempotency_mismatch" }),
  tooMany: error("GET", LIST_PATH, { status: 429, code: "rate_limited", headers: { "retry-after": "1" } }),
  hugeHeaders: error("DELETE", PET_PATH, { status: 431, code: "headers_too_large" }),
  defect: error("GET", LIST_PATH, { status: 500, code: "internal_error" }),
  overloaded: error("PATCH", PET_PATH, { status: 503, code: "overloaded", headers: { "retry-after": "1" } }),
  unavailable: error("GET", LIST_PATH, { status: 503, code: "unavailable", headers: { "retry-after": "1" } }),
  unknownOutcome: error("PATCH", PET_PATH, { status: 503, code: "outcome_unknown" }),
  wrongMethod: error("DELETE", PET_PATH, {
    status: 405,
    code: "method_not_allowed",
    headers: { allow: "PATCH, OPTIONS" },
  }),
  headOfPet: answer("HEAD", PET_PATH, 405, {
    headers: { ...JSON_TYPE, ...NEVER_KEPT, allow: "OPTIONS, PATCH" },
  }),
  optionsOfList: answer("OPTIONS", LIST_PATH, 204, { headers: { allow: "GET, HEAD, OPTIONS" } }),
  optionsOfPet: answer("OPTIONS", PET_PATH, 204, {
    headers: { allow: "PATCH, OPTIONS", "accept-patch": "application/json" },
  }),
  unknownRoute: error("GET", "/v1/inventory/", { status: 404, code: "route_not_found" }),
  unknownPage: error("GET", "/nothing", { status: 404, code: "route_not_found" }),
  alive: answer("GET", "/livez", 200, { body: "ok", headers: { "content-type": "text/plain" } }),
  notReady: error("GET", "/readyz", { status: 503, code: "unavailable", headers: { "retry-after": "1" } }),
  wrongMethodOfPage: error("POST", "/livez", {
    status: 405,
    code: "method_not_allowed",
    headers: { allow: "GET, HEAD" },
  }),
} satisfies Record<string, Answer>;

type GoodName = keyof typeof GOOD;

function validate(given: Answer): void {
  validateResponse({ ...given, headers: new Headers(given.headers) });
}

describe("a good answer is accepted", () => {
  test.each(Object.keys(GOOD) as GoodName[])("%s", (name) => {
    expect(() => validate(GOOD[name])).not.toThrow();
  });
});

/** A good answer with one header changed, or without it. */
function withHeader(name: GoodName, header: string, value?: string): Answer {
  const { [header]: _old, ...others } = GOOD[name].headers as Record<string, string>;
  return { ...GOOD[name], headers: value === undefined ? others : { ...others, [header]: value } };
}

describe("a required header must not be missing", () => {
  test.each<[GoodName, string]>([
    ["list", "ETag"],
    ["list", "Cache-Control"],
    ["list", "Vary"],
    ["list", "X-Request-Id"],
    ["list", "Content-Type"],
    ["head", "ETag"],
    ["head", "Content-Type"],
    ["notModified", "ETag"],
    ["update", "ETag"],
    ["update", "X-Request-Id"],
    ["badBody", "Content-Type"],
    ["noKey", "WWW-Authenticate"],
    ["headWithoutKey", "WWW-Authenticate"],
    ["changedSince", "ETag"],
    ["formType", "Accept-Patch"],
    ["noKey", "Cache-Control"],
    ["badBody", "X-Content-Type-Options"],
    ["alive", "X-Content-Type-Options"],
    ["tooMany", "Retry-After"],
    ["overloaded", "Retry-After"],
    ["unavailable", "Retry-After"],
    ["notReady", "Retry-After"],
    ["wrongMethod", "Allow"],
    ["headOfPet", "Allow"],
    ["wrongMethodOfPage", "Allow"],
    ["optionsOfList", "Allow"],
    ["optionsOfPet", "Accept-Patch"],
    ["unknownRoute", "X-Request-Id"],
    ["alive", "X-Request-Id"],
  ])("%s without %s", (name, header) => {
    expect(() => validate(withHeader(name, header.toLowerCase()))).toThrow(header);
  });
});

describe("a header must have the documented form", () => {
  test.each<[GoodName, string, string]>([
    ["list", "ETag", '"42-1f0c9be2a7d34c55"'],
    ["list", "ETag", 'W/"42-1F0C9BE2A7D34C55"'],
    ["list", "Cache-Control", "public"],
    ["list", "Vary", "Accept-Encoding, Cookie"],
    ["list", "Content-Encoding", "br"],
    ["list", "Content-Type", "text/json"],
    ["list", "Content-Type", "application/jsonl"],
    ["notModified", "ETag", 'W/"-1f0c9be2a7d34c55"'],
    ["update", "ETag", 'W/"12-available"'],
    ["update", "ETag", '"11-available"'],
    ["update", "X-Request-Id", "a b"],
    ["update", "X-Request-Id", "x".repeat(65)],
    ["replayed", "Idempotency-Replayed", "false"],
    ["replayed", "ETag", '"13-available"'],
    ["noKey", "WWW-Authenticate", "Bearer"],
    ["noKey", "WWW-Authenticate", REJECTION["www-authenticate"]],
    ["wrongKey", "WWW-Authenticate", CHALLENGE["www-authenticate"]],
    ["formType", "Accept-Patch", "text/plain"],
    ["overloaded", "Retry-After", "soon"],
    ["unknownOutcome", "Retry-After", "1"],
    ["wrongMethod", "Allow", "GET, PATCH, OPTIONS"],
    ["optionsOfList", "Allow", "GET, OPTIONS"],
  ])("%s with %s: %s", (name, header, value) => {
    expect(() => validate(withHeader(name, header.toLowerCase(), value))).toThrow(header);
  });
});

describe("a body must match the schema", () => {
  test.each<[GoodName, string, RegExp]>([
    ["list", "", /no exact JSON/],
    ["list", LIST.slice(0, -1), /no exact JSON/],
    ["list", "{}", /must be array/],
    ["list", '[{"petId":7,"quantity":1,"quantity":1,"status":"sold"}]', /there twice/],
    ["list", '[{"petId":7,"quantity":1}]', /status/],
    ["list", '[{"petId":"7","quantity":1,"status":"sold"}]', /\/0\/petId must be an int64/],
    ["list", '[{"petId":7.5,"quantity":1,"status":"sold"}]', /\/0\/petId must be an int64/],
    ["list", '[{"petId":9223372036854775808,"quantity":1,"status":"sold"}]', /\/0\/petId must be an int64/],
    ["list", '[{"petId":7,"quantity":-1,"status":"sold"}]', /\/0\/quantity must be >= 0/],
    ["list", '[{"petId":7,"quantity":2147483648,"status":"sold"}]', /\/0\/quantity must be <= 2147483647/],
    ["list", '[{"petId":7,"quantity":9223372036854775807,"status":"sold"}]', /\/0\/quantity must be/],
    ["list", '[{"petId":7,"quantity":1,"status":"gone"}]', /\/0\/status/],
    ["list", '[{"petId":7,"quantity":1,"status":"sold","name":"Rex"}]', /additional/],
    ["update", "", /no exact JSON/],
    ["update", `[${ITEM}]`, /must be object/],
    ["update", ITEM.replace("7", "8"), /is of pet 8, not of 7/],
    ["badBody", '{"code":"invalid_quantity","status":400}', /message/],
    ["badBody", '{"code":"invalid_quantity","message":"","status":400}', /\/message/],
    ["badBody", '{"code":"no_such_code","message":"No.","status":400}', /\/code/],
    ["badBody", '{"code":"invalid_quantity","message":"No.","status":"400"}', /\/status must be integer/],
    ["badBody", '{"code":"invalid_quantity","message":"No.","status":400,"hint":1}', /additional/],
    ["badBody", '{"code":"invalid_quantity","message":"No.","status":422}', /body's status is 422/],
    ["badBody", '{"code":"pet_not_found","message":"No.","status":400}', /belongs to the status 404/],
    ["usedKey", '{"code":"idempotency_mismatch","message":"No.","status":409}', /body's status is 409/],
    ["badHeaderOfList", '{"code":"invalid_quantity","message":"No.","status":400}', /not named/],
    ["unknownRoute", '{"code":"pet_not_found","message":"No.","status":404}', /not named/],
    ["unknownPage", "Not found", /no exact JSON/],
    ["unknownPage", '{"code":"route_not_found","message":"No."}', /status/],
    ["notReady", '{"code":"internal_error","message":"No.","status":503}', /belongs to the status 500/],
  ])("%s with %s", (name, body, reason) => {
    expect(() => validate({ ...GOOD[name], body })).toThrow(reason);
  });

  test("the list ascends by petId, numerically, and has no pet twice", () => {
    const list = (...ids: string[]) => ({
      ...GOOD.list,
      body: `[${ids.map((id) => `{"petId":${id},"quantity":1,"status":"sold"}`).join()}]`,
    });
    expect(() =>
      validate(list("-10", "-9", "9", "10", "9007199254740993", "9223372036854775807")),
    ).not.toThrow();
    expect(() => validate(list("10", "9"))).toThrow(/9 stands after 10/);
    expect(() => validate(list("9", "9"))).toThrow(/9 stands after 9/);
    // These two ids are equal as doubles.
    expect(() => validate(list("9007199254740993", "9007199254740992"))).toThrow(/stands after/);
  });

  test.each<GoodName>([
    "head",
    "notModified",
    "headWithoutKey",
    "headOfPet",
    "optionsOfList",
    "optionsOfPet",
  ])("%s has none", (name) =>
    expect(() => validate({ ...GOOD[name], body: "[]" })).toThrow(/where none may be/),
  );
});

describe("a status must be documented", () => {
  test.each<[GoodName, Partial<Answer>]>([
    ["list", { status: 201 }],
    ["list", { status: 206 }],
    ["noPet", { method: "GET", path: LIST_PATH }],
    ["readOnlyKey", { method: "GET", path: LIST_PATH }],
    ["usedKey", { method: "GET", path: LIST_PATH }],
    ["notModified", { method: "PATCH", path: PET_PATH }],
    ["update", { method: "PUT" }],
    ["update", { path: "/v1/inventory/7/quantity" }],
    ["wrongMethod", { method: "PATCH" }],
    ["unknownRoute", { method: "POST", path: LIST_PATH }],
    ["noKey", { method: "OPTIONS" }],
    ["noKey", { path: "/v1/pets" }],
    ["unknownOutcome", { status: 502 }],
  ])("%s with %j", (name, change) => {
    expect(() => validate({ ...GOOD[name], ...change })).toThrow(/not documented/);
  });
});

test("all mistakes are reported at once", () => {
  const wrong = withHeader("update", "x-request-id");
  const broken = () => validate({ ...wrong, body: '{"petId":"7","quantity":-1,"status":"sold"}' });
  for (const part of ["X-Request-Id", "/petId", "/quantity", "PATCH /v1/inventory/7 answered 200"]) {
    expect(broken).toThrow(part);
  }
});

test("a list of wrong items has a short message", () => {
  const body = `[${Array.from({ length: 1000 }, () => '{"petId":1}').join()}]`;
  expect(() => validate({ ...GOOD.list, body })).toThrow(/and 1980 more/);
});
