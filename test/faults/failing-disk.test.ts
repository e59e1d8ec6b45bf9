// A disk whose calls fail, or that has become read-only: what was not written is not acknowledged, an unknown outcome is
// reported as such, and the service recovers with the disk.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { audit, emptyPets, standingOf } from "./audit.ts";
import { FaultyCalls } from "./faulty-calls.ts";
import { Load, type Update } from "./load.ts";

const ROUNDS = sized({ quick: 1, hours: 30 });
setDefaultTimeout(30_000 + ROUNDS * 30_000);

const PETS = 200;

const reason = await FaultyCalls.obstacle();
if (reason !== undefined) console.warn(`A disk that fails is not tried here: ${reason}`);

const FSYNC = "fsync,fdatasync";
const WRITE = "pwrite64,write";

interface Failure {
  readonly calls: string;
  readonly error: string;
  readonly part: "" | "-wal";
  /** The code that an update is refused with; undefined if updates do not fail. */
  readonly code: "unavailable" | "outcome_unknown" | undefined;
}

const LOG = { part: "-wal", code: "outcome_unknown" } as const;
const FAILURES: readonly (readonly [what: string, Failure])[] = [
  ["an fsync of the log that fails", { calls: FSYNC, error: "EIO", ...LOG }],
  ["an fsync of the log that finds no room", { calls: FSYNC, error: "ENOSPC", ...LOG }],
  ["a write to the log that fails", { calls: WRITE, error: "EIO", ...LOG }],
  ["a write to the log that finds no room", { calls: WRITE, error: "ENOSPC", ...LOG, code: "unavailable" }],
  ["a log that has become read-only", { calls: WRITE, error: "EROFS", ...LOG }],
  [
    "a file that takes nothing from its log",
    { calls: `${WRITE},${FSYNC}`, error: "EIO", part: "", code: undefined },
  ],
];

describe.if(reason === undefined)("under load,", () => {
  test.each(FAILURES)(
    `%s loses no acknowledged update (${ROUNDS} rounds)`,
    async (what, { calls, error, part, code }) => {
      const random = randomFrom(SEED);
      const mayRefuse = code === undefined ? [] : [code];
      const load = new Load({ pets: PETS, clients: 8, readers: 2, mayRefuse, random });
      using folder = new TemporaryFolder();
      let service = await TestService.start({ folder, rows: emptyPets(PETS) });
      await using stack = new AsyncDisposableStack();
      stack.defer(() => service[Symbol.asyncDispose]());
      let failed = 0;
      let doubts = 0;
      let applied = 0;
      const key = await service.makeKey();
      let before = await standingOf(service, key);
      for (let round = 1; round <= ROUNDS; round++) {
        const running = load.run(service.url, key);
        await load.more(1 + Math.floor(random() * 200));
        const path = service.databasePath + part;
        const faulty = await FaultyCalls.begin(service.pid, { calls, error, path });
        const { lists } = load;
        // The log is checkpointed only when it is long.
        await faulty.failed(code === undefined ? 1 : 1 + Math.floor(random() * 10));
        if (code === undefined) await load.more(200);
        await until("more lists", () => load.lists > lists + 2);
        failed += faulty.count;
        // In every other round it is killed while the disk fails: a log whose fsync failed may still be read.
        let updates: readonly Update[];
        if (round % 2 === 0) {
          service.signal("SIGKILL");
          await faulty[Symbol.asyncDispose]();
          await service.exited;
          updates = await running;
          service = await TestService.start({ folder });
        } else {
          // A call in which the faults end fails with an error that no disk has, so no update may be waiting for one.
          load.stop();
          updates = await running;
          await faulty[Symbol.asyncDispose]();
          const again = load.run(service.url, key);
          await load.more(50);
          load.stop();
          updates = [...updates, ...(await again)];
        }
        const audited = await audit(service, { key, updates, before });
        doubts += audited.inDoubt;
        applied += audited.applied;
        before = audited;
      }
      console.log(
        `${what}: ${ROUNDS} rounds, ${failed} calls failed, ${load.acknowledged} acknowledged, 0 lost, refused ` +
          `${JSON.stringify(load.refused)}, ${doubts} in doubt (${applied} of them applied); seed ${SEED}`,
      );
      expect(load.surprises).toEqual([]);
      expect(load.refusedLists).toBe(0);
      if (code !== undefined) expect(load.refused[code]).toBeGreaterThan(0);
    },
  );
});
