// Deadlines, on a clock whose time a test moves, and the relations between the waits of the table.

import { expect, test } from "bun:test";
import { Deadline, withDeadline } from "../../src/postgres/deadline.ts";
import { attemptsOf, DEADLINES } from "../../src/postgres/deadlines.ts";
import { NoReplyError } from "../../src/postgres/errors.ts";
import { TestClock } from "../support/test-clock.ts";

const never = () => new Promise<never>(() => {});

test("a wait without a reply rejects at its deadline, and names it", async () => {
  const clock = new TestClock(["replyMs"]);
  const waiting = withDeadline(clock, "replyMs", never());
  await clock.expire("replyMs");
  const error: unknown = await waiting.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NoReplyError);
  expect(error).toMatchObject({ code: "unavailable", message: "PostgreSQL: no answer for 5000 ms" });
});

test("a reply settles the wait and stops its timer", async () => {
  const clock = new TestClock(["replyMs"]);
  expect(await withDeadline(clock, "replyMs", Promise.resolve(7))).toBe(7);
  await expect(withDeadline(clock, "replyMs", Promise.reject(new Error("refused")))).rejects.toThrow(
    "refused",
  );
  expect(clock.timers).toBe(0);
});

test("several waits share one deadline, and a failure after it is ignored", async () => {
  const clock = new TestClock(["updateMs"]);
  const late = Promise.withResolvers<never>();
  {
    using deadline = new Deadline(clock, { name: "updateMs", ms: 10 }, () => new Error("too late"));
    expect(await deadline.limit(Promise.resolve(1))).toBe(1);
    const waits = [deadline.limit(late.promise), deadline.limit(never())].map((wait) =>
      wait.catch((error: Error) => error.message),
    );
    await clock.expire("updateMs");
    expect(await Promise.all(waits)).toEqual(["too late", "too late"]);
  }
  late.reject(new Error("an unhandled rejection would fail this test"));
  await Promise.resolve();
  expect(clock.timers).toBe(0);
});

test("a timeout that the server keeps is shorter than the deadline for its reply", () => {
  expect(DEADLINES.pageLockTimeoutMs).toBeLessThan(DEADLINES.replyMs);
  expect(DEADLINES.versionLockTimeoutMs).toBeLessThan(DEADLINES.healthCheckMs);
  expect(DEADLINES.alterLockTimeoutMs).toBeLessThan(DEADLINES.migrationMs);
  expect(DEADLINES.migrationLockTimeoutMs).toBeLessThanOrEqual(DEADLINES.migrationMs);
});

test("a lost connection leaves time for another attempt", () => {
  // A revoked key is refused within a second: keys are read twice a second.
  const [first, second] = attemptsOf("keyAttemptsMs").map((wait) => (typeof wait === "string" ? 0 : wait.ms));
  expect(first! + second! + 500).toBeLessThanOrEqual(1_000);
  // The standby monitor learns of a waiting commit before the commit's deadline, and counts it as waiting by then.
  expect(DEADLINES.standbyWaitMs).toBeLessThan(DEADLINES.slowCommitMs);
  expect(DEADLINES.slowCommitMs).toBeLessThan(DEADLINES.commitMs);
  // The server keeps a lost transaction for less time than an update may take beyond its lock.
  expect(DEADLINES.idleTransactionMs).toBeLessThanOrEqual(DEADLINES.updateMs);
});
