// The queue with a simulated disk that finishes each group when the test says so.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { CommitQueue } from "../../src/commit-queue/commit-queue.ts";
import { StoreError } from "../../src/inventory/store-error.ts";
import { Disk, type Group, openQueue, outcomeOf, turns } from "./disk.ts";

describe("groups", () => {
  test("while one group is in flight changes wait, and the next group takes all of them in order", async () => {
    const { disk, add, start } = openQueue();
    await start(0);
    for (const change of [1, 2, 3]) {
      add(change);
      expect(await disk.started()).toEqual([[0]]);
    }
    await disk.finishLast();
    expect(await disk.started()).toEqual([[0], [1, 2, 3]]);
  });

  test("changes of one turn are one group, in order, which starts in the next turn", async () => {
    const { disk, add } = openQueue();
    add(1, 2);
    await Promise.resolve();
    add(3);
    expect(disk.groups).toEqual([]);
    expect(await disk.started()).toEqual([[1, 2, 3]]);
  });

  test("a group has at most the allowed size, and the rest waits", async () => {
    const { disk, add, start } = openQueue({ groupMax: 4 });
    await start(0);
    add(1, 2, 3, 4, 5, 6, 7, 8, 9);
    for (let group = 1; group <= 4; group++) {
      expect(await disk.started()).toHaveLength(group);
      await disk.finishLast();
    }
    expect(await disk.started()).toEqual([[0], [1, 2, 3, 4], [5, 6, 7, 8], [9]]);
  });

  test("a change set counts as its changes, and a set above the allowed size is a group alone", async () => {
    const { disk, queue, reported, add, start } = openQueue({ groupMax: 4, sizeOf: (change) => change });
    await start(1);
    add(2, 1, 3, 9, 4, 1);
    expect(queue.waiting).toBe(20);
    for (let group = 1; group <= 5; group++) await disk.finishLast();
    expect(await disk.started()).toEqual([[1], [2, 1], [3], [9], [4], [1]]);
    expect(queue.waiting).toBe(0);
    await disk.finishLast();
    expect(reported).toEqual([1, 3, 3, 9, 4, 1].map((size) => `committed ${size}`));
  });

  test("a group has the arrival time of its first change", async () => {
    const { disk, clock, add } = openQueue();
    for (const at of [10, 20, 30]) {
      clock.at = at;
      add(at);
      if (at === 10) await turns();
    }
    clock.at = 40;
    await disk.finishLast();
    expect(disk.groups.map(({ since }) => since)).toEqual([10, 20]);
  });

  test("an idle queue starts again", async () => {
    const { disk, settled, start } = openQueue();
    for (const change of [1, 2, 3]) {
      await start(change);
      await disk.finishLast();
      expect(settled.get(change)).toBe(outcomeOf(change));
    }
    expect(await disk.started()).toEqual([[1], [2], [3]]);
  });
});

describe("two groups in flight", () => {
  test("the second starts once its share of the changes under way waits", async () => {
    const { disk, add, start } = openQueue({ groupsMax: 2, groupShare: 0.7 });
    await start(1, 2, 3);
    add(4, 5, 6, 7, 8, 9);
    expect(await disk.started()).toEqual([[1, 2, 3]]);
    add(10, 11, 12);
    expect(await disk.started()).toHaveLength(2);
  });

  test("the second starts once it is a fair share of all, and a third waits", async () => {
    const { disk, add, start } = openQueue({ groupsMax: 2 });
    await start(0);
    await start(1);
    add(2, 3);
    expect(await disk.started()).toEqual([[0], [1]]);
    disk.groups[0]?.finish();
    expect(await disk.started()).toEqual([[0], [1], [2, 3]]);
    add(4, 5, 6);
    expect(await disk.started()).toHaveLength(3);
    disk.groups[1]?.finish();
    expect(await disk.started()).toEqual([[0], [1], [2, 3], [4, 5, 6]]);
  });

  test("a group that is too small a share of the changes under way waits until none is in flight", async () => {
    const { disk, queue, add, start } = openQueue({ groupsMax: 2 });
    add(...Array.from({ length: 30 }, (_, at) => at));
    while (queue.isBusy) {
      for (const group of disk.groups) group.finish();
      await turns();
    }
    const before = disk.groups.length;
    await start(50);
    add(51, 52, 53, 54, 55, 56);
    expect((await disk.started()).slice(before)).toEqual([[50]]);
    await disk.finishLast();
    expect((await disk.started()).slice(before)).toEqual([[50], [51, 52, 53, 54, 55, 56]]);
  });

  test("within a turn a group starts with those that waited before the newest change", async () => {
    const { disk, add } = openQueue({ groupsMax: 2 });
    add(1, 2, 3, 4);
    expect(disk.groups).toEqual([]);
    add(5);
    expect(disk.groups.map(({ changes }) => changes)).toEqual([[1, 2, 3, 4]]);
    await disk.finishLast();
    expect(await disk.started()).toEqual([[1, 2, 3, 4], [5]]);
  });

  test("each change gets its outcome whichever group ends first, and closing waits for both", async () => {
    const { disk, queue, settled, add } = openQueue({ groupsMax: 2 });
    for (const change of [0, 1, 2]) {
      add(change);
      if (change < 2) await turns();
    }
    expect(await disk.started()).toEqual([[0], [1]]);
    let closed = false;
    const closing = Promise.all([queue[Symbol.asyncDispose](), queue[Symbol.asyncDispose]()]);
    void closing.then(() => (closed = true));
    disk.groups[1]?.finish();
    await turns();
    expect([...settled]).toEqual([[1, outcomeOf(1)]]);
    disk.groups[0]?.finish();
    await turns();
    expect(closed).toBe(false);
    await disk.finishLast();
    await closing;
    expect(settled.size).toBe(3);
  });
});

describe("a group that gathers", () => {
  /** Three changes were under way lately, all of which are on disk. */
  async function openGathering({ groupsMax = 1 } = {}) {
    const opened = openQueue({ gatheringMs: 2, groupsMax });
    const { disk, add, start } = opened;
    await start(1);
    add(2, 3, 4);
    await disk.finishLast();
    await opened.clock.expire("gathering");
    await disk.finishLast();
    const before = disk.groups.length;
    return { ...opened, groups: async () => (await disk.started()).slice(before) };
  }

  test("starts when nearly all clients have sent their changes, and no other is in flight", async () => {
    const { disk, clock, add, groups } = await openGathering({ groupsMax: 2 });
    add(5, 6);
    expect(await groups()).toEqual([]);
    add(7);
    expect(await groups()).toEqual([[5, 6, 7]]);
    add(8);
    await disk.finishLast();
    expect(await groups()).toEqual([[5, 6, 7]]);
    add(9, 10);
    expect(await groups()).toEqual([[5, 6, 7]]);
    add(11);
    expect(await groups()).toEqual([
      [5, 6, 7],
      [8, 9, 10, 11],
    ]);
    expect(clock.timers).toBe(0);
  });

  test("does not wait again for a client that has sent nothing for a while", async () => {
    const { disk, clock, add, groups } = await openGathering();
    add(5);
    expect(await groups()).toEqual([]);
    await clock.expire("gathering");
    expect(await groups()).toEqual([[5]]);
    await disk.finishLast();
    add(6);
    expect(await groups()).toEqual([[5], [6]]);
    expect(clock.timers).toBe(0);
  });

  test("starts when it is full, however many clients there are", async () => {
    const { disk, add, start } = openQueue({ gatheringMs: 2, groupMax: 2 });
    await start(1);
    add(2, 3, 4, 5);
    for (let group = 1; group <= 3; group++) await disk.finishLast();
    add(6);
    expect(await disk.started()).toEqual([[1], [2, 3], [4, 5]]);
    add(7);
    expect(await disk.started()).toEqual([[1], [2, 3], [4, 5], [6, 7]]);
  });

  test("leaves out a change whose request was aborted meanwhile", async () => {
    const { disk, clock, queue, settled, add, groups } = await openGathering();
    const controller = new AbortController();
    const aborted = queue.add(5, controller).catch((error: unknown) => error);
    add(6);
    expect(await groups()).toEqual([]);
    controller.abort("gone");
    await clock.expire("gathering");
    expect(await groups()).toEqual([[6]]);
    await disk.finishLast();
    expect([await aborted, settled.get(6)]).toEqual(["gone", outcomeOf(6)]);
  });

  test("is committed when the queue is closed", async () => {
    const { disk, queue, settled, add, groups } = await openGathering();
    add(5);
    expect(await groups()).toEqual([]);
    const closing = queue[Symbol.asyncDispose]();
    expect(await groups()).toEqual([[5]]);
    await disk.finishLast();
    await closing;
    expect(settled.get(5)).toBe(outcomeOf(5));
  });
});

describe("outcomes", () => {
  test("each change gets its own outcome, and not before its group is on disk", async () => {
    const { disk, settled, start } = openQueue();
    await start(1);
    await start(2, 3);
    expect(settled.size).toBe(0);
    await disk.finishLast();
    expect([...settled]).toEqual([[1, outcomeOf(1)]]);
    await disk.finishLast();
    expect([...settled]).toEqual([1, 2, 3].map((change) => [change, outcomeOf(change)]));
  });

  test("a failed group rejects exactly its changes with its error, and the queue continues", async () => {
    const { disk, queue, settled, add, start } = openQueue();
    await start(1);
    const lost = queue.add(2).catch((error: unknown) => error);
    add(3);
    await disk.finishLast();
    add(4);
    const failure = new StoreError("outcome_unknown", "the disk failed");
    disk.groups[1]?.fail(failure);
    await turns();
    expect(await lost).toBe(failure);
    await disk.finishLast();
    expect([...settled]).toEqual([
      [1, outcomeOf(1)],
      [3, "outcome_unknown"],
      [4, outcomeOf(4)],
    ]);
    expect(await disk.started()).toEqual([[1], [2, 3], [4]]);
  });

  test("a commit that throws synchronously fails its group, and the queue continues", async () => {
    let broken = true;
    const queue = new CommitQueue<number, string>({
      commit: (changes) => {
        if (broken) throw new Error("not even begun");
        return Promise.resolve(changes.map(outcomeOf));
      },
      waitingMax: 10,
      groupMax: 10,
      groupsMax: 1,
      groupShare: 0.4,
    });
    expect(await queue.add(1).catch(String)).toBe("Error: not even begun");
    broken = false;
    expect(await queue.add(2)).toBe(outcomeOf(2));
  });

  test.each([
    ["too few", ["a"]],
    ["too many", ["a", "b", "c"]],
    ["none", []],
  ])(
    "%s outcomes fail the whole group, so that no change gets another's, and the queue continues",
    async (_, outcomes) => {
      const { disk, settled, add, start } = openQueue();
      await start(0);
      add(1, 2);
      await disk.finishLast();
      disk.groups[1]?.finish(outcomes);
      await start(3);
      await disk.finishLast();
      const failure = expect.stringContaining("one outcome for each change");
      expect([...settled]).toEqual([
        [0, outcomeOf(0)],
        [1, failure],
        [2, failure],
        [3, outcomeOf(3)],
      ]);
    },
  );
});

describe("a group that is refused because of one change", () => {
  const refusal = new StoreError("refused", "a constraint");

  /** Refuses every group that contains a change of `bad`, and finishes the others. Returns the groups in order. */
  async function run(
    bad: readonly number[],
    { count, groupsMax = 1 }: { count: number; groupsMax?: number },
  ) {
    const { disk, queue, settled, reported, start } = openQueue({ groupsMax });
    const done = new Set<Group>();
    await start(0);
    await start(...Array.from({ length: count - 1 }, (_, index) => index + 1));
    while (settled.size < count) {
      for (const group of disk.groups.filter((each) => !done.has(each))) {
        done.add(group);
        if (group.changes.some((change) => bad.includes(change))) group.fail(refusal);
        else group.finish();
      }
      await turns();
    }
    await queue[Symbol.asyncDispose]();
    return { groups: disk.groups.map(({ changes }) => changes), settled, reported };
  }

  test("is committed in halves, so that only this change fails, and the others keep their order", async () => {
    const { groups, settled, reported } = await run([3], { count: 9 });
    expect(groups).toEqual([
      [0],
      [1, 2, 3, 4, 5, 6, 7, 8],
      [1, 2, 3, 4],
      [1, 2],
      [3, 4],
      [3],
      [4],
      [5, 6, 7, 8],
    ]);
    for (const [change, how] of settled) expect(how).toBe(change === 3 ? "refused" : outcomeOf(change));
    expect(reported.filter((each) => each.startsWith("failed"))).toEqual(["failed refused"]);
  });

  test("exactly the refused changes fail, and each other change is committed once", async () => {
    const scenario = fc.record({
      bad: fc.uniqueArray(fc.nat(19), { maxLength: 5 }),
      groupsMax: fc.constantFrom(1, 2),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ bad, groupsMax }) => {
        const { groups, settled } = await run(bad, { count: 20, groupsMax });
        for (const [change, how] of settled) {
          expect(how).toBe(bad.includes(change) ? "refused" : outcomeOf(change));
        }
        const made = groups.filter((group) => !group.some((change) => bad.includes(change))).flat();
        expect(made.toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: 20 }, (_, change) => change).filter((change) => !bad.includes(change)),
        );
      }),
      { numRuns: 50 },
    );
  });

  test.each(["outcome_unknown", "unavailable", "unusable", "retired"] as const)(
    "but not after %s: changes may have been applied, or a retry cannot help",
    async (code) => {
      const { disk, settled, start } = openQueue();
      await start(1, 2);
      disk.groups[0]?.fail(new StoreError(code, "the database failed"));
      await turns();
      expect(await disk.started()).toEqual([[1, 2]]);
      expect([settled.get(1), settled.get(2)]).toEqual([code, code]);
    },
  );

  test("and closing waits for the halves", async () => {
    const { disk, queue, settled, start } = openQueue();
    await start(1, 2);
    let closed = false;
    const closing = queue[Symbol.asyncDispose]().then(() => (closed = true));
    disk.groups[0]?.fail(refusal);
    await turns();
    await disk.finishLast();
    expect([closed, settled.get(1)]).toEqual([false, outcomeOf(1)]);
    await disk.finishLast();
    await closing;
    expect(settled.get(2)).toBe(outcomeOf(2));
  });
});

describe("the limit", () => {
  test("beyond the limit a change is refused as overloaded, and never committed", async () => {
    const { disk, settled, start } = openQueue({ waitingMax: 3 });
    await start(1);
    await start(2, 3, 4, 5, 6);
    expect([...settled]).toEqual([
      [5, "overloaded"],
      [6, "overloaded"],
    ]);
    await disk.finishLast();
    await disk.finishLast();
    expect(await disk.started()).toEqual([[1], [2, 3, 4]]);
  });

  test("counts waiting changes, not those in flight", async () => {
    const { disk, settled, add, start } = openQueue({ waitingMax: 2 });
    await start(0);
    add(1, 2);
    await disk.finishLast();
    // Two changes are in flight, and two more may wait.
    add(3, 4);
    expect(await disk.started()).toEqual([[0], [1, 2]]);
    expect([...settled]).toEqual([[0, outcomeOf(0)]]);
  });

  test("counts the changes of a set; an empty queue takes a set above the limit", async () => {
    const { disk, settled, start } = openQueue({ waitingMax: 5, sizeOf: (change) => change });
    await start(1);
    await start(8, 1);
    expect([...settled]).toEqual([[1, "overloaded"]]);
    await disk.finishLast();
    expect(await disk.started()).toEqual([[1], [8]]);
    await start(3, 2, 4);
    expect(settled.get(4)).toBe("overloaded");
    await disk.finishLast();
    await disk.finishLast();
    expect((await disk.started()).flat()).toEqual([1, 8, 3, 2]);
  });

  test("allows new changes as soon as a group has started", async () => {
    const { disk, settled, add, start } = openQueue({ waitingMax: 1 });
    await start(1);
    add(2, 3);
    await disk.finishLast();
    add(4);
    await disk.finishLast();
    await disk.finishLast();
    expect([...settled.entries()].toSorted()).toEqual([
      [1, outcomeOf(1)],
      [2, outcomeOf(2)],
      [3, "overloaded"],
      [4, outcomeOf(4)],
    ]);
  });
});

test("metrics count each commit, each failed commit, and each refused change", async () => {
  const { disk, queue, reported, add, start } = openQueue({ waitingMax: 3 });
  await start(0);
  add(1, 2, 3, 4, 5);
  expect(queue.waiting).toBe(3);
  expect(reported).toEqual(["refused", "refused"]);
  await disk.finishLast();
  expect(queue.waiting).toBe(0);
  expect(reported.slice(2)).toEqual(["committed 1"]);
  disk.groups[1]?.fail(new StoreError("outcome_unknown", "the disk failed"));
  await turns();
  await start(6);
  await disk.finishLast();
  await start(7);
  disk.groups.at(-1)?.fail(new Error("a defect"));
  await turns();
  expect(reported.slice(3)).toEqual(["failed outcome_unknown", "committed 1", "failed internal_error"]);
});

describe("a change whose signal is aborted", () => {
  test("while it waits is left out, and rejected with the signal's reason; others and the closing go on without it", async () => {
    const { disk, queue, add, start } = openQueue({ groupMax: 2 });
    const controller = new AbortController();
    await start(0);
    const outcomesOf = (...changes: number[]) =>
      Promise.allSettled(changes.map((change) => queue.add(change, controller)));
    const three = outcomesOf(1, 2, 3);
    add(4);
    const last = outcomesOf(5);
    controller.abort("gone");
    // First a group of two that are aborted, then one of an aborted change and another.
    await disk.finishLast();
    expect(await disk.started()).toEqual([[0], [4]]);
    const closing = queue[Symbol.asyncDispose]();
    await disk.finishLast();
    await closing;
    const gone = { status: "rejected", reason: "gone" } as const;
    expect([...(await three), ...(await last)]).toEqual([gone, gone, gone, gone]);
    expect([queue.waiting, queue.isBusy, disk.groups.length]).toEqual([0, false, 2]);
  });

  test("once its group is in flight gets its outcome", async () => {
    const { disk, queue } = openQueue();
    const controller = new AbortController();
    const outcome = queue.add(1, controller);
    await turns();
    controller.abort();
    await disk.finishLast();
    expect(await outcome).toBe(outcomeOf(1));
  });
});

describe("closing", () => {
  test("commits groups in flight and waiting changes; refuses later ones", async () => {
    const { disk, queue, settled, add, start } = openQueue({ groupMax: 2 });
    await start(1);
    add(2, 3, 4);
    let closed = false;
    const closing = Promise.all([queue[Symbol.asyncDispose](), queue[Symbol.asyncDispose]()]);
    void closing.then(() => (closed = true));
    add(5);
    for (const expected of [[1], [2, 3], [4]]) {
      expect((await disk.started()).at(-1)).toEqual(expected);
      expect(closed).toBe(false);
      await disk.finishLast();
    }
    await closing;
    await start(6);
    expect([...settled.entries()].toSorted()).toEqual([
      ...[1, 2, 3, 4].map((change): [number, string] => [change, outcomeOf(change)]),
      [5, "unavailable"],
      [6, "unavailable"],
    ]);
    expect(await disk.started()).toEqual([[1], [2, 3], [4]]);
  });

  test("commits changes of the same turn", async () => {
    const { disk, queue, settled, add } = openQueue();
    add(1);
    const closing = queue[Symbol.asyncDispose]();
    expect(await disk.started()).toEqual([[1]]);
    await disk.finishLast();
    await closing;
    expect(settled.get(1)).toBe(outcomeOf(1));
  });

  test("an idle queue closes at once, and can be closed twice", async () => {
    const { disk, queue } = openQueue();
    await queue[Symbol.asyncDispose]();
    await queue[Symbol.asyncDispose]();
    expect(await disk.started()).toEqual([]);
  });

  test("a failed last group rejects its changes, and the queue closes", async () => {
    const { disk, queue, settled, add } = openQueue();
    add(1);
    const closing = queue[Symbol.asyncDispose]();
    await turns();
    disk.groups[0]?.fail(new StoreError("unavailable", "the disk is full"));
    await closing;
    expect(settled.get(1)).toBe("unavailable");
  });
});

test("with random failures each accepted change is in one group, in order, and gets its own outcome", async () => {
  const step = fc.oneof(fc.record({ add: fc.nat(5) }), fc.constantFrom("finish", "fail"));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { disk, queue, settled, add } = openQueue({ waitingMax: 6, groupMax: 4 });
      const expected = new Map<number, string>();
      let added = 0;
      const endGroup = (how: "finish" | "fail", group: Group | undefined) => {
        for (const change of group?.changes ?? []) {
          if (!expected.has(change))
            expected.set(change, how === "finish" ? outcomeOf(change) : "unavailable");
        }
        if (how === "finish") group?.finish();
        else group?.fail(new StoreError("unavailable", "the disk failed"));
      };
      for (const each of steps) {
        if (typeof each === "string") endGroup(each, disk.groups.at(-1));
        else for (let i = 0; i < each.add; i++) add(added++);
        await turns();
      }
      const closing = queue[Symbol.asyncDispose]();
      while (settled.size < added) {
        endGroup("finish", disk.groups.at(-1));
        await turns();
      }
      await closing;
      const refused = [...settled].filter(([, how]) => how === "overloaded").map(([change]) => change);
      const taken = Array.from({ length: added }, (_, change) => change).filter((n) => !refused.includes(n));
      expect(disk.groups.flatMap(({ changes }) => changes)).toEqual(taken);
      for (const { changes } of disk.groups) expect(changes.length).toBeWithin(1, 5);
      for (const change of taken) expect(settled.get(change)).toBe(expected.get(change)!);
    }),
    { numRuns: 100 },
  );
});

test("after each group that was committed, and after no other, the listener is called; meanwhile the queue is busy", async () => {
  const disk = new Disk();
  let calls = 0;
  const onCommitted = () => void calls++;
  const limits = { waitingMax: 10, groupMax: 10, groupsMax: 1, groupShare: 0.4, sizeOf: () => 1 };
  const queue = new CommitQueue<number, string>({ ...limits, commit: disk.commit, onCommitted });
  expect(queue.isBusy).toBe(false);
  const first = queue.add(1);
  expect([queue.isBusy, calls]).toEqual([true, 0]);
  await turns();
  expect([queue.isBusy, calls]).toEqual([true, 0]);
  await disk.finishLast();
  expect([await first, queue.isBusy, calls]).toEqual([outcomeOf(1), false, 1]);
  const second = queue.add(2).catch(() => "failed");
  await turns();
  disk.groups.at(-1)?.fail(new StoreError("unavailable", "away"));
  expect([await second, queue.isBusy, calls]).toEqual(["failed", false, 1]);
});
