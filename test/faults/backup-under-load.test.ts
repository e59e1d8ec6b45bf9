// Backups and restores beside servers under load: a backup has every update acknowledged before it began, and a restore
// keeps every acknowledged update in the file of the replaced inventory.

import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { type Finished, petstockOrThrow, petstockProcessOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { emptyPets } from "./audit.ts";
import { FollowedStream } from "./followed-stream.ts";
import { Load, type Update } from "./load.ts";

const BACKUPS = sized({ quick: 1, hours: 60 });
const RESTORES = sized({ quick: 1, hours: 40 });
setDefaultTimeout(60_000 + (BACKUPS + RESTORES) * 15_000);

const PETS = 200;
/** A pet that no client of the load updates: its quantity shows which inventory a list is from. */
const MARK = PETS + 1;
/** Enough pets that copying and restoring take a while. */
const OTHERS = 20_000;

function rows(): string[] {
  const others = Array.from({ length: OTHERS }, (_, i) => `${MARK + i},1,sold`);
  return [...emptyPets(PETS), ...others];
}

function newLoad(clients: number): Load {
  return new Load({ pets: PETS, clients, random: randomFrom(SEED) });
}

/** The ledger's lines of updates, as text, oldest first. */
function movementsIn(path: string): { revision: number; request: string; line: string }[] {
  using db = new Database(path, { readonly: true });
  const found = db.query("SELECT * FROM movement WHERE reason = 'update' ORDER BY revision").all();
  return (found as { revision: number; request_id: string }[]).map((row) => ({
    revision: row.revision,
    request: row.request_id,
    line: JSON.stringify(row),
  }));
}

/** The updates acknowledged before a moment that are in none of the files. */
function missing(updates: readonly Update[], before: number, paths: readonly string[]): readonly Update[] {
  const held = new Set(paths.flatMap((path) => movementsIn(path).map(({ request }) => request)));
  return updates.filter(
    ({ acknowledgedAt, requestId }) =>
      acknowledgedAt !== undefined && acknowledgedAt <= before && !held.has(requestId),
  );
}

test(`each of ${BACKUPS} backups under load is a prefix of the history with all updates acknowledged before it`, async () => {
  await using service = await TestService.start({ rows: rows() });
  const { folder, databasePath, databaseUrl } = service;
  const load = newLoad(16);
  const running = load.run(service.url, await service.makeKey());
  const held: number[] = [];
  for (let round = 0; round < BACKUPS; round++) {
    await load.more(50);
    const before = load.moment;
    const file = folder.file(`${round}.backup`);
    await petstockProcessOrThrow(["backup", file, "--database", databaseUrl]);
    expect(missing(load.updates, before, [file])).toEqual([]);
    const movements = movementsIn(file);
    const present = movementsIn(databasePath).slice(0, movements.length);
    expect(present.map(({ line }) => line)).toEqual(movements.map(({ line }) => line));
    await petstockOrThrow(["verify", "--database", `sqlite:${file}`]);
    held.push(movements.length);
  }
  load.stop();
  await running;
  console.log(
    `${BACKUPS} backups beside ${load.acknowledged} updates: they hold ${held.join(", ")}, 0 lost; seed ${SEED}`,
  );
  expect(held).toEqual(held.toSorted((a, b) => a - b));
  expect(load.surprises).toEqual([]);
  expect(readdirSync(folder.path).filter((name) => name.includes("partial"))).toEqual([]);
});

test(`${RESTORES} restores beside two loaded servers: both show the backup, updates continue, and no acknowledged one is lost`, async () => {
  await using first = await TestService.start({ rows: rows() });
  const { folder, databasePath, databaseUrl } = first;
  await using second = await TestService.start({ folder });
  const servers = [first, second];
  const key = await first.makeKey();
  const load = newLoad(6);
  const running = servers.map(({ url }) => load.run(url, key));
  const begun = await first.list(key);
  await using streams = new AsyncDisposableStack();
  const [one, other] = servers.map(({ url }) =>
    streams.use(FollowedStream.after(begun, { url: () => url, key })),
  ) as [FollowedStream, FollowedStream];
  const restore = (file: string): Promise<Finished> =>
    petstockProcessOrThrow(["restore", file, "--yes", "--json", "--database", databaseUrl]);
  const files = [databasePath];
  const lost: number[] = [];
  for (let round = 1; round <= RESTORES; round++) {
    const backup = folder.file(`${round}.backup`);
    await first.update(key, MARK, round);
    await petstockProcessOrThrow(["backup", backup, "--database", databaseUrl]);
    await second.update(key, MARK, 1_000_000 + round);
    await load.more(50);
    const tags = await Promise.all(servers.map(async (each) => (await each.list(key)).headers.get("ETag")!));
    const { stdout } = await restore(backup);
    const { keptIn, revisionsLost } = JSON.parse(stdout);
    for (const [i, server] of servers.entries()) {
      const list = await server.list(key, { "If-None-Match": tags[i]! });
      expect(list.status).toBe(200);
      const items = list.json as unknown as { petId: number; quantity: number }[];
      expect(items[MARK - 1]).toMatchObject({ petId: MARK, quantity: round });
      expect(items).toHaveLength(PETS + OTHERS);
    }
    files.push(keptIn);
    lost.push(revisionsLost);
    await load.more(50);
    // Streams of the replaced history end, and their clients read the list again.
    await until("both streams to be gone", () => one.gone >= round && other.gone >= round);
    await first.command("verify");
  }
  load.stop();
  await Promise.all(running);
  for (const stream of [one, other]) await stream.reaches(await second.list(key));
  console.log(
    `${RESTORES} restores beside two servers: ${load.acknowledged} updates acknowledged, ${lost.join(", ")} revisions taken ` +
      `back, each acknowledged one there or in a file that was kept; seed ${SEED}`,
  );
  expect(load.surprises).toEqual([]);
  expect(missing(load.updates, load.moment, files)).toEqual([]);
  // The restores did replace acknowledged updates.
  expect(missing(load.updates, load.moment, [databasePath]).length).toBeGreaterThan(0);
  for (const server of servers) expect(server.log.filter(({ level }) => level === "error")).toEqual([]);
});
