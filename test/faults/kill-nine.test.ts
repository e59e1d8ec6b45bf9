// An acknowledged update survives kill -9, at any moment, again and again on one database.

import { expect, test } from "bun:test";
import { randomFrom, SEED, sized } from "../support/fault-suite.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { expectInOrder, expectListed, expectWhole, type Item, lostOf, type Movement } from "./ledger.ts";
import { Load } from "./load.ts";

const ROUNDS = sized(5, 100);
const CLIENTS = 32;
const PETS = 200;
/** A round ends after so many acknowledged updates at the most; how many, is drawn for each. */
const ACKNOWLEDGED_MAX = 1_500;
const ROUND_MS_MAX = 30_000;

test(
  `an acknowledged update survives kill -9 (${ROUNDS} rounds)`,
  async () => {
    const random = randomFrom(SEED);
    const load = new Load({ pets: PETS, clients: CLIENTS, random });
    using folder = new TemporaryFolder();
    const rows = Array.from(
      { length: PETS },
      (_, i) => `${i + 1},0,${["available", "pending", "sold"][i % 3]}`,
    );
    let service = await TestService.start({ folder, rows });
    let lost = 0;
    let inDoubt = 0;
    let applied = 0;
    try {
      const key = await service.makeKey();
      let before = await listOf(service, key);
      for (let round = 1; round <= ROUNDS; round++) {
        const target = load.acknowledged + 1 + Math.floor(random() * ACKNOWLEDGED_MAX);
        const running = load.run(service.url, key);
        await until("the round's end", () => load.acknowledged >= target, ROUND_MS_MAX);
        service.signal("SIGKILL");
        expect(await service.exited).toBe(137);
        const updates = await running;
        service = await TestService.start({ folder });

        const movements = await movementsSince(before.revision, service, updates.length);
        const unanswered = updates.filter(({ acknowledgedAt }) => acknowledgedAt === undefined);
        lost += lostOf(updates, movements).length;
        inDoubt += unanswered.length;
        applied += movements.length - (updates.length - unanswered.length);
        expect(lostOf(updates, movements)).toEqual([]);
        expectWhole(updates, movements);
        expectInOrder(updates, movements);
        const after = await listOf(service, key);
        expectListed(after.items, { updates, movements, before: before.items });
        expect(after.revision).toBe(before.revision + movements.length);
        await petstockOrThrow(["verify", "--database", service.databaseUrl]);
        before = after;
      }
    } finally {
      await service[Symbol.asyncDispose]();
      const counts = `${load.acknowledged} acknowledged, ${lost} lost, ${inDoubt} in doubt (${applied} of them applied)`;
      console.log(`kill -9: ${ROUNDS} rounds, ${counts}; seed ${SEED}`);
    }
    expect(load.surprises).toEqual([]);
    expect(load.acknowledged).toBeGreaterThan(ROUNDS * CLIENTS);
    // Killed under load: otherwise nothing was tried.
    expect(inDoubt).toBeGreaterThan(0);
  },
  60_000 + ROUNDS * ROUND_MS_MAX,
);

async function listOf(
  service: TestService,
  key: string,
): Promise<{ items: readonly Item[]; revision: number }> {
  const { text, headers } = await service.list(key);
  const revision = Number(/^W\/"(\d+)-/.exec(headers.get("ETag") ?? "")?.[1]);
  return { items: JSON.parse(text), revision };
}

/** The movements after a revision. `count` bounds them: each update is one movement, or none where it was not applied. */
async function movementsSince(
  revision: number,
  service: TestService,
  count: number,
): Promise<readonly Movement[]> {
  const args = ["history", "--json", "--limit", String(count), "--database", service.databaseUrl];
  const { stdout } = await petstockOrThrow(args);
  const lines = stdout.trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Movement).filter((movement) => movement.revision > revision);
}
