// A disk that takes long for a commit delays updates, and no list, however quick it was before: a client that is alone is
// served on the thread that serves lists (src/sqlite/threads/inline-writer.ts).

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { TestService } from "../support/service.ts";
import { FaultyCalls } from "./faulty-calls.ts";

setDefaultTimeout(120_000);

/** So many updates of a client that is alone are quick, most likely. */
const QUICK_UPDATES = 100;
const DELAY_MS = 500;
/** On a busy machine a list, too, may take as long as one delayed commit; of a list that waits for the disk each one does. */
const SLOW_UPDATES_MAX = 20;
const WANTED = 3;

const reason = await FaultyCalls.obstacle();
if (reason !== undefined) console.warn(`A slow disk is not tried here: ${reason}`);

describe.if(reason === undefined)("a disk that has become slow", () => {
  test("delays updates, and lists are answered meanwhile", async () => {
    await using service = await TestService.start({ rows: ["1,0,available"] });
    const key = await service.makeKey();
    for (let quantity = 1; quantity <= QUICK_UPDATES; quantity++) await service.update(key, 1, quantity);

    let lists = 0;
    const stop = new AbortController();
    const reading = (async () => {
      while (!stop.signal.aborted) {
        await service.list(key);
        lists += 1;
      }
    })();
    await using slow = await FaultyCalls.begin(service.pid, {
      calls: "fsync,fdatasync",
      delayMs: DELAY_MS,
      path: `${service.databasePath}-wal`,
    });
    let overtaken = 0;
    for (let i = 1; i <= SLOW_UPDATES_MAX && overtaken < WANTED; i++) {
      const before = lists;
      expect((await service.update(key, 1, QUICK_UPDATES + i)).status).toBe(200);
      // The first one to end may have been nearly done when the update began.
      if (lists > before + 1) overtaken += 1;
    }
    stop.abort();
    await reading;
    expect(slow.count).toBeGreaterThanOrEqual(WANTED);
    expect(overtaken).toBe(WANTED);
  });
});
