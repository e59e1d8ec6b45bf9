// petstock import killed at chosen moments, and at any moment beside a loaded server: it is all or nothing.

import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { csvOf, Inventory, manyRows, type State } from "../cli/inventory.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { environment, PROGRAM } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { emptyPets } from "./audit.ts";
import { runUntil } from "./ended-command.ts";
import { expectNewest, type Item } from "./ledger.ts";
import { Load } from "./load.ts";

const KILLED_ROWS = sized({ quick: 40_000, hours: 200_000 });
const ROUNDS = sized({ quick: 1, hours: 100 });
setDefaultTimeout(60_000 + ROUNDS * 20_000);

/** The pets of the load, and those of the imports beside it. */
const PETS = 200;
const IMPORTED = sized({ quick: 10_000, hours: 50_000 });

interface Seen {
  readonly logBytes: number;
  /** Whether the database file itself was written to, which only a checkpoint of committed pages does. */
  readonly isCheckpointing: boolean;
  /** Whether it has read the rows that it is given. */
  readonly isTaken: boolean;
}

interface Moment {
  readonly name: string;
  /** The rows that it gets before it is killed, as a share of all; all of the file where absent. */
  readonly given?: number;
  readonly isNow: (seen: Seen) => boolean;
  /** The inventory afterwards, if only one of both is possible. */
  readonly leaves?: "old" | "new";
}

const MOMENTS: readonly Moment[] = [
  { name: "while it reads", given: 0.4, isNow: ({ isTaken }) => isTaken, leaves: "old" },
  { name: "as the commit's log begins", isNow: ({ logBytes }) => logBytes > 0 },
  { name: "as the commit's log grows", isNow: ({ logBytes }) => logBytes > KILLED_ROWS * 40 },
  { name: "as the checkpoint begins", isNow: ({ isCheckpointing }) => isCheckpointing, leaves: "new" },
];

test("a killed import leaves the whole old or the whole new inventory", async () => {
  using inventory = await Inventory.of();
  const contents = [
    csvOf(manyRows(KILLED_ROWS, () => 1)),
    csvOf(manyRows(KILLED_ROWS, (petId) => petId % 1_000)),
  ] as const;
  for (const [i, content] of contents.entries()) await inventory.write(`${i}.csv`, content);
  await inventory.runOrThrow(["import", "0.csv"]);
  let before = await inventory.state();
  expect(before.csv === contents[0]).toBe(true);
  for (const moment of MOMENTS) {
    const wanted = before.csv === contents[0] ? 1 : 0;
    await importAndKill(inventory, { content: contents[wanted], file: `${wanted}.csv`, moment });
    const after = await inventory.state();
    const end = endOf({ before, after, wanted: contents[wanted] });
    console.log(`an import of ${KILLED_ROWS} rows, killed ${moment.name}: the ${end} inventory`);
    if (moment.leaves !== undefined) expect(end).toBe(moment.leaves);
    before = after;
  }
});

test(`an import killed at any moment beside a loaded server is all or nothing (${ROUNDS} rounds)`, async () => {
  const random = randomFrom(SEED);
  const importedRows = (quantity: number) =>
    Array.from({ length: IMPORTED }, (_, i) => `${PETS + 1 + i},${quantity},sold`);
  await using service = await TestService.start({ rows: [...emptyPets(PETS), ...importedRows(0)] });
  const { folder, databaseUrl } = service;
  mkdirSync(folder.file("temporary"));
  const env = { SQLITE_TMPDIR: folder.file("temporary") };
  const key = await service.makeKey();
  const load = new Load({ pets: PETS, clients: 8, random });
  const running = load.run(service.url, key);
  let [present, wholeMs] = [0, 0];
  let applied = 0;
  // The first import is not killed, and shows how long one takes.
  for (let round = 0; round <= ROUNDS; round++) {
    const wanted = round + 1;
    await Bun.write(folder.file("stock.csv"), csvOf(importedRows(wanted)));
    const startedAt = performance.now();
    const killMs = round === 0 ? Number.POSITIVE_INFINITY : random() * 1.1 * wholeMs;
    const isNow = (ranMs: number) => ranMs > killMs;
    await runUntil({ folder, url: databaseUrl }, ["import", "stock.csv"], { isNow, env });
    if (round === 0) wholeMs = performance.now() - startedAt;
    await load.more(20);
    const quantities = new Set((await itemsOf(service, key)).slice(PETS).map(({ quantity }) => quantity));
    expect([[present], [wanted]]).toContainEqual([...quantities]);
    if (round === 0) expect([...quantities]).toEqual([wanted]);
    if (!quantities.has(present)) applied += 1;
    present = [...quantities][0] as number;
    expect(readdirSync(folder.file("temporary"))).toEqual([]);
  }
  load.stop();
  await running;
  console.log(
    `imports of ${IMPORTED} rows, killed: ${ROUNDS} rounds, ${applied - 1} wholly there, the others not at all; ` +
      `${load.acknowledged} updates beside them, 0 lost; seed ${SEED}`,
  );
  expect(load.surprises).toEqual([]);
  expectNewest((await itemsOf(service, key)).slice(0, PETS), load.updates);
  await service.command("verify");
});

/** Not validated against the contract, which takes much longer than the request. */
async function itemsOf({ url }: TestService, key: string): Promise<Item[]> {
  const response = await fetch(`${url}/v1/inventory`, { headers: { Authorization: `Bearer ${key}` } });
  return (await response.json()) as Item[];
}

/** Which inventory the database has after an import that may have been killed; throws if it is neither, or a mix. */
function endOf({ before, after, wanted }: { before: State; after: State; wanted: string }): "old" | "new" {
  // Compared without `expect`, which would print texts of 3 MB.
  if (after.csv === wanted) {
    expect(after.position.revision).toBe(before.position.revision + 1);
    // One pet in a thousand has the same quantity in both files.
    expect(after.movements - before.movements).toBe(KILLED_ROWS - KILLED_ROWS / 1_000);
    return "new";
  }
  expect(after.csv === before.csv).toBe(true);
  expect({ ...after, csv: "" }).toEqual({ ...before, csv: "" });
  return "old";
}

async function importAndKill(
  { folder, path, url }: Inventory,
  { content, file, moment: { given, isNow } }: { content: string; file: string; moment: Moment },
): Promise<void> {
  const writtenAt = statSync(path).mtimeMs;
  const child = Bun.spawn([...PROGRAM, "import", given === undefined ? file : "-", "--format", "csv"], {
    cwd: folder.path,
    env: environment({ DATABASE_URL: url }),
    stdin: "pipe",
    stdout: "ignore",
    stderr: "ignore",
  });
  let isTaken = false;
  // Its input stays open: it can only be waiting for the other rows then.
  if (given !== undefined) child.stdin.write(content.slice(0, content.length * given));
  void Promise.resolve(child.stdin.flush()).then(() => (isTaken = true));
  const look = (): Seen => ({
    logBytes: statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    isCheckpointing: statSync(path).mtimeMs !== writtenAt,
    isTaken,
  });
  // Polls without a pause: the moments are a few milliseconds long.
  while (child.exitCode === null && !isNow(look())) await new Promise(setImmediate);
  child.kill("SIGKILL");
  await child.exited;
}
