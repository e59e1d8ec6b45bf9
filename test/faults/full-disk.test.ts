// A full disk: updates are refused as surely not applied, lists are answered, and updates work again as soon as there is room.

import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, rmSync, statSync } from "node:fs";
import { filesIn } from "../sqlite/embedded.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { scrape, WITH_METRICS } from "../support/metrics.ts";
import { MountedDisk } from "../support/mounted-disk.ts";
import { petstockProcess } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { audit, emptyPets, type Standing, standingOf } from "./audit.ts";
import { FollowedStream } from "./followed-stream.ts";
import { Load } from "./load.ts";

const ROUNDS = sized({ quick: 1, hours: 40 });
setDefaultTimeout(60_000 + ROUNDS * 10_000);

const PETS = 200;
const DISK_BYTES = 48 * 1024 * 1024;
/** Their updates need more space than is left in any round. */
const IMPORTED = 100_000;

const reason = await MountedDisk.obstacle();
if (reason !== undefined) console.warn(`What a full disk does is tried with refused writes alone: ${reason}`);

function newLoad(): Load {
  return new Load({
    pets: PETS,
    clients: 16,
    readers: 4,
    // The log's index may have to grow after the log was written: then the outcome is unknown.
    mayRefuse: ["unavailable", "outcome_unknown"],
    random: randomFrom(SEED),
  });
}

/** Resolves once there are some more updates and lists. */
async function goOn(
  load: Load,
  ...what: readonly ("acknowledged" | "lists" | "unavailable")[]
): Promise<void> {
  const counts = () => ({ ...load.refused, acknowledged: load.acknowledged, lists: load.lists });
  const before: Record<string, number> = counts();
  const isMore = (name: string) =>
    ((counts() as Record<string, number>)[name] ?? 0) > (before[name] ?? 0) + 20;
  await until(`more of ${what.join(" and ")}`, () => what.every(isMore));
}

/** A database of a service that was killed: it has a log, which cannot be checkpointed on a read-only disk. */
async function killedService({ folder }: MountedDisk): Promise<{ key: string; before: Standing }> {
  await using service = await TestService.start({ folder, rows: emptyPets(PETS) });
  const key = await service.makeKey();
  await service.update(key, 1, 5);
  const before = await standingOf(service, key);
  service.signal("SIGKILL");
  return { key, before };
}

describe.if(reason === undefined)("on a disk that is full", () => {
  test(`updates are refused, lists are answered, and updates work again once there is room (${ROUNDS} rounds)`, async () => {
    await using disk = await MountedDisk.make(DISK_BYTES);
    await using service = await TestService.start({ folder: disk.folder, rows: emptyPets(PETS) });
    const key = await service.makeKey();
    const before = await standingOf(service, key);
    const load = newLoad();
    const random = randomFrom(SEED);
    await using stream = FollowedStream.after(await service.list(key), { url: () => service.url, key });
    const running = load.run(service.url, key);
    const healed: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await goOn(load, "acknowledged");
      // The log is overwritten from its beginning, so the space that it has already counts as free.
      const filling = setInterval(() => disk.fill(Math.floor(random() * 3) * 4_096), 5);
      await goOn(load, "unavailable", "lists");
      expect((await service.ask("GET", "/livez")).status).toBe(200);
      clearInterval(filling);
      disk.free();
      const freedAt = performance.now();
      await goOn(load, "acknowledged");
      healed.push(performance.now() - freedAt);
    }
    load.stop();
    const { movements } = await audit(service, { key, updates: await running, before });
    // It was not interrupted either.
    await stream.reaches(await service.list(key));
    stream.expectTrue(movements);
    expect(stream.opened).toBe(1);
    console.log(
      `full disk: ${ROUNDS} rounds, ${load.acknowledged} acknowledged, 0 lost, refused ${JSON.stringify(load.refused)}, ` +
        `${load.lists} lists (${load.refusedLists} refused), well again within ${Math.round(Math.max(...healed))} ms; seed ${SEED}`,
    );
    expect({ surprises: load.surprises, refusedLists: load.refusedLists }).toEqual({
      surprises: [],
      refusedLists: 0,
    });
    expect(service.log.filter(({ msg }) => msg === "defect")).toEqual([]);
  });

  test("answer, log and metrics say that the disk is full", async () => {
    await using disk = await MountedDisk.make(DISK_BYTES);
    await using service = await TestService.start({
      folder: disk.folder,
      rows: emptyPets(PETS),
      args: WITH_METRICS,
    });
    const key = await service.makeKey();
    const refusal = await until("a refused update", async () => {
      disk.fill();
      const answer = await service.update(key, 1, 5);
      return answer.code === "unavailable" && answer;
    });
    expect(refusal.text).toContain("The disk of the database is full; nothing was changed.");
    expect(refusal.text).not.toContain(disk.folder.path);
    const failure = await until("the failure in the log", () =>
      service.log.find(({ msg, code }) => msg === "request_failed" && code === "unavailable"),
    );
    expect(failure["cause"]).toContain("petstock.db: the disk is full; free some space on it");
    const failed = 'petstock_requests_failed_total{reason="disk_full"}';
    expect((await scrape(service)).value(failed)).toBeGreaterThanOrEqual(1);
    disk.free();
    await until("an update", async () => (await service.update(key, 1, 6)).status === 200);
  });

  test("a log that grew behind a long reader until the disk was full is checkpointed once the reader has ended", async () => {
    await using disk = await MountedDisk.make(DISK_BYTES);
    await using service = await TestService.start({ folder: disk.folder, rows: emptyPets(PETS) });
    const key = await service.makeKey();
    const before = await standingOf(service, key);
    // More than the log holds before it is checkpointed.
    disk.fill(20 * 1024 * 1024);
    const reader = new Database(service.databasePath, { readwrite: true, create: false });
    reader.run("BEGIN");
    reader.query("SELECT count(*) FROM inventory").values();
    const load = newLoad();
    const running = load.run(service.url, key);
    await goOn(load, "unavailable", "lists");
    const logBytes = () => statSync(`${service.databasePath}-wal`).size;
    const fullLogBytes = logBytes();
    reader.close(true);
    // New pages in the log need space in the file.
    disk.free();
    for (let round = 0; round < 20; round++) await goOn(load, "acknowledged");
    load.stop();
    await audit(service, { key, updates: await running, before });
    console.log(
      `a log of ${megabytes(fullLogBytes)} on a full disk: ${load.acknowledged} acknowledged, 0 lost, ` +
        `refused ${JSON.stringify(load.refused)}, afterwards ${megabytes(logBytes())}; seed ${SEED}`,
    );
    expect(load.surprises).toEqual([]);
    // The log started from its beginning instead of growing further.
    expect(logBytes()).toBeLessThan(fullLogBytes + 500_000);
  });

  test("an import that fills it fails with the reason and changes nothing, and the server beside it keeps working", async () => {
    await using disk = await MountedDisk.make(DISK_BYTES);
    await using temporary = await MountedDisk.make(DISK_BYTES);
    await using service = await TestService.start({ folder: disk.folder, rows: emptyPets(PETS) });
    const key = await service.makeKey();
    const before = await standingOf(service, key);
    const rows = Array.from({ length: IMPORTED }, (_, i) => `${PETS + 1 + i},7,sold`);
    const stdin = ["petId,quantity,status", ...rows, ""].join("\n");
    const args = ["import", "-", "--format", "csv", "--database", service.databaseUrl];
    const env = { SQLITE_TMPDIR: temporary.folder.path };
    const load = newLoad();
    const running = load.run(service.url, key);
    const words: string[] = [];
    for (const [full, name] of [
      [disk, "petstock.db: the disk is full"],
      [temporary, "the temporary file (SQLITE_TMPDIR names its folder): the disk is full"],
    ] as const) {
      full.fill(1024 * 1024);
      const { exitCode, stdout, stderr } = await petstockProcess(args, { env, stdin });
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
      expect(stderr).toContain(name);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
      words.push(stderr.trimEnd());
      full.free();
      expect(readdirSync(temporary.folder.path)).toEqual([]);
    }
    await goOn(load, "acknowledged", "lists");
    load.stop();
    await audit(service, { key, updates: await running, before });
    console.log(`an import on a full disk: nothing imported, ${load.acknowledged} updates beside it;`, words);
    expect(load.surprises).toEqual([]);
    expect((await petstockProcess(args, { env, stdin })).stderr).toContain(`${IMPORTED} created`);
  });

  test("a service does not start, and gives the reason; once there is room it starts", async () => {
    await using disk = await MountedDisk.make(DISK_BYTES);
    const path = disk.folder.file("petstock.db");
    const serve = ["serve", "--port", "0", "--database", `sqlite:${path}`];
    const refused = async () => {
      const { exitCode, stdout, stderr } = await petstockProcess(serve);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
      expect(stderr).toMatch(/^petstock: .*petstock\.db: the disk is full; free some space on it \(.*\)\n$/);
    };
    // A new database needs about ten pages, its log and the log's index.
    for (let left = 0; left <= 40_960; left += 8_192) {
      disk.fill(left);
      await refused();
      disk.free();
    }
    const { key, before } = await killedService(disk);
    // After a crash the first process that opens the database builds the log's index again.
    rmSync(`${path}-shm`);
    disk.fill();
    await refused();
    disk.free();
    await using service = await TestService.start({ folder: disk.folder });
    expect(await standingOf(service, key)).toEqual(before);
    expect((await service.update(key, 1, 6)).status).toBe(200);
  });
});

test.if(reason === undefined)(
  "a read-only file system is reported, at the start and by each command, and left unchanged",
  async () => {
    await using disk = await MountedDisk.make(DISK_BYTES);
    const database = ["--database", `sqlite:${disk.folder.file("petstock.db")}`];
    const { key, before } = await killedService(disk);
    const files = filesIn(disk.folder.path);
    disk.remount("ro");
    for (const command of [
      "serve --port 0",
      "set 1 --quantity 6",
      "import -  --format csv",
      "keys create --name till",
      "verify",
      "export",
      "history",
    ]) {
      const args = [...command.split(/ +/), ...database];
      const { exitCode, stdout, stderr } = await petstockProcess(args, { stdin: "petId,quantity\n1,7\n" });
      expect({ command, exitCode, stdout }).toEqual({ command, exitCode: 1, stdout: "" });
      expect(stderr).toMatch(/^petstock: .*petstock\.db: the database cannot be written to.*\n$/);
    }
    expect(filesIn(disk.folder.path)).toEqual(files);
    disk.remount("rw");
    await using service = await TestService.start({ folder: disk.folder });
    expect(await standingOf(service, key)).toEqual(before);
    expect((await service.update(key, 1, 6)).status).toBe(200);
  },
);

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
