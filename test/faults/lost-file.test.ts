// Files of the database deleted, replaced or destroyed under a loaded service: the service ends soon, with the reason in its log,
// and every update acknowledged before is in the files that it had.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  closeSync,
  copyFileSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { petstock, petstockProcess } from "../support/petstock.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { audit, emptyPets, standingOf } from "./audit.ts";
import { Load } from "./load.ts";

const ROUNDS = sized({ quick: 1, hours: 20 });
setDefaultTimeout(60_000 + ROUNDS * 30_000);

/** The first ones are those of each kind; the long half tries the others. */
const HARMS_TRIED = sized<[first: number, end: number]>({ quick: [0, 5], long: [5, 10], hours: [0, 10] });
const PETS = 1_000;
const PAGE_BYTES = 4_096;
/** The file watch runs every half second; a busy machine may take longer. */
const NOTICED_MS_MAX = 10_000;

interface Harm {
  readonly what: string;
  readonly harm: (path: string) => void;
  /** The reason in the service's last log lines. */
  readonly words: RegExp;
  /** Puts the original files back; then no update at all may be missing. */
  readonly mend?: (path: string) => void;
}

const DELETED = /petstock\.db was deleted while it was open/;
const REPLACED = /petstock\.db was replaced by another file while it was open/;

const HARMS: readonly Harm[] = [
  {
    what: "moved away",
    harm: (path) => renameSync(path, `${path}.away`),
    words: DELETED,
    mend: (path) => renameSync(`${path}.away`, path),
  },
  {
    what: "replaced by an older copy",
    harm: (path) => {
      copyFileSync(path, `${path}.copy`);
      linkSync(path, `${path}.kept`);
      renameSync(`${path}.copy`, path);
    },
    words: REPLACED,
    mend: (path) => renameSync(`${path}.kept`, path),
  },
  { what: "robbed of its log", harm: (path) => rmSync(`${path}-wal`), words: /-wal was deleted while/ },
  {
    what: "robbed of its log's index",
    harm: (path) => rmSync(`${path}-shm`),
    words: /-shm was deleted while/,
    mend: () => {},
  },
  {
    what: "cut off in its middle",
    harm: (path) => truncateSync(path, Math.floor(statSync(path).size / PAGE_BYTES / 2) * PAGE_BYTES),
    words: /petstock\.db was truncated while/,
  },
  {
    what: "overwritten by a text",
    harm: (path) => writeFileSync(path, "This is my shopping list.\n".repeat(10_000)),
    words: /petstock\.db was overwritten while/,
  },
  { what: "deleted", harm: (path) => rmSync(path), words: DELETED },
  {
    what: "deleted with its log and the log's index",
    harm: (path) => ["", "-wal", "-shm"].forEach((part) => rmSync(path + part)),
    words: DELETED,
  },
  {
    what: "cut off at nothing",
    harm: (path) => truncateSync(path),
    words: /petstock\.db was truncated while/,
  },
  {
    what: "overwritten in its log",
    harm: (path) => overwrite(`${path}-wal`, { from: 0, to: statSync(`${path}-wal`).size }),
    words: /restore a backup|no SQLite database/,
  },
];

function overwrite(path: string, { from, to }: { from: number; to: number }): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(to - from, 0xa5), 0, to - from, from);
  closeSync(file);
}

/** A service under load, at a random moment. */
async function loaded(random: () => number, folder: TemporaryFolder) {
  const service = await TestService.start({ folder, rows: emptyPets(PETS) });
  const key = await service.makeKey();
  const before = await standingOf(service, key);
  const mayRefuse = ["unavailable", "outcome_unknown"];
  const load = new Load({ pets: PETS, clients: 8, readers: 2, mayRefuse, random });
  const running = load.run(service.url, key);
  const target = 100 + Math.floor(random() * 900);
  await until("the load to be under way", () => load.acknowledged >= target);
  return { service, key, before, load, running };
}

describe("a database file under a loaded service that is", () => {
  test.concurrent.each(HARMS.slice(...HARMS_TRIED).map((each) => [each.what, each] as const))(
    `%s ends it with the reason in its log (${ROUNDS} rounds)`,
    async (what, { harm, words, mend }) => {
      const random = randomFrom(SEED);
      for (let round = 0; round < ROUNDS; round++) {
        using folder = new TemporaryFolder();
        const { service, key, before, load, running } = await loaded(random, folder);
        await using _ = service;
        const { moment, acknowledged } = load;
        harm(service.databasePath);
        const harmedAt = performance.now();
        const ended = await Promise.race([service.exited, Bun.sleep(NOTICED_MS_MAX)]);
        const noticedMs = Math.round(performance.now() - harmedAt);
        const updates = await running;
        const late = updates.filter(({ sentAt, acknowledgedAt }) => acknowledgedAt && sentAt > moment).length;
        console.log(
          `${what}: ended with ${ended} after ${noticedMs} ms; ${acknowledged} acknowledged before, ${late} sent and ` +
            `acknowledged since; refused ${JSON.stringify(load.refused)}; seed ${SEED}`,
        );
        expect(ended).toBe(1);
        const [last, ...more] = service.log.filter(({ msg }) => msg === "database_failed");
        expect(last?.["cause"]).toMatch(words);
        expect(more).toEqual([]);
        expect(load.surprises).toEqual([]);
        if (mend === undefined) continue;
        mend(service.databasePath);
        await using again = await TestService.start({ folder });
        await audit(again, { key, updates, before });
      }
    },
  );
});

test("truncating the log's index kills the service, and loses no acknowledged update", async () => {
  using folder = new TemporaryFolder();
  const { service, key, before, load, running } = await loaded(randomFrom(SEED), folder);
  await using _ = service;
  truncateSync(`${service.databasePath}-shm`);
  // SIGBUS: an access to mapped memory beyond the end of its file.
  expect(await service.exited).toBe(128 + 7);
  await using again = await TestService.start({ folder });
  await audit(again, { key, updates: await running, before });
  expect(load.surprises).toEqual([]);
});

test("overwritten pages appear in no list, and verify finds them", async () => {
  using folder = new TemporaryFolder();
  const { service, load, running } = await loaded(randomFrom(SEED), folder);
  await using _ = service;
  // SQLite does not read cached pages again, so the service may keep running, and lists come from its memory.
  overwrite(service.databasePath, { from: PAGE_BYTES, to: statSync(service.databasePath).size });
  const { lists } = load;
  await until("more lists, or the end", () => load.lists > lists + 20 || service.log.length > 2);
  load.stop();
  await running;
  expect(load.surprises).toEqual([]);
  const { exitCode, stderr } = await petstock(["verify", "--database", service.databaseUrl]);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("corrupt") });
  service.signal("SIGKILL");
  const args = ["serve", "--port", "0", "--database", service.databaseUrl];
  await service.exited;
  expect((await petstockProcess(args)).exitCode).toBe(1);
});
