// Requests with several mistakes: the error is the first one in the contract's order, so nothing is revealed without a key and
// nothing changes before all checks pass.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const ROWS = ["1,5,available", "2,0,sold"];
const UNKNOWN_PET = 3;

const service = shared(await TestService.start({ rows: ROWS }));
const [writer, reader] = await Promise.all([service.makeKey(), service.makeKey("--read-only")]);
// An update without effect: it only uses up the Idempotency-Key.
expect((await service.update(writer, 2, 0, { "Idempotency-Key": "used" })).status).toBe(200);
const before = await state();

/** The list and its tag, which names the ledger's newest revision. */
async function state(): Promise<readonly (string | null)[]> {
  const { text, headers } = await service.list(writer);
  return [text, headers.get("ETag")];
}

interface Attempt {
  readonly path: string;
  readonly method: string;
  readonly key: "none" | "wrong" | "reader" | "writer";
  readonly type: string;
  readonly body: string;
  readonly ifMatch: string;
  readonly idempotencyKey: string;
}

/** A request in which everything is wrong. Each step corrects one mistake, in the order of the checks. */
const ALL_WRONG: Attempt = {
  path: `/v1/nothing/abc?${"a".repeat(9_000)}`,
  method: "DELETE",
  key: "none",
  type: "text/plain",
  body: `{"status":"sold"}${" ".repeat(20_000)}`,
  ifMatch: "malformed",
  idempotencyKey: "two words",
};

interface Step {
  readonly mended: string;
  readonly mend: Partial<Attempt>;
  /** The response after the correction: the error of the next mistake. */
  readonly status: number;
  readonly code: string | undefined;
}

const STEPS: readonly Step[] = [
  { mended: "nothing", mend: {}, status: 414, code: "uri_too_long" },
  { mended: "the length", mend: { path: "/v1/nothing/abc" }, status: 404, code: "route_not_found" },
  { mended: "the route", mend: { path: "/v1/inventory/abc" }, status: 405, code: "method_not_allowed" },
  { mended: "the method", mend: { method: "PATCH" }, status: 401, code: "missing_api_key" },
  { mended: "the missing key", mend: { key: "wrong" }, status: 401, code: "invalid_api_key" },
  { mended: "the wrong key", mend: { key: "reader" }, status: 403, code: "read_only_api_key" },
  { mended: "the permission", mend: { key: "writer" }, status: 400, code: "invalid_pet_id" },
  {
    mended: "the petId",
    mend: { path: `/v1/inventory/${UNKNOWN_PET}` },
    status: 415,
    code: "unsupported_media_type",
  },
  { mended: "the content type", mend: { type: "application/json" }, status: 413, code: "body_too_large" },
  { mended: "the size", mend: { body: '{"status":"sold"}' }, status: 400, code: "missing_quantity" },
  { mended: "the body", mend: { body: '{"quantity":7}' }, status: 400, code: "invalid_header" },
  { mended: "the tags", mend: { ifMatch: '"6-available"' }, status: 400, code: "invalid_header" },
  {
    mended: "the headers",
    mend: { idempotencyKey: "used" },
    status: 422,
    code: "idempotency_mismatch",
  },
  { mended: "the used key", mend: { idempotencyKey: "new" }, status: 404, code: "pet_not_found" },
  { mended: "the pet", mend: { path: "/v1/inventory/1" }, status: 412, code: "precondition_failed" },
  { mended: "everything", mend: { ifMatch: '"5-available"' }, status: 200, code: undefined },
];

async function send({ method, path, key, type, body, ifMatch, idempotencyKey }: Attempt) {
  const credentials = { none: undefined, wrong: "petstock_wrong", reader, writer }[key];
  const headers = { "Content-Type": type, "If-Match": ifMatch, "Idempotency-Key": idempotencyKey };
  return service.ask(method, path, { ...(credentials !== undefined && { key: credentials }), headers, body });
}

describe("the checks have a fixed order, and nothing changes before all pass:", () => {
  test.each(STEPS.map((step, index): [string, Step, number] => [step.mended, step, index]))(
    "%s is right, and all that comes later is wrong",
    async (_, { status, code }, index) => {
      const mended = STEPS.slice(0, index + 1).map((step) => step.mend);
      const answer = await send(Object.assign({}, ALL_WRONG, ...mended));
      expect([answer.status, answer.code]).toEqual([status, code]);
      if (status !== 200) expect(await state()).toEqual(before);
    },
  );
});

test("only the valid request changed something, once", async () => {
  expect((await service.list(writer)).text).toBe(
    '[{"petId":1,"quantity":7,"status":"available"},{"petId":2,"quantity":0,"status":"sold"}]',
  );
  const { stdout } = await petstockOrThrow(["history", "--json", "--database", service.databaseUrl]);
  expect(stdout.trim().split("\n")).toHaveLength(ROWS.length + 1);
});

describe("without a key nothing is revealed:", () => {
  test.each([
    ["that a pet is there", "/v1/inventory/1", '{"quantity":7}', {}],
    ["that a pet is missing", "/v1/inventory/3", '{"quantity":7}', {}],
    ["that an id is wrong", "/v1/inventory/abc", '{"quantity":7}', {}],
    ["that a body is wrong", "/v1/inventory/1", "nonsense", {}],
    ["that a tag is right", "/v1/inventory/1", '{"quantity":7}', { "If-Match": '"7-available"' }],
    ["that a tag is wrong", "/v1/inventory/1", '{"quantity":7}', { "If-Match": '"1-sold"' }],
    ["that a key was used", "/v1/inventory/2", '{"quantity":0}', { "Idempotency-Key": "used" }],
    [
      "that a key was used for something else",
      "/v1/inventory/1",
      '{"quantity":7}',
      { "Idempotency-Key": "used" },
    ],
  ])("%s", async (_, path, body, headers) => {
    const answer = await service.ask("PATCH", path, { headers, body });
    expect(answer.text).toBe(
      '{"code":"missing_api_key","message":"No API key. Send it as the header: Authorization: Bearer <API_KEY>","status":401}',
    );
    expect(answer.headers.has("ETag")).toBe(false);
  });
});

describe("the list checks the key before anything else:", () => {
  test("a malformed If-None-Match is 401 without a key, and 400 with one", async () => {
    const headers = { "If-None-Match": "malformed" };
    expect((await service.ask("GET", "/v1/inventory", { headers })).code).toBe("missing_api_key");
    expect((await service.list("petstock_wrong", headers)).code).toBe("invalid_api_key");
    expect((await service.list(reader, headers)).code).toBe("invalid_header");
  });

  test("a current tag, or *, gives no 304 without a key", async () => {
    const tag = (await service.list(reader)).headers.get("ETag") ?? "";
    for (const held of [tag, "*"]) {
      const answer = await service.ask("GET", "/v1/inventory", { headers: { "If-None-Match": held } });
      expect(answer.code).toBe("missing_api_key");
      expect(answer.headers.has("ETag")).toBe(false);
    }
  });
});
