// The system's clock is set back, and forward by years, under a loaded service. Revisions decide the order, not times;
// expiry of API keys and of idempotency records follows the clock in both directions.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ledgerOf } from "../http/ledger.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { until } from "../support/until.ts";
import { audit, emptyPets, standingOf } from "./audit.ts";
import { ENGINES, type FaultDatabase } from "./engines.ts";
import { Load } from "./load.ts";

const ROUNDS = sized({ quick: 4, hours: 60 });
setDefaultTimeout(60_000 + ROUNDS * 10_000);

const PETS = 50;
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/** A service whose clock can be set: `setClock` shifts it by this much against the system's. */
async function startClocked(database: FaultDatabase) {
  const [path, next] = [database.folder.file("clock"), database.folder.file("clock.new")];
  const setClock = (byMs: number) => {
    // Replaced by a rename, so that a process that reads it meanwhile never finds it empty.
    writeFileSync(next, String(byMs));
    renameSync(next, path);
  };
  setClock(0);
  const preload = `--preload=${join(import.meta.dir, "shifted-clock.ts")}`;
  const env = { BUN_OPTIONS: preload, PETSTOCK_TEST_CLOCK: path };
  return { service: await database.start({ rows: emptyPets(PETS), env }), setClock };
}

describe.each(ENGINES)("on $name, a clock that is set", ({ name, makeDatabase }) => {
  test(`back and forward (${ROUNDS} times) affects no update, no list and no order`, async () => {
    const random = randomFrom(SEED);
    await using database = await makeDatabase();
    const { service, setClock } = await startClocked(database);
    await using _ = service;
    const key = await service.makeKey();
    const passing = await service.makeKey("--expires", "1d");
    const before = await standingOf(service, key);
    const load = new Load({ pets: PETS, clients: 8, readers: 2, random });
    const running = load.run(service.url, key);
    const offsets = [-20 * YEAR_MS, 10 * YEAR_MS, -HOUR_MS, 0];
    while (offsets.length < ROUNDS) offsets.push(Math.round((random() - 0.5) * 40 * YEAR_MS));
    let tag = before.revision;
    for (const offset of offsets.slice(0, ROUNDS)) {
      setClock(offset);
      const { acknowledged, lists } = load;
      await until(
        "the load to continue",
        () => load.acknowledged > acknowledged + 100 && load.lists > lists + 2,
      );
      const { status } = await service.list(passing);
      expect({ offset, status }).toEqual({ offset, status: offset > 24 * HOUR_MS ? 401 : 200 });
      const { revision } = await standingOf(service, key);
      expect(revision).toBeGreaterThan(tag);
      tag = revision;
    }
    load.stop();
    const updates = await running;
    const { revision } = await audit(service, { key, updates, before });
    expect(load.surprises).toEqual([]);
    const lines = await ledgerOf(service);
    // A change set has several lines of one revision.
    const revisions = [...new Set(lines.slice(PETS).map((line) => line.revision))];
    expect(revisions).toEqual(
      Array.from({ length: revision - before.revision }, (__, i) => before.revision + 1 + i),
    );
    // The clock was shifted: the times in the ledger show it.
    const history = await service.command("history", "--json", "--limit", "100000");
    const times = history
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).at);
    const years = new Set(times.map((at) => new Date(at).getUTCFullYear()));
    expect(years.size).toBeGreaterThan(2);
    console.log(
      `the clock on ${name}: ${ROUNDS} times set, ${load.acknowledged} acknowledged, 0 lost, in the years ` +
        `${[...years].toSorted().join(" ")}; seed ${SEED}`,
    );
  });

  test("back keeps idempotency records; forward by more than a day expires them, and breaks nothing", async () => {
    await using database = await makeDatabase();
    const { service, setClock } = await startClocked(database);
    await using _ = service;
    const key = await service.makeKey();
    const send = async (quantity: number, once: string) => {
      const { status, headers } = await service.update(key, 1, quantity, { "Idempotency-Key": once });
      return [status, headers.get("Idempotency-Replayed")];
    };
    expect(await send(1, "now")).toEqual([200, null]);
    for (const offset of [-YEAR_MS, -HOUR_MS, 23 * HOUR_MS]) {
      setClock(offset);
      expect(await send(1, "now")).toEqual([200, "true"]);
    }
    setClock(YEAR_MS);
    expect(await send(2, "later")).toEqual([200, null]);
    setClock(0);
    // Made at a time that is now in the future, and kept until then.
    expect(await send(2, "later")).toEqual([200, "true"]);
    setClock(25 * HOUR_MS);
    expect(await send(3, "now")).toEqual([200, null]);
    expect(await send(3, "now")).toEqual([200, "true"]);
    expect((await ledgerOf(service, 1)).map(({ after }) => after?.quantity)).toEqual([0, 1, 2, 3]);
  });
});
