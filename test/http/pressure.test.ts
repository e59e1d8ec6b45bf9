// Updates that arrive too fast or cannot be written get 503 with Retry-After and change nothing; the service recovers by itself.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { Answer } from "../support/service.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { HeldLock } from "./held-lock.ts";
import { ledgerOf } from "./ledger.ts";

setDefaultTimeout(60_000);

const PETS = 100;
const ROWS = Array.from({ length: PETS }, (_, index) => `${index},0,available`);

function refusals(answers: readonly Answer[], code: string): readonly Answer[] {
  const refused = answers.filter((answer) => answer.code === code);
  for (const { status, headers } of refused) expect([status, headers.get("Retry-After")]).toEqual([503, "1"]);
  return refused;
}

test("updates beyond the queue's limit get 503 overloaded, and accepted ones are written", async () => {
  await using service = await TestService.start({ rows: ROWS, args: ["--queue-limit", "1"] });
  const key = await service.makeKey();
  using lock = new HeldLock(service);
  const answered: Answer[] = [];
  const updates = ROWS.map(async (_, petId) => {
    const answer = await service.update(key, petId, 1);
    answered.push(answer);
    return answer;
  });
  // Nothing can be written, so at most two groups of one update are in flight and one update waits.
  await until("all but three to be refused", () => answered.length >= PETS - 3);
  expect(refusals(answered, "overloaded")).toHaveLength(answered.length);
  // Lists do not use the queue.
  expect((await service.list(key)).status).toBe(200);
  lock.release();
  const answers = await Promise.all(updates);
  const taken = answers.filter(({ status }) => status === 200);
  expect(taken.length).toBeGreaterThan(0);
  expect(taken.length + refusals(answers, "overloaded").length).toBe(PETS);
  const written = (await ledgerOf(service)).filter(({ reason }) => reason === "update");
  expect(written.map(({ by }) => by.requestId).toSorted()).toEqual(
    taken.map(({ headers }) => headers.get("X-Request-Id")).toSorted(),
  );
  expect((await service.update(key, 1, 2)).status).toBe(200);
});

test("a burst beyond the queue's limit gets only 200 and 503 overloaded", async () => {
  await using service = await TestService.start({ rows: ROWS, args: ["--queue-limit", "1"] });
  const key = await service.makeKey();
  const answers: Answer[] = [];
  for (let quantity = 1; quantity <= 5; quantity++) {
    answers.push(...(await Promise.all(ROWS.map((_, petId) => service.update(key, petId, quantity)))));
  }
  const taken = answers.filter(({ status }) => status === 200).length;
  expect(refusals(answers, "overloaded").length + taken).toBe(5 * PETS);
  const written = (await ledgerOf(service)).filter(({ reason }) => reason === "update");
  expect(written).toHaveLength(taken);
});

test("a lock held too long by another process causes 503 unavailable, changes nothing, and recovers by itself", async () => {
  await using service = await TestService.start({ rows: ROWS, args: ["--lock-timeout", "300ms"] });
  const key = await service.makeKey();
  const before = await service.list(key);
  using lock = new HeldLock(service);
  const answers = await Promise.all(ROWS.slice(0, 20).map((_, petId) => service.update(key, petId, 7)));
  expect(refusals(answers, "unavailable")).toHaveLength(20);
  // Lists and readiness need no lock.
  const during = await service.list(key);
  expect([during.text, during.headers.get("ETag")]).toEqual([before.text, before.headers.get("ETag")]);
  expect((await service.ask("GET", "/readyz")).status).toBe(200);
  lock.release();
  expect((await service.update(key, 1, 8)).text).toBe('{"petId":1,"quantity":8,"status":"available"}');
  const written = (await ledgerOf(service)).filter(({ reason }) => reason === "update");
  expect(written.map(({ petId, after }) => [petId, after?.quantity])).toEqual([[1, 8]]);
});

test("an update that only had to wait for the lock is written", async () => {
  await using service = await TestService.start({ rows: ROWS });
  const key = await service.makeKey();
  using lock = new HeldLock(service);
  const update = service.update(key, 1, 7);
  // Lists are answered meanwhile, because the writer waits on its own thread.
  for (let round = 0; round < 20; round++) expect((await service.list(key)).status).toBe(200);
  expect(await Promise.race([update, Promise.resolve("waiting")])).toBe("waiting");
  lock.release();
  expect((await update).status).toBe(200);
});
