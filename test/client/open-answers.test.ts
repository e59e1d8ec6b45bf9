// Answers of a newer service: codes and members may be added to the contract, and this client takes them.

import { expect, setDefaultTimeout, test } from "bun:test";
import { PetstockError, TransportError } from "../../src/client/client.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { answerWith, Gateway, type Turn } from "./gateway.ts";
import { requestError } from "./rejection.ts";

setDefaultTimeout(60_000);

const service = shared(await TestService.start({ rows: ["1,5,available"] }));
const gateway = shared(await Gateway.before(service));

function added(status: number, code = "shelf_is_locked"): Turn {
  const body = { code, message: "The shelf is locked.", status, shelf: 3 };
  return () => Response.json(body, { status, headers: { "X-Request-Id": "newer" } });
}

test.each([400, 403, 409, 422, 500])(
  "an unknown code with status %d is a PetstockError with that code, and nothing was changed",
  async (status) => {
    gateway.next(added(status));
    const error = await requestError(gateway.client().updateInventory(1, 6));
    expect(error).toBeInstanceOf(PetstockError);
    expect(error).toMatchObject({
      code: "shelf_is_locked",
      message: "The shelf is locked.",
      status,
      requestId: "newer",
      mayBeApplied: false,
    });
    expect(gateway.takeMethods()).toEqual(["PATCH"]);
  },
);

test("after an unknown code with status 429 any request is sent again", async () => {
  gateway.next(added(429), added(429));
  const options = { idempotencyKey: null };
  expect(await gateway.client().updateInventory(1, 7, options)).toMatchObject({ quantity: 7 });
  expect(gateway.takeMethods()).toHaveLength(3);
});

test("after an unknown code with status 503 only a request that may be repeated is sent again", async () => {
  gateway.next(added(503));
  expect(await gateway.client().updateInventory(1, 7)).toMatchObject({ quantity: 7 });
  expect(gateway.takeMethods()).toHaveLength(2);
  gateway.next(added(503));
  const error = await requestError(gateway.client().updateInventory(1, 8, { idempotencyKey: null }));
  expect(error).toMatchObject({ code: "shelf_is_locked", status: 503, mayBeApplied: false });
  expect(gateway.takeMethods()).toHaveLength(1);
});

test.each([
  ["with the status of a gateway", added(502)],
  [
    "with another status in its body",
    () => Response.json({ code: "a", message: "b", status: 409 }, { status: 500 }),
  ],
  ["whose code is no code", added(500, "Internal Server Error")],
  ["without a message", () => Response.json({ code: "a", status: 500 }, { status: 500 })],
  ["of status 500 without a body", () => new Response(null, { status: 500 })],
] as const)("a body %s is not the service's, and the update may have been applied", async (_, turn) => {
  gateway.next(turn);
  const error = await requestError(gateway.client().updateInventory(1, 8, { retries: 0 }));
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toMatchObject({ code: "unexpected_answer", mayBeApplied: true });
});

test("unknown members of items are ignored", async () => {
  const item = '{"petId":9007199254740993,"shelf":{"row":1.5},"quantity":2,"status":"sold","tags":["a"]}';
  const expected = { petId: 9007199254740993n, quantity: 2, status: "sold" } as const;
  gateway.next(answerWith(item), answerWith(`[${item}]`));
  expect(await gateway.client().updateInventory(1, 2)).toEqual(expected);
  expect(await gateway.client().listInventory()).toEqual([expected]);
});
