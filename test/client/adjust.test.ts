// Concurrent adjustments add up, and each counts once.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { StockRangeError } from "../../src/client/client.ts";
import { ledgerOf } from "../http/ledger.ts";
import { randomFrom, SEED } from "../support/sizes.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { Gateway, loseAnswer, page, refuse, type Turn } from "./gateway.ts";
import { rejection, requestError } from "./rejection.ts";

setDefaultTimeout(60_000);

const PLENTY = 1_000_000;

const rows = [1, 2, 3, 4, 5, 6].map((id) => `${id},${id < 4 ? PLENTY : 5},available`);
const service = shared(await TestService.start({ rows }));
const gateway = shared(await Gateway.before(service));

async function quantityOf(id: bigint): Promise<number | undefined> {
  return (await gateway.client().listInventory()).find(({ petId }) => petId === id)?.quantity;
}

describe("an adjustment", () => {
  test("takes two requests with an id, and one with an unchanged item", async () => {
    gateway.takeMethods();
    const item = await gateway.client().adjust(4, 2);
    expect(item).toEqual({ petId: 4n, quantity: 7, status: "available" });
    expect(gateway.takeMethods()).toEqual(["PATCH", "PATCH"]);
    expect(await gateway.client().adjust(item, -3)).toMatchObject({ quantity: 4 });
    expect(gateway.takeMethods()).toEqual(["PATCH"]);
  });

  test("of an outdated item applies to the present one", async () => {
    const old = await gateway.client().updateInventory(4, 0);
    await gateway.client().updateInventory(4, 8);
    expect(await gateway.client().adjust(old, 1)).toMatchObject({ quantity: 9 });
    // The outdated item has no stock left; the current one has.
    expect(await gateway.client().adjust(old, -1)).toMatchObject({ quantity: 8 });
  });

  test("reads the stock without a change or a movement", async () => {
    const before = (await ledgerOf(service, 5)).length;
    expect(await gateway.client().adjust(5, 0)).toMatchObject({ quantity: 5 });
    expect((await ledgerOf(service, 5)).length).toBe(before);
  });

  test("above the bounds is refused with the item, and nothing changes", async () => {
    for (const by of [-6, 2_147_483_647, -Number.MAX_SAFE_INTEGER]) {
      const error = await rejection(gateway.client().adjust(5, by));
      expect(error).toBeInstanceOf(StockRangeError);
      expect(error).toMatchObject({ by, item: { petId: 5n, quantity: 5, status: "available" } });
    }
    expect(await quantityOf(5n)).toBe(5);
    expect(await rejection(gateway.client().adjust(5, 0.5))).toBeInstanceOf(TypeError);
    expect(await requestError(gateway.client().adjust(404, 1))).toMatchObject({ code: "pet_not_found" });
  });

  test("ends with an error after the last round", async () => {
    gateway.takeMethods();
    const faster: Turn = async (pass) => {
      await service.update(await fasterKey, 6, ++quantity);
      return pass();
    };
    const fasterKey = service.makeKey();
    let quantity = 100;
    gateway.next(...Array.from({ length: 4 }, () => faster));
    const error = await requestError(gateway.client().adjust(6, 1, { roundsMax: 4 }));
    expect(error).toMatchObject({ code: "precondition_failed", item: { quantity: 104 } });
    expect(gateway.takeMethods()).toHaveLength(4);
  });

  test("does not count again when a timed-out request arrives later", async () => {
    const fasterKey = await service.makeKey();
    let late: (() => Promise<Response>) | undefined;
    gateway.next(async (pass) => {
      late = pass;
      await service.update(fasterKey, 3, 50);
      return page(502)(pass, new Request(gateway.url));
    });
    const known = { petId: 3n, quantity: PLENTY, status: "available" } as const;
    expect(await gateway.client().adjust(known, 1)).toMatchObject({ quantity: 51 });
    // The pet is again in the state of that request's If-Match, so only its Idempotency-Key refuses it.
    await service.update(fasterKey, 3, PLENTY);
    expect((await late?.())?.status).toBe(422);
    expect(await quantityOf(3n)).toBe(PLENTY);
  });

  test("that is repeated with its key after a crash counts once", async () => {
    const options = { idempotencyKey: "sale-4711" };
    const sold = await gateway.client().adjust(6, -1, options);
    const again = await requestError(gateway.client().adjust(6, -1, options));
    expect(again.code).toBe("idempotency_mismatch");
    expect(await quantityOf(6n)).toBe(sold.quantity);
  });
});

describe("8 clients that adjust one pet", () => {
  const WRITERS = 8;
  const EACH = 25;

  /** Runs all clients. Returns the sum of their adjustments. */
  async function adjustAll(id: bigint, random: () => number): Promise<number> {
    let sum = 0;
    const writers = Array.from({ length: WRITERS }, async () => {
      const client = gateway.client({ retries: 30 });
      for (let done = 0; done < EACH; done++) {
        const by = Math.floor(random() * 21) - 10;
        await client.adjust(id, by, { roundsMax: 1000 });
        sum += by;
      }
    });
    await Promise.all(writers);
    return sum;
  }

  test("lose nothing", async () => {
    const sum = await adjustAll(1n, randomFrom(SEED));
    expect(await quantityOf(1n)).toBe(PLENTY + sum);
  });

  test("lose nothing and count nothing twice when answers are lost and requests refused", async () => {
    const random = randomFrom(SEED);
    const pass: Turn = (serve) => serve();
    const turns = Array.from({ length: WRITERS * EACH * 2 }, (): Turn => {
      const die = random();
      if (die < 0.1) return loseAnswer;
      if (die < 0.2) return refuse("unavailable");
      return die < 0.25 ? refuse("outcome_unknown") : pass;
    });
    gateway.next(...turns);
    gateway.takeMethods();
    const sum = await adjustAll(2n, random);
    const requests = gateway.takeMethods().length;
    expect(requests).toBeGreaterThan(turns.length);
    expect(await quantityOf(2n)).toBe(PLENTY + sum);
    console.log(
      `client: ${WRITERS * EACH} adjustments by ${WRITERS} writers in ${requests} requests, seed ${SEED}`,
    );
  });
});

test("the ledger folds to the stock after all these tests", async () => {
  await petstockOrThrow(["verify", "--database", service.databaseUrl]);
});
