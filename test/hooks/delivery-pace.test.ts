// Messages of hooks under load: updates go first, and no message is late in an idle service, nor too large.

import { expect, test } from "bun:test";
import { DeliveryPace } from "../../src/hooks/delivery-pace.ts";

const LOOK_MS = 100;
const NONCE = "0123456789abcdef";

/** A hook for which there is always something new, over some seconds of looks: when its messages began, in ms. */
function messages({
  seconds,
  isBusy,
  changesPerLook = 1,
}: {
  seconds: number;
  isBusy: (ms: number) => boolean;
  changesPerLook?: number;
}): number[] {
  let now = 0;
  const pace = new DeliveryPace({ isBusy: () => isBusy(now), steady: { now: () => now } });
  const begun: number[] = [];
  const at = { endedAt: Number.NEGATIVE_INFINITY, position: { revision: 0, nonce: NONCE } };
  for (let revision = changesPerLook; now < seconds * 1_000; now += LOOK_MS, revision += changesPerLook) {
    const newest = { revision, nonce: NONCE };
    pace.look();
    if (!pace.isRested(at, newest)) continue;
    begun.push(now);
    Object.assign(at, { endedAt: now, position: newest });
  }
  return begun;
}

test("while no update waits each look has its message", () => {
  expect(messages({ seconds: 5, isBusy: () => false })).toHaveLength(50);
});

test("while updates wait all the time there is about one message a second, as soon as the load is known", () => {
  const begun = messages({ seconds: 20, isBusy: () => true });
  expect(begun[0]).toBe(0);
  const gaps = begun.slice(5).map((ms, index) => ms - begun[index + 4]!);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(900);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1_000);
});

test("where updates wait half of the time a hook rests half as long, and after the load soon no more", () => {
  const begun = messages({ seconds: 20, isBusy: (ms) => ms < 10_000 && ms % 200 === 0 });
  const during = begun.filter((ms) => ms >= 2_000 && ms < 10_000).length;
  expect(during).toBeGreaterThan(10);
  expect(during).toBeLessThan(24);
  expect(begun.filter((ms) => ms >= 12_000)).toHaveLength(80);
});

test("a hook does not rest until a message is too large: thousands of changes are due at once", () => {
  const busy = { seconds: 10, isBusy: () => true };
  const begun = messages({ ...busy, changesPerLook: 2_500 });
  expect(begun.length).toBeGreaterThanOrEqual(50);
  expect(messages({ ...busy, changesPerLook: 10 }).length).toBeLessThan(20);
});
