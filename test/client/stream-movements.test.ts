// The ledger in one response, movement by movement as they arrive: exact, as of its start, and never incomplete without an error.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { answerWith, brokenOff, Gateway, loseAnswer, refuse, type Turn } from "./gateway.ts";
import { rejection, requestError } from "./rejection.ts";

setDefaultTimeout(60_000);

/** More than the service reads at once. */
const PETS = 3_000;
const LARGE = 9_223_372_036_854_775_807n;

const rows = Array.from({ length: PETS }, (_, index) => `${index + 1},1,available`);
const service = shared(await TestService.start({ rows: [...rows, `${LARGE},5,sold`] }));
const gateway = shared(await Gateway.before(service));
const admin = new PetstockAdmin({ url: gateway.url, apiKey: await service.makeKey("--role", "manager") });
await admin.applyChanges({
  reason: "lost",
  note: "süß",
  changes: [{ petId: LARGE, by: -1, label: { name: "Łódź" } }],
});
const LINE = `{"revision":1,"petId":${LARGE},"at":"2026-03-01T09:30:00.000Z"}\n`;
const ndjson = (text: string): Turn => {
  return () => new Response(text, { headers: { "Content-Type": "application/x-ndjson" } });
};

describe("a stream of movements", () => {
  test.each([
    {},
    { order: "asc" },
    { order: "asc", afterRevision: 1 },
    { petId: LARGE },
    { reason: "lost", since: new Date(0) },
    { reason: "damaged" },
  ] as const)("of %p is what the pages have, in one response", async (filter) => {
    const paged = await Array.fromAsync(admin.movements({ ...filter, pageSize: 1_000 }));
    gateway.takeMethods();
    const streamed = await Array.fromAsync(admin.streamMovements(filter));
    expect(gateway.takeMethods()).toEqual(["GET"]);
    expect(Bun.deepEquals(streamed, paged, true)).toBe(true);
  });

  test("has exact ids, and is not empty", async () => {
    const [newest, oldest] = [
      await admin.streamMovements().next(),
      await Array.fromAsync(admin.streamMovements()),
    ];
    expect(newest.value).toMatchObject({ petId: LARGE, note: "süß", label: { after: { name: "Łódź" } } });
    expect([oldest.length, oldest.at(-1)?.petId]).toEqual([PETS + 2, LARGE]);
  });

  test("gives its first movements before the last byte was sent, and closes its connection on an early stop", async () => {
    const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
    gateway.next((_, request) => {
      request.signal.addEventListener("abort", () => leave());
      const body = (async function* () {
        yield LINE + LINE.slice(0, 30);
        await gone;
      })();
      return new Response(body, { headers: { "Content-Type": "application/x-ndjson" } });
    });
    for await (const { petId } of admin.streamMovements()) {
      expect(petId).toBe(LARGE);
      break;
    }
    await gone;
  });
});

describe("a stream of movements that breaks off", () => {
  test.each([
    ["with its connection", (read: Promise<void>) => () => withType(brokenOff(LINE, read))],
    ["within a movement", () => ndjson(LINE + LINE.trimEnd())],
  ] as const)("%s is an error after its first movement, and is not requested again", async (_, turnAfter) => {
    gateway.takeMethods();
    const { promise: isRead, resolve: tell } = Promise.withResolvers<void>();
    gateway.next(turnAfter(isRead));
    const seen: bigint[] = [];
    const read = async () => {
      for await (const { petId } of admin.streamMovements()) {
        seen.push(petId);
        tell();
      }
    };
    expect(await requestError(read())).toMatchObject({ code: "broken_body", status: 200 });
    expect(seen).toEqual([LARGE]);
    expect(gateway.takeMethods()).toEqual(["GET"]);
  });

  test("before its first movement is requested again", async () => {
    gateway.takeMethods();
    gateway.next(loseAnswer, refuse("unavailable"), ndjson(LINE.slice(0, 9)), ndjson(""));
    expect(await Array.fromAsync(admin.streamMovements())).toEqual([]);
    expect(gateway.takeMethods()).toHaveLength(4);
  });
});

describe("an answer that is not a stream of movements", () => {
  test.each([
    ["a page, as of an older service", answerWith('{"movements":[],"next":null}')],
    ["another object", ndjson('{"petId":1}\n')],
    ["an array", ndjson("[]\n")],
    ["an empty line", ndjson(`${LINE}\n`)],
    ["a line without an end", ndjson(`{"note":"${"x".repeat(200_000)}`)],
  ])("is refused: %s", async (_, turn) => {
    gateway.takeMethods();
    gateway.next(turn);
    const error = await requestError(Array.fromAsync(admin.streamMovements()));
    expect(error).toMatchObject({ code: "unexpected_answer", mayBeApplied: false });
    expect(gateway.takeMethods()).toEqual(["GET"]);
  });

  test("an id that is not exact is never sent", async () => {
    gateway.takeMethods();
    expect(await rejection(admin.streamMovements({ petId: 2 ** 53 }).next())).toBeInstanceOf(TypeError);
    expect(gateway.takeMethods()).toEqual([]);
  });
});

function withType(response: Response): Response {
  return new Response(response.body, { headers: { "Content-Type": "application/x-ndjson" } });
}
