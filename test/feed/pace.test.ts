// Delivering rests: as long as it took while the process is idle, 32 times as long while it is busy.

import { expect, test } from "bun:test";
import { Pace } from "../../src/feed/pace.ts";

/** After 2 ms of delivering, which are 3 % then. */
const REST_MS = 2 / 0.03 - 2;

/** A clock and a processor that move only when told. */
class Machine {
  nowMs = 1_000;
  cpuMs = 0;
  isBusy = false;
  readonly pace = new Pace({
    clock: { now: () => this.nowMs },
    cpuMs: () => this.cpuMs,
    isBusy: () => this.isBusy,
  });

  /** The rests after deliveries of 2 ms, while the rest of the process uses this share of a core. */
  rests(otherLoad: number, count: number): number[] {
    return Array.from({ length: count }, () => {
      this.#pass(2, 1);
      const restMs = this.pace.restAfter(2);
      this.#pass(restMs, 0);
      // CPU time that the rest of the process uses meanwhile.
      this.cpuMs += (2 + restMs) * otherLoad;
      return restMs;
    });
  }

  #pass(ms: number, load: number): void {
    this.nowMs += ms;
    this.cpuMs += ms * load;
  }
}

test("an idle process rests as long as it delivers: half of its time", () => {
  const rests = new Machine().rests(0, 100);
  expect(rests.at(-1)).toBeCloseTo(2, 5);
});

test("a busy process delivers 3 % of its time, and half again once it is idle", () => {
  const machine = new Machine();
  expect(machine.rests(1.2, 50).at(-1)).toBeCloseTo(REST_MS, 5);
  expect(machine.rests(0, 50).at(-1)).toBeCloseTo(2, 5);
});

test("while updates wait for their commit it delivers 3 % of its time, though it uses little processor time", () => {
  const machine = new Machine();
  machine.isBusy = true;
  expect(machine.rests(0.1, 50).at(-1)).toBeCloseTo(REST_MS, 5);
  machine.isBusy = false;
  expect(machine.rests(0, 50).at(-1)).toBeCloseTo(2, 1);
});

test("in between it takes what is left of half a core", () => {
  expect(new Machine().rests(0.25, 100).at(-1)).toBeCloseTo(6, 0);
});

test("a difference that becomes too large to be sent gets more time, however busy the process is", () => {
  const machine = new Machine();
  machine.isBusy = true;
  machine.rests(1, 50);
  expect(machine.pace.restAfter(2, 50_000)).toBeWithin(62, REST_MS + 0.1);
  expect(machine.pace.restAfter(2, 750_000)).toBeWithin(11, 13);
  expect(machine.pace.restAfter(2, 3_000_000)).toBeCloseTo(2, 1);
});

test("a delivery that was interrupted for long is not followed by as long a rest", () => {
  const machine = new Machine();
  machine.isBusy = true;
  machine.rests(1, 50);
  expect(machine.pace.restAfter(100)).toBe(250);
  expect(machine.pace.restAfter(2)).toBeCloseTo(REST_MS, 5);
});

test("rests that are too short for a timer add up", () => {
  const { pace } = new Machine();
  const rests = Array.from({ length: 40 }, () => pace.restAfter(0.1));
  expect(rests.filter((ms) => ms > 0 && ms < 1)).toEqual([]);
  expect(rests.reduce((sum, ms) => sum + ms, 0)).toBeWithin(3, 4.1);
});
