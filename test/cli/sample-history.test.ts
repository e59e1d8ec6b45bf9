// The quickstart's sample: real movements on their real dates, complete or not at all.

import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { petstock, petstockOrThrow } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { Quickstart } from "./quickstart.ts";

setDefaultTimeout(120_000);

const EXAMPLES = join(import.meta.dir, "../../examples");
const ACTOR = "Long Beach sample";
/** Its last commit: the statuses of animals in foster care. */
const REVISIONS = 3_969;
const VERIFIED = `The ledger folds to stock and labels: 6,332 pets, 13,084 movements, revision ${REVISIONS}.\n`;

async function rowsOf(file: string): Promise<string[][]> {
  const text = await Bun.file(join(EXAMPLES, file)).text();
  const [, ...lines] = text.trimEnd().split("\n");
  return lines.map((line) => line.split(","));
}

test("the movements of the sample, in their order, end with its inventory", async () => {
  const movements = await rowsOf("sample-movements.csv");
  const last = new Map(movements.map(([, petId, quantity]) => [petId, quantity]));
  const inventory = await rowsOf("sample-inventory.csv");
  expect(inventory.map(([petId, quantity]) => [petId, quantity])).toEqual(
    inventory.map(([petId]) => [petId, last.get(petId)]),
  );
  expect(last.size).toBe(inventory.length);
  const dates = movements.map(([date]) => date!);
  expect(dates).toEqual(dates.toSorted());
});

test("the first start has every movement on its date, and ends with the sample's inventory", async () => {
  using folder = new TemporaryFolder();
  await using started = await Quickstart.start(folder);
  expect(await started.stop()).toBe(0);
  const cwd = folder.path;
  expect((await petstockOrThrow(["verify"], { cwd })).stderr).toBe(VERIFIED);
  const { stdout } = await petstockOrThrow(["export"], { cwd });
  expect(stdout).toBe(await Bun.file(join(EXAMPLES, "sample-inventory.csv")).text());

  const history = await petstockOrThrow(["history", "--json", "--limit", "20000"], { cwd });
  const found = history.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Movement);
  expect(new Set(found.map(({ by }) => by.actor))).toEqual(new Set([ACTOR]));
  expect(found.map(({ at }) => at)).toEqual(found.map(({ at }) => at).toSorted((a, b) => b - a));
  expect(dated(found)).toEqual(await effectiveMovements());
  const fostered = found.filter(({ after }) => after.status === "pending");
  expect(fostered).toHaveLength(223);
});

interface Movement {
  readonly petId: number;
  readonly after: { readonly quantity: number; readonly status: string };
  readonly by: { readonly actor: string };
  readonly at: number;
}

/** Of each animal, oldest first, without the last statuses. */
function dated(movements: readonly Movement[]): Record<string, string[]> {
  const texts: Record<string, string[]> = {};
  for (const { petId, at, after } of movements.toReversed()) {
    if (after.status === "pending") continue;
    (texts[petId] ??= []).push(`${new Date(at).toISOString()} ${after.quantity}`);
  }
  return texts;
}

/** An intake of an animal that is there already, such as one that another file was opened for, changes nothing. */
async function effectiveMovements(): Promise<Record<string, string[]>> {
  const texts: Record<string, string[]> = {};
  const known = new Map<string, string>();
  for (const [date, petId, quantity, reason] of await rowsOf("sample-movements.csv")) {
    const before = known.get(petId!);
    const wasSold = before === "sold";
    const after = reason === "adoption" ? "sold" : quantity === "1" ? "there" : wasSold ? "sold" : "away";
    if (after === before) continue;
    known.set(petId!, after);
    (texts[petId!] ??= []).push(`${date}T12:00:00.000Z ${quantity}`);
  }
  return texts;
}

test.each([0, 0.5, 1, 2])(
  "a first start that is killed, with %p MB in the log, leaves the whole sample or nothing of it",
  async (megabytes) => {
    using folder = new TemporaryFolder();
    const cwd = folder.path;
    await using killed = Quickstart.spawn(folder);
    const log = folder.file("data/petstock.db-wal");
    const size = () => (existsSync(log) ? statSync(log).size : -1);
    await until("the log", () => size() >= megabytes * 1e6 || killed.stdout.includes("listening"));
    await killed.kill();
    const { stderr } = await petstock(["verify"], { cwd });
    // Before its first commit the database has nothing, perhaps not even tables.
    if (stderr !== VERIFIED) expect(stderr).not.toMatch(/\b[1-9][0-9,]* (?:pet|movement)/);
    await using again = await Quickstart.start(folder);
    await again.stop();
    expect((await petstockOrThrow(["verify"], { cwd })).stderr).toBe(VERIFIED);
  },
);
