// docs/errors.md has exactly the existing error codes, and its statements about malformed requests are tested.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { STATUS_OF } from "../../src/contract/errors.ts";
import { HeldLock } from "../http/held-lock.ts";
import { RawConnection } from "../support/raw-http.ts";
import { TestService } from "../support/service.ts";
import { codesIn, read, sources, tableUnder } from "./document.ts";

setDefaultTimeout(60_000);

const document = await read("docs/errors.md");
const rows = tableUnder(document, "Codes");

/** Files that list codes and do not emit them. */
const TABLES = ["contract/errors.ts", "contract/openapi.generated.ts", "contract/admin.generated.ts"];
/** The constructors of all errors that reach a client; the first argument is the code. */
const EMITTED = /\bnew (?:ApiError|InvalidBodyError)\(\s*"([a-z_]+)"/g;
/** The code of a problem, in the list beside an error. */
const LISTED = /\bcode: "([a-z_]+)"/g;

describe("the table of codes", () => {
  test("has each code once, with its status, in the order of the statuses", () => {
    const documented = rows.map((row) => [codesIn(row["code"]!)[0], Number(row["status"])]);
    expect(Object.fromEntries(documented)).toEqual({ ...STATUS_OF });
    expect(documented).toHaveLength(Object.keys(STATUS_OF).length);
    const statuses = documented.map(([, status]) => Number(status));
    expect(statuses).toEqual(statuses.toSorted((a, b) => a - b));
  });

  test("has a reason, an instruction and a retry rule for each code", () => {
    for (const row of rows) {
      for (const [column, cell] of Object.entries(row))
        expect({ row, column, cell }).not.toMatchObject({ cell: "" });
    }
  });

  test("has exactly the codes that the source emits", async () => {
    const emitters = (await sources()).filter(({ path }) => !TABLES.includes(path));
    const emitted = emitters.flatMap(({ text }) => [...text.matchAll(EMITTED)].map(([, code]) => code!));
    const listed = emitters.flatMap(({ text }) => [...text.matchAll(LISTED)].map(([, code]) => code!));
    emitted.push(...listed.filter((code) => code in STATUS_OF));
    expect([...new Set(emitted)].toSorted()).toEqual(Object.keys(STATUS_OF).toSorted());
  });

  test("recommends a retry for exactly the codes where nothing was changed and time helps", () => {
    const codesWith = (retry: RegExp) =>
      rows.filter((row) => retry.test(row["retry"]!)).map((row) => codesIn(row["code"]!)[0]);
    expect(codesWith(/^yes/)).toEqual(["rate_limited", "overloaded", "unavailable"]);
    expect(codesWith(/^check first$/)).toEqual(["internal_error", "outcome_unknown"]);
  });
});

test("every code in the text exists, and the example is a real response", async () => {
  const named = document.match(/`[a-z]+(?:_[a-z]+)+`/g)!.map((text) => text.slice(1, -1));
  expect(named.filter((code) => !(code in STATUS_OF) && code !== "invalid_token")).toEqual([]);
  const [, example] = /```json\n([^`]+)```/.exec(document)!;
  await using service = await TestService.start({ rows: ["1,1,available"] });
  const { text } = await service.update(await service.makeKey(), 7, 1);
  expect(JSON.parse(text)).toEqual(JSON.parse(example!));
});

describe("responses without a body", () => {
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    service = await TestService.start({ rows: ["1,1,available"] });
    key = await service.makeKey();
  });

  afterAll(() => service[Symbol.asyncDispose]());

  const LONG = "a".repeat(33 * 1024);

  // Malformed HTTP, unknown methods and too many headers: test/http/raw.test.ts.
  test.each([
    [
      "a length of 18 digits",
      `PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: ${"9".repeat(18)}\r\n\r\n`,
      400,
    ],
    ["chunks in HTTP/1.0", "PATCH / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400],
    ["another scheme", "GET ftp://a/livez HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["another version", "GET /v1/inventory HTTP/2.0\r\nHost: a\r\n\r\n", 505],
    ["a head over 32 KiB", `GET /v1/inventory HTTP/1.1\r\nHost: a\r\nX-A: ${LONG}\r\n\r\n`, 431],
    ["an address over 32 KiB", `GET /v1/inventory?${LONG} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ["32 KiB of a head that goes on", `GET /v1/inventory HTTP/1.1\r\nHost: a\r\nX-A: ${LONG}`, 431],
  ])("%s gets no body, and the service continues", async (_, request, status) => {
    const answer = await answerTo(request);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\n\r\n$`));
    expect(answer).not.toContain("X-Request-Id");
    expect((await service.list(key)).text).toBe('[{"petId":1,"quantity":1,"status":"available"}]');
  });

  describe("an update that is being committed", () => {
    const update = () =>
      `PATCH /v1/inventory/1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Length: 14\r\n\r\n{"quantity":1}`;

    test("is not answered to a client that closes its side of the connection", async () => {
      using _ = new HeldLock(service);
      expect(await answerTo(update(), { finish: true })).toBe("");
    });

    test("is not answered if another request follows, even a malformed one", async () => {
      using _ = new HeldLock(service);
      expect(await answerTo(update() + update())).toBe("");
      expect(await answerTo(`${update()}hello\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 [^]*\r\n\r\n$/);
    });
  });

  test("requests between our limits and the runtime's get an Error body", async () => {
    const head = "a".repeat(28 * 1024);
    const headers = await answerTo(
      `GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-A: ${head}\r\n\r\n`,
    );
    expect(headers).toContain('"code":"headers_too_large"');
    const address = await answerTo(`GET /livez?${head} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(address).toContain('"code":"uri_too_long"');
  });

  /** Everything the service sends until it closes the connection. */
  async function answerTo(request: string, { finish = false } = {}): Promise<string> {
    using connection = await RawConnection.open(service.url);
    connection.send(request);
    if (finish) connection.finish();
    return await connection.closed();
  }
});
