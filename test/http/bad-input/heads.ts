// Cases before the body: method, address, key and conditional headers.

import {
  badRequest,
  type Case,
  type Expected,
  type Headers,
  ITEM,
  KEY,
  LIST,
  list,
  MARK,
  OK,
  TYPE,
  update,
} from "./case.ts";

// Texts that are not an int64 in its canonical spelling: no number, another spelling, or out of range.
const IDS = [
  "abc",
  "01",
  "-01",
  "+1",
  "-0",
  "--1",
  "-",
  "1.0",
  "1e3",
  "0x1",
  "1_0",
  "1,2",
  "1;a=b",
  "null",
  "*",
]
  .concat(["9223372036854775808", "-9223372036854775809", "18446744073709551617", "9".repeat(4000)])
  .concat(["%20", "1%20", "%2F", "1%2F2", "%00", "1%00", "1%0A", "%", "%zz", "%ff", "%EF%BC%91", "%2B1"]);

// ----------------------------------------------------------------------------------------------------- credentials

const CHALLENGE = 'Bearer realm="petstock"';
const NO_KEY: Expected = {
  status: 401,
  code: "missing_api_key",
  says: "Send it as the header: Authorization: Bearer <API_KEY>",
  answers: { "WWW-Authenticate": CHALLENGE },
};
const NO_WRITING: Expected = { status: 403, code: "read_only_api_key", says: "Use a key that may write." };
const MISTYPED = refused("it is truncated or mistyped. Copy the whole key");

function refused(says: string): Expected {
  const answers = { "WWW-Authenticate": `${CHALLENGE}, error="invalid_token"` };
  return { status: 401, code: "invalid_api_key", says, answers };
}

function bearer(credentials: string): Headers {
  return [["Authorization", credentials]];
}

const CREDENTIALS: readonly (readonly [name: string, headers: Headers, expected: Expected])[] = [
  ["no key", [], NO_KEY],
  ["an empty key", bearer(""), NO_KEY],
  ["Basic", bearer("Basic dGlsbDpzZWNyZXQ="), NO_KEY],
  ["Bearer alone", bearer("Bearer"), NO_KEY],
  ["Bearer and a space", bearer("Bearer "), NO_KEY],
  ["a key without its scheme", bearer("{good}"), NO_KEY],
  ["another scheme", bearer("Token {good}"), NO_KEY],
  ["no space after the scheme", bearer("Bearer{good}"), NO_KEY],
  ["two Authorization headers", [...KEY, ...KEY], NO_KEY],
  ["Bearer and Basic", [...KEY, ...bearer("Basic dGlsbDpzZWNyZXQ=")], NO_KEY],
  ["the key twice in one header", bearer("Bearer {good}, Bearer {good}"), NO_KEY],
  ["two keys", bearer("Bearer {good} {good}"), NO_KEY],
  ["a key in another header", [["X-API-Key", "{good}"]], NO_KEY],
  ["a key in a cookie", [["Cookie", "api_key={good}"]], NO_KEY],
  ["a key for a proxy", [["Proxy-Authorization", "Bearer {good}"]], NO_KEY],
  ["a made-up key", bearer(`Bearer ${MARK}`), MISTYPED],
  ["a typo in one character", bearer("Bearer {typo}"), MISTYPED],
  ["a key cut short", bearer("Bearer {cutShort}"), MISTYPED],
  ["a key that is too long", bearer("Bearer {good}x"), MISTYPED],
  ["a key in quotes", bearer('Bearer "{good}"'), MISTYPED],
  ["something as long as a key", bearer(`Bearer ${"x".repeat(47)}`), MISTYPED],
  ["an unknown key", bearer("Bearer {unknown}"), refused("is not known here")],
  ["a revoked key", bearer("Bearer {revoked}"), refused("was revoked. Create another one")],
  ["an expired key", bearer("Bearer {expired}"), refused("has expired. Create another one")],
  ["the scheme in small letters", bearer("bearer {good}"), OK],
  ["the scheme in capitals", [["AUTHORIZATION", "BEARER {good}"]], OK],
  ["two spaces after the scheme", [["authorization", "Bearer  {good}"]], OK],
  ["a space after the key", bearer("Bearer {good} "), OK],
];

// --------------------------------------------------------------------------------------------- conditional headers

const NO_TAGS = [
  "5-available",
  '"5-available',
  '5-available"',
  "'5-available'",
  'w/"5-available"',
  "**",
  ",",
  "",
]
  .concat(['W/ "5-available"', '"5-available" "4-available"', '"5-available";"4-available"', '"5 available"'])
  // The last one would make a backtracking regular expression take exponential time.
  .concat(['"5-available", *', '*, "5-available"', MARK, `"a"${" , ".repeat(2000)}x`]);
const OTHER_TAGS = ['W/"5-available"', '"4-available"', '"5-sold", W/"5-available", ""', `"${MARK}"`];

const CHANGED: Expected = {
  status: 412,
  code: "precondition_failed",
  says: "check the item, then send the ETag of this response",
  answers: { ETag: '"5-available"' },
};

/** Each is a valid tag; only their number is wrong. */
function tagsOf(count: number, last = '"0-sold"'): string {
  return [...Array.from({ length: count - 1 }, (_, n) => `"${n}-pending"`), last].join(", ");
}

function tooManyTags(name: string, count: number): Expected {
  return badRequest("invalid_header", `${name} has ${count} tags; at most 16 are accepted. Send the newest`);
}

function noTags(name: string): Expected {
  return badRequest(
    "invalid_header",
    `${name} is not a list of entity tags. Send tags in double quotes, such as`,
  );
}

// ------------------------------------------------------------------------------------------------- idempotency keys

// Bytes that are not visible ASCII, and one character too many. Spaces around a value are not part of it.
const NO_IDEMPOTENCY_KEYS = [
  "",
  " ",
  "two words",
  "a\tb",
  "caf\xe9",
  "\x7f",
  "x".repeat(256),
  `${MARK} ${MARK}`,
];
const NO_IDEMPOTENCY_KEY = badRequest(
  "invalid_header",
  "Idempotency-Key must be 1 to 255 visible ASCII characters. Send a random one, such as a UUID, for each update.",
);

const API_KEY_AS_IDEMPOTENCY_KEY = badRequest(
  "invalid_header",
  "Idempotency-Key holds an API key, which must not be stored.",
);

// ------------------------------------------------------------------------------------------- methods and addresses

const READS = "GET, HEAD, OPTIONS";
const NOT_TAKEN: readonly (readonly [path: string, allow: string, methods: readonly string[]])[] = [
  [LIST, READS, ["POST", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"]],
  [ITEM, "PATCH, OPTIONS", ["GET", "HEAD", "POST", "PUT", "DELETE", "TRACE"]],
  ["/livez", READS, ["POST", "DELETE"]],
  ["/readyz", READS, ["POST", "PATCH"]],
];

const NO_ROUTE: Expected = {
  status: 404,
  code: "route_not_found",
  says: "The operations are GET /v1/inventory and PATCH /v1/inventory/{petId}; GET /docs shows how to use them.",
};
const NO_ROUTES = ["/v1", "/v1/", "/v1/inventory/", "/v1/inventory/1/", "/v1/inventory/1/2", "//v1/inventory"]
  .concat(["/v1//inventory", "/v2/inventory", "/inventory", "/V1/inventory", "/v1/Inventory", "/v1/pets/1"])
  .concat([
    "/v1/store/orders",
    "/v1/inventory.json",
    "/v1/inventory%2F1",
    "/v1/../livez",
    `/nothing?${MARK}`,
  ]);

const LONG = "a".repeat(17_000);
const LONG_ADDRESS: Expected = {
  status: 414,
  code: "uri_too_long",
  says: "Send the request without a query.",
};
const LONG_HEADERS: Expected = { status: 431, code: "headers_too_large", says: "Send fewer." };

function notTaken(allow: string): Expected {
  const says = `is not allowed here. Use ${allow}.`;
  return { status: 405, code: "method_not_allowed", says, answers: { Allow: allow } };
}

export const HEADS: readonly Case[] = [
  ...IDS.map((id) => {
    const says = "petId must be an int64 in plain decimal form, such as 734980";
    return update(`the id ${id.slice(0, 40)}`, badRequest("invalid_pet_id", says), { path: `${LIST}/${id}` });
  }),
  update("an id with an escape", OK, { path: `${LIST}/%31` }),
  ...CREDENTIALS.flatMap(([name, headers, expected]) => [
    update(`${name}, for an update`, expected, { headers: [...headers, ...TYPE] }),
    list(`${name}, for the list`, expected, { headers }),
  ]),
  update("a key in the query, for an update", NO_KEY, { path: `${ITEM}?api_key={good}`, headers: TYPE }),
  list("a key in the query, for the list", NO_KEY, { path: `${LIST}?access_token={good}`, headers: [] }),
  update("a key in the address, for an update", badRequest("invalid_pet_id", "petId must be"), {
    path: `${LIST}/{good}`,
  }),
  list("a key in the address, for nothing", NO_ROUTE, { path: "/nothing/{good}/{cutShort}" }),
  list("a key in the address, percent-encoded", NO_ROUTE, { path: "/nothing/{encoded}/{encodedTwice}" }),
  list("a key as the request's id", NO_ROUTE, { path: "/nothing", headers: [["X-Request-Id", "{good}"]] }),
  update("a read-only key, for an update", NO_WRITING, {
    headers: [...bearer("Bearer {readOnly}"), ...TYPE],
  }),
  list("a read-only key, for the list", OK, { headers: bearer("Bearer {readOnly}") }),
  list("a query that nobody knows, for the list", OK, { path: `${LIST}?_=1&limit=0&petId=${MARK}&%` }),
  update("a query that nobody knows, for an update", OK, { path: `${ITEM}?quantity=6` }),
  ...NO_TAGS.flatMap((tags) => [
    update(`If-Match: ${tags.slice(0, 40)}`, noTags("If-Match"), {
      headers: [...KEY, ...TYPE, ["If-Match", tags]],
    }),
    list(`If-None-Match: ${tags.slice(0, 40)}`, noTags("If-None-Match"), {
      headers: [...KEY, ["If-None-Match", tags]],
    }),
  ]),
  ...OTHER_TAGS.map((tags) =>
    update(`If-Match: ${tags}`, CHANGED, { headers: [...KEY, ...TYPE, ["If-Match", tags]] }),
  ),
  update("16 tags in If-Match", OK, {
    headers: [...KEY, ...TYPE, ["If-Match", tagsOf(16, '"5-available"')]],
  }),
  update("17 tags in If-Match", tooManyTags("If-Match", 17), {
    headers: [...KEY, ...TYPE, ["If-Match", tagsOf(17, '"5-available"')]],
  }),
  update("17 tags in two If-Matches", tooManyTags("If-Match", 17), {
    headers: [...KEY, ...TYPE, ["If-Match", tagsOf(9)], ["If-Match", tagsOf(8)]],
  }),
  list("16 tags in If-None-Match", OK, { headers: [...KEY, ["If-None-Match", tagsOf(16)]] }),
  list("17 tags in If-None-Match", tooManyTags("If-None-Match", 17), {
    headers: [...KEY, ["If-None-Match", tagsOf(17)]],
  }),
  list("1,000 tags in If-None-Match, for a page", tooManyTags("If-None-Match", 1_000), {
    path: "/openapi.yaml",
    headers: [["If-None-Match", tagsOf(1_000)]],
  }),
  ...["*", '"4-available"', "", MARK].map((tags) =>
    update(
      `If-None-Match: ${tags}, for an update`,
      badRequest("invalid_header", "Send If-Match with the tag"),
      {
        headers: [...KEY, ...TYPE, ["If-None-Match", tags]],
      },
    ),
  ),
  ...NO_IDEMPOTENCY_KEYS.map((key) =>
    update(`Idempotency-Key: ${key.slice(0, 40)}`, NO_IDEMPOTENCY_KEY, {
      headers: [...KEY, ...TYPE, ["Idempotency-Key", key]],
    }),
  ),
  ...["{good}", "order-{good}-1", "{cutShort}", "{encoded}", "{encodedTwice}"].map((key) =>
    update(`an API key as Idempotency-Key: ${key}`, API_KEY_AS_IDEMPOTENCY_KEY, {
      headers: [...KEY, ...TYPE, ["Idempotency-Key", key]],
    }),
  ),
  update("two Idempotency-Keys", NO_IDEMPOTENCY_KEY, {
    headers: [...KEY, ...TYPE, ["Idempotency-Key", "a"], ["Idempotency-Key", "b"]],
  }),
  update("an Idempotency-Key for what is there already", OK, {
    headers: [...KEY, ...TYPE, ["Idempotency-Key", ` ${MARK} `]],
  }),
  update(
    "the same Idempotency-Key for something else",
    { status: 422, code: "idempotency_mismatch", says: "send each update with a new key" },
    { headers: [...KEY, ...TYPE, ["Idempotency-Key", MARK]], body: '{"quantity":6}' },
  ),
  list("an Idempotency-Key that is none, for the list", OK, {
    headers: [...KEY, ["Idempotency-Key", "two words"]],
  }),
  ...NOT_TAKEN.flatMap(([path, allow, methods]) =>
    methods.map((method) => update(`${method} ${path}`, notTaken(allow), { method, path })),
  ),
  ...NO_ROUTES.map((path) => list(`the address ${path}`, NO_ROUTE, { path })),
  list("a long query", LONG_ADDRESS, { path: `${LIST}?${LONG}` }),
  update("a long id", LONG_ADDRESS, { path: `${LIST}/${LONG}` }),
  list("a long address of nothing", LONG_ADDRESS, { path: `/${LONG}` }),
  list("a long header", LONG_HEADERS, { headers: [...KEY, ["X-Long", LONG]] }),
  list("many headers", LONG_HEADERS, {
    headers: [
      ...KEY,
      ...Array.from({ length: 150 }, (_, n): [string, string] => [`X-${n}`, "a".repeat(110)]),
    ],
  }),
];
