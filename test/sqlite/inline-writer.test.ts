// Commits on the thread that serves requests: taken for a client that is alone, on a quick disk, while no client reads and no
// other process writes; else the writer's thread commits. Time stands still here, so a commit is quick however busy the machine is.

import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { statSync } from "node:fs";
import type { SqliteStore } from "../../src/sqlite/store.ts";
import { createPet, expectConsistent, item, itemsOf, positionOf, setTo } from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { dyingWorker, openSqlite, startWorker, storeErrorOf } from "./embedded.ts";

setDefaultTimeout(60_000);

/** Quick commits after which the disk counts as quick, and the client as alone. */
const LONE_COMMITS = 20;

class StandingClock {
  ms = 1_000_000;
  /** Passes at each look. */
  step = 0;

  now(): number {
    return (this.ms += this.step);
  }
}

interface Opened extends AsyncDisposable {
  readonly store: SqliteStore;
  readonly clock: StandingClock;
  readonly path: string;
  /** Updates of one pet, each after the other. */
  commitOneByOne(count: number): Promise<void>;
}

/** A store whose thread dies at the commit after `threadCommits`. */
async function open(threadCommits: number): Promise<Opened> {
  const folder = new TemporaryFolder();
  const path = folder.file("petstock.db");
  const clock = new StandingClock();
  const startDying = dyingWorker(`commit ${threadCommits + 1} throws`);
  const store = await openSqlite(path, { startWorker: startDying, clock });
  let quantity = 0;
  return {
    store,
    clock,
    path,
    async commitOneByOne(count) {
      for (let i = 0; i < count; i++) await store.commit([{ ...setTo(1n, ++quantity), create: true }]);
    },
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** The next lone commit is one of the thread, which dies of it. */
async function expectOnThread({ store }: Opened): Promise<void> {
  expect((await storeErrorOf(store.commit([setTo(1n, 999_999)]))).code).toBe("outcome_unknown");
}

test("a client that is alone is served without the thread, and all its changes are on disk", async () => {
  await using opened = await open(LONE_COMMITS);
  await opened.commitOneByOne(100);
  expect(await itemsOf(opened.store)).toEqual([item(1n, 100)]);
  await using other = await openSqlite(opened.path);
  expect((await positionOf(other)).revision).toBe(100);
  await expectConsistent(other);
});

const REASONS: readonly (readonly [string, (opened: Opened) => unknown])[] = [
  ["a client has just read the list", ({ store }) => store.changesSince({ revision: 0, nonce: "" })],
  ["a client has just read a pet", ({ store }) => store.entry(1n)],
  [
    "a commit was slow",
    ({ clock, commitOneByOne }) => {
      clock.step = 5;
      return commitOneByOne(1).finally(() => (clock.step = 0));
    },
  ],
];

test.each(REASONS)(
  "the thread commits after %s, and a second later the other one again",
  async (_, happens) => {
    await using opened = await open(2 * LONE_COMMITS);
    await opened.commitOneByOne(LONE_COMMITS + 10);
    await happens(opened);
    await opened.commitOneByOne(LONE_COMMITS);
    opened.clock.ms += 1_000;
    await opened.commitOneByOne(10);
    opened.store.entry(1n);
    await expectOnThread(opened);
  },
);

test("the thread commits a larger group, and knows the commits of the other one as its own process's", async () => {
  const groups = 3;
  await using opened = await open(LONE_COMMITS + groups * (1 + LONE_COMMITS));
  await opened.commitOneByOne(LONE_COMMITS + 5);
  for (let group = 0; group < groups; group++) {
    await opened.store.commit(
      Array.from({ length: 10 }, (_, i) => createPet(BigInt(10 + i), group * 100 + i)),
    );
    // A client is alone only after as many commits again.
    await opened.commitOneByOne(LONE_COMMITS + 5);
  }
  const set = { changes: Array.from({ length: 10 }, (_, i) => ({ petId: BigInt(10 + i), quantity: 1 })) };
  const { reason, by } = setTo(1n, 1);
  const failed = await storeErrorOf(opened.store.commit([{ ...set, dryRun: false, reason, by }]));
  expect(failed.code).toBe("outcome_unknown");
});

test("groups are committed in order: behind one of the thread, none overtakes", async () => {
  await using opened = await open(LONE_COMMITS + 2);
  await opened.commitOneByOne(LONE_COMMITS);
  const pets = Array.from({ length: 10 }, (_, i) => createPet(BigInt(10 + i), i));
  const [, [last]] = await Promise.all([opened.store.commit(pets), opened.store.commit([setTo(10n, 77)])]);
  expect(last).toMatchObject({ kind: "updated", item: item(10n, 77) });
});

test("while another process has the lock, the service's thread does not wait for it", async () => {
  await using opened = await open(LONE_COMMITS + 1);
  await opened.commitOneByOne(LONE_COMMITS + 10);
  using other = new Database(opened.path);
  other.run("BEGIN IMMEDIATE");
  const commit = opened.store.commit([setTo(1n, 500)]);
  // Runs only if this thread is free.
  await new Promise((resolve) => setTimeout(resolve, 20));
  other.run("COMMIT");
  expect(await commit).toMatchObject([{ kind: "updated" }]);
  await opened.commitOneByOne(10);
});

test("after another process's commit the lock is left to it for a while", async () => {
  await using opened = await open(LONE_COMMITS);
  await opened.commitOneByOne(LONE_COMMITS + 10);
  {
    await using other = await openSqlite(opened.path);
    await other.commit([setTo(1n, 500)]);
  }
  // Finds the other's commit under the lock.
  await opened.commitOneByOne(1);
  await expectOnThread(opened);
});

test("a thread that has died ends these commits, too", async () => {
  await using opened = await open(LONE_COMMITS);
  await opened.commitOneByOne(LONE_COMMITS + 10);
  opened.store.entry(1n);
  await expectOnThread(opened);
  opened.clock.ms += 1_000;
  expect((await storeErrorOf(opened.store.commit([setTo(1n, 1)]))).code).toBe("unavailable");
});

test("the log is copied into the database file all the same, and does not grow under a client that never pauses", async () => {
  using folder = new TemporaryFolder();
  const path = folder.file("petstock.db");
  await using store = await openSqlite(path, { startWorker, clock: new StandingClock() });
  const logBytes = () => statSync(`${path}-wal`).size;
  const commit = async (count: number) => {
    for (let i = 0; i < count; i++) await store.commit([createPet(1n, ++quantity)]);
  };
  let quantity = 0;
  const before = statSync(path).size;
  await commit(LONE_COMMITS + 1_000);
  const first = logBytes();
  await commit(3_000);
  expect(logBytes()).toBeLessThan(1.5 * first);
  await until("the file to grow", () => statSync(path).size > before);
});
