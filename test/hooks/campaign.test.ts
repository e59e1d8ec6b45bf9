// A receiver that fails, hangs, closes and lies, while servers are killed and a backup is restored: its copy equals stock and labels at
// the end, and nothing was skipped.

import { expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { EngineDatabase, type EngineName, ENGINES } from "../cli/engine-database.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import type { Answer, TestService } from "../support/service.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { until } from "../support/until.ts";
import { createHook, listed } from "./deliveries.ts";
import { FoldingReceiver, truthOf } from "./folding-receiver.ts";
import type { Behaviour } from "./receiver.ts";

setDefaultTimeout(300_000);

const HERE = { args: ["--hook-networks", "127.0.0.0/8"] };
const PETS = 40;
/** How long it goes on, ms. */
const SPAN_MS = sized({ quick: 15_000, long: 15_000, hours: 600_000 });
const KILL_EVERY_MS = 4_000;
/** Long enough for a take-over, and for the pauses after failures. */
const CALM_MS = 60_000;

/** Servers on one database, one of which is killed and started again from time to time. */
class Fleet {
  readonly servers: TestService[] = [];
  readonly #database: EngineDatabase;
  kills = 0;

  constructor(database: EngineDatabase) {
    this.#database = database;
  }

  async add(): Promise<void> {
    this.servers.push(await this.#database.serve(HERE));
  }

  /** The server that delivers is killed sooner or later. */
  async killOne(at: number): Promise<void> {
    const [victim] = this.servers.splice(at % this.servers.length, 1);
    victim!.signal("SIGKILL");
    await victim!.exited;
    this.kills += 1;
    await this.add();
  }

  /** Asks each server in turn until one answers. */
  async ask(path: string, key: string): Promise<Answer> {
    for (;;) {
      for (const server of this.servers) {
        const answer = await server.ask("GET", path, { key }).catch(() => undefined);
        if (answer !== undefined && answer.status < 500) return answer;
      }
      await Bun.sleep(20);
    }
  }
}

test.each(ENGINES)(
  `%s: a fold of what is delivered equals stock and labels (seed ${SEED})`,
  async (engine) => {
    const random = randomFrom(SEED);
    await using database = await EngineDatabase.empty(engine);
    const fleet = new Fleet(database);
    // SQLite, too, may have several processes on one file.
    for (let n = 0; n < (engine === "SQLite" ? 2 : 3); n += 1) await fleet.add();
    const key = await fleet.servers[0]!.makeKey("--role", "admin");
    await using folding = new FoldingReceiver((path) => fleet.ask(path, key));
    const { receiver } = folding;
    await createHook(fleet.servers[0]!, key, receiver, ["changes", "low"]);
    await folding.reload();
    let [isCalm, hasHung] = [false, false];
    receiver.behaviour = () => {
      if (isCalm) return "take";
      const behaviour = behaviourAt(random());
      if (behaviour !== "hang") return behaviour;
      // It takes the ten seconds of the deadline.
      if (hasHung || receiver.messages.length < 10) return "take";
      hasHung = true;
      return "hang";
    };
    const endsAt = performance.now() + SPAN_MS;
    const isOver = () => performance.now() > endsAt;
    const writing = writeUntil(isOver, fleet, { key, random });
    const restored = restoreOnce(engine, database, fleet);
    while (!isOver()) {
      await Bun.sleep(KILL_EVERY_MS);
      await fleet.killOne(Math.floor(random() * 10));
    }
    const writes = await writing;
    await restored;
    isCalm = true;
    const [server] = fleet.servers as [TestService];
    await until("all to be delivered", async () => (await listed(server, key))[0]!.lag === 0, CALM_MS);
    const truth = await truthOf(server, key);
    await until("the receiver to have taken it", () => Bun.deepEquals(folding.copy, truth), CALM_MS).catch(
      () => {},
    );
    expect(folding.copy).toEqual(truth);
    const { meetings } = folding;
    console.log(
      `${engine}: ${writes} changes, ${fleet.kills} kills, ${receiver.messages.length} messages: ${JSON.stringify(meetings)}`,
    );
    expect(meetings.skipped).toBe(0);
    expect(receiver.forged).toBe(0);
    expect(meetings.inOrder).toBeGreaterThan(0);
    // After a restore the receiver reads for itself what is low.
    if (meetings.gone === 0) expect(notTold(truth.items, folding.toldLow)).toEqual([]);
  },
);

/** The pets that are low and that the receiver was never told of. */
function notTold(items: readonly string[], told: ReadonlySet<string>): string[] {
  const all = items.map((text) => JSON.parse(text) as { petId: number; quantity: number; status: string });
  const low = all.filter(({ quantity, status }) => quantity <= LOW && status !== "sold");
  return low.map(({ petId }) => String(petId)).filter((petId) => !told.has(petId));
}

const LOW = 2;

function behaviourAt(chance: number): Behaviour {
  if (chance < 0.8) return "take";
  if (chance < 0.87) return "fail";
  if (chance < 0.92) return "lie";
  return chance < 0.97 ? "close" : "hang";
}

interface Writing {
  readonly key: string;
  readonly random: () => number;
}

/** Each pet begins above its low quantity, and goes up and down. Gives how many changes were accepted. */
async function writeUntil(isOver: () => boolean, fleet: Fleet, { key, random }: Writing): Promise<number> {
  let accepted = 0;
  const below = (bound: number) => Math.floor(random() * bound);
  for (let n = 0; !isOver(); n += 1) {
    const server = fleet.servers[n % fleet.servers.length];
    if (server === undefined) continue;
    const admin = new PetstockAdmin({ url: server.url, apiKey: key, retries: 0 });
    const petId = BigInt(1 + below(PETS));
    const change =
      n < PETS
        ? {
            petId: BigInt(n + 1),
            create: true,
            quantity: 9,
            status: "available" as const,
            label: { name: `pet ${n}`, low: LOW },
          }
        : [
            { petId, quantity: below(8) },
            { petId, label: { name: `pet ${below(100)}` } },
            { petId, by: 1 },
          ][below(3)]!;
    // A server that is killed answers nothing.
    await admin
      .applyChanges({ changes: [change] })
      .then(() => (accepted += 1))
      .catch(() => {});
    await Bun.sleep(10);
  }
  return accepted;
}

/** In the middle, where the engine has backups of its own. */
async function restoreOnce(engine: EngineName, database: EngineDatabase, fleet: Fleet): Promise<void> {
  if (engine !== "SQLite") return;
  await Bun.sleep(SPAN_MS / 3);
  const backup = `${database.url.replace("sqlite:", "")}.backup`;
  const of = ["--database", database.url];
  await petstockOrThrow(["backup", backup, ...of]);
  await Bun.sleep(SPAN_MS / 4);
  await petstockOrThrow(["restore", backup, "--yes", ...of]);
  expect(fleet.servers.length).toBeGreaterThan(0);
}
