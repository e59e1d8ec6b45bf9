// petstock import is all or nothing: to whoever kills it, and to whoever works beside it.

import { expect, setDefaultTimeout, test } from "bun:test";
import { statSync } from "node:fs";
import { environment, petstockOrThrow, PROGRAM } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { csvOf, Inventory, manyRows, type State } from "./inventory.ts";

setDefaultTimeout(30_000);

const KILLED_ROWS = 200_000;
const BESIDE_ROWS = 100_000;
const CLIENTS = 16;

interface Seen {
  /** Of the time that an undisturbed import takes. */
  readonly share: number;
  readonly logBytes: number;
  /** Whether the database file itself was written to: only what is committed gets there. */
  readonly isCheckpointing: boolean;
}

interface Moment {
  readonly name: string;
  readonly isNow: (seen: Seen) => boolean;
  /** Where only one of both can be. */
  readonly leaves?: "old" | "new";
}

const MOMENTS: readonly Moment[] = [
  { name: "while it reads", isNow: ({ share }) => share > 0.4, leaves: "old" },
  { name: "as the commit's log begins", isNow: ({ logBytes }) => logBytes > 0 },
  { name: "as the commit's log grows", isNow: ({ logBytes }) => logBytes > 8_000_000 },
  { name: "as the checkpoint begins", isNow: ({ isCheckpointing }) => isCheckpointing, leaves: "new" },
];

test("an import that is killed leaves the whole old or the whole new inventory", async () => {
  using inventory = await Inventory.of();
  const contents = [
    csvOf(manyRows(KILLED_ROWS, () => 1)),
    csvOf(manyRows(KILLED_ROWS, (petId) => petId % 1_000)),
  ] as const;
  for (const [i, content] of contents.entries()) await inventory.write(`${i}.csv`, content);
  const startedAt = performance.now();
  await inventory.runOrThrow(["import", "0.csv"]);
  const wholeMs = performance.now() - startedAt;
  let before = await inventory.state();
  expect(before.csv === contents[0]).toBe(true);
  for (const moment of MOMENTS) {
    const wanted = before.csv === contents[0] ? 1 : 0;
    await importAndKill(inventory, { file: `${wanted}.csv`, moment, wholeMs });
    const after = await inventory.state();
    const end = endOf({ before, after, wanted: contents[wanted] });
    console.log(`an import of ${KILLED_ROWS} rows, killed ${moment.name}: the ${end} inventory`);
    if (moment.leaves !== undefined) expect(end).toBe(moment.leaves);
    before = after;
  }
}, 60_000);

test("an import beside a loaded server fails none of its updates, and the next list shows all of it", async () => {
  const half = BESIDE_ROWS / 2;
  await using service = await TestService.start({ rows: manyRows(BESIDE_ROWS, () => 1) });
  const key = await service.makeKey();
  // Even pets and new ones are the import's, odd ones the tills'.
  const old = Array.from({ length: half }, (_, i) => `${2 * i + 2},2,sold`);
  const fresh = Array.from({ length: half }, (_, i) => `${BESIDE_ROWS + 1 + i},2,sold`);
  const tills = new Tills(service, key);
  const running = tills.run();
  const args = ["import", "-", "--format", "csv", "--database", service.databaseUrl];
  const imported = petstockOrThrow(args, { stdin: csvOf([...old, ...fresh]) });
  const { stderr } = await imported.finally(() => tills.close());
  const next = JSON.parse((await service.list(key)).text) as Item[];
  await running;
  expect(stderr).toContain(`${half} created, ${half} updated, 0 removed`);
  expect(tills.refused).toEqual([]);
  expect(tills.updates).toBeGreaterThan(CLIENTS);
  expect(next).toHaveLength(BESIDE_ROWS + half);
  const isImports = (petId: number) => petId % 2 === 0 || petId > BESIDE_ROWS;
  expect(next.filter((each) => isImports(each.petId) && !isImported(each))).toEqual([]);
  const last = JSON.parse((await service.list(key)).text) as Item[];
  const quantities = new Map(last.map(({ petId, quantity }) => [petId, quantity]));
  for (const [petId, quantity] of tills.lastOf) expect(quantities.get(petId)).toBe(quantity);
  await petstockOrThrow(["verify", "--database", service.databaseUrl]);
}, 60_000);

interface Item {
  readonly petId: number;
  readonly quantity: number;
  readonly status: string;
}

function isImported({ quantity, status }: Item): boolean {
  return quantity === 2 && status === "sold";
}

/** Clients that each count one pet up, until closed. */
class Tills {
  readonly lastOf = new Map<number, number>();
  readonly refused: string[] = [];
  updates = 0;
  readonly #service: TestService;
  readonly #key: string;
  #closed = false;

  constructor(service: TestService, key: string) {
    this.#service = service;
    this.#key = key;
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => this.#count(2 * client + 1)));
  }

  close(): void {
    this.#closed = true;
  }

  async #count(petId: number): Promise<void> {
    for (let quantity = 2; !this.#closed; quantity++) {
      const { status, text } = await this.#service.update(this.#key, petId, quantity);
      this.updates += 1;
      if (status === 200) this.lastOf.set(petId, quantity);
      else this.refused.push(`${status} ${text}`);
    }
  }
}

/** Which inventory there is after an import that may have been killed; throws where it is neither, or a mix. */
function endOf({ before, after, wanted }: { before: State; after: State; wanted: string }): "old" | "new" {
  // Texts of 3 MB are compared without being printed.
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
  { file, moment, wholeMs }: { file: string; moment: Moment; wholeMs: number },
): Promise<void> {
  const writtenAt = statSync(path).mtimeMs;
  const startedAt = performance.now();
  const child = Bun.spawn([...PROGRAM, "import", file], {
    cwd: folder.path,
    env: environment({ DATABASE_URL: url }),
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
  });
  const look = (): Seen => ({
    share: (performance.now() - startedAt) / wholeMs,
    logBytes: statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    isCheckpointing: statSync(path).mtimeMs !== writtenAt,
  });
  // Looks without a pause: the moments are a few milliseconds long.
  while (child.exitCode === null && !moment.isNow(look())) await new Promise(setImmediate);
  child.kill("SIGKILL");
  await child.exited;
}
