// Whatever several clients change at once, in stock and labels, a client that folds the events of a stream has at each event the list
// and the labels as of its position: through broken connections, long pauses, large imports and undos, on both engines.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { InventoryItem } from "../../src/inventory/item.ts";
import type { Label } from "../../src/inventory/label.ts";
import { type Changes, FollowedStream } from "../faults/followed-stream.ts";
import { ENGINES, type FaultDatabase } from "../faults/engines.ts";
import { type ChainedMovement, Folded, LabelLedger, type Shown } from "../store/label-ledger.ts";
import { revisionOf } from "../support/event-stream.ts";
import type { TestService } from "../support/service.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { LabelWriters } from "./label-writers.ts";

const CALLS = sized({ quick: 150, hours: 10_000 });
const WRITERS = 4;
const STREAMS = 3;
/** More movements than a stream reads at once (feed/differences.ts): it is read in pages. */
const LARGE = 1_500;
/** More than that from which on SQLite reads a small inventory whole (sqlite/reader.ts). */
const MANY = 300;
/** Of so many calls one breaks a stream. */
const BREAK_EVERY = 12;

setDefaultTimeout(120_000 + CALLS * 1_000);

/** A client that folds events, and notes what it has after each. */
class Client {
  readonly stream: FollowedStream;
  readonly seen: { readonly revision: number; readonly text: string }[] = [];
  isPaused = false;
  readonly #folded = new Folded();

  constructor(position: string, options: { readonly key: string; readonly url: () => string }) {
    this.stream = FollowedStream.from(position, {
      key: options.key,
      url: () => (this.isPaused ? undefined : options.url()),
      onChanges: (changes) => this.#take(changes),
    });
  }

  /** Leaves, and comes back after `work`. */
  async away(work: () => Promise<unknown>): Promise<void> {
    this.isPaused = true;
    this.stream.drop();
    await work();
    this.isPaused = false;
  }

  #take(changes: Changes): void {
    this.#folded.apply(changesOf(changes));
    this.seen.push({ revision: revisionOf(changes.position), text: textOf(this.#folded.shown) });
  }
}

describe.each(ENGINES)("on $name", ({ makeDatabase }) => {
  test("at each event a stream's client has the list and the labels of that revision", async () => {
    await using database = await makeDatabase();
    await using stack = new AsyncDisposableStack();
    const services = await startTwo(database, stack);
    const [service] = services;
    const key = await service.makeKey("--role", "manager");
    const { headers } = await service.list(key);
    const position = headers.get("ETag")!;
    let opened = 0;
    const url = () => services[++opened % services.length]!.url;
    const clients = Array.from({ length: STREAMS }, () => new Client(position, { key, url }));
    for (const { stream } of clients) stack.use(stream);

    const random = randomFrom(SEED);
    const writers = new LabelWriters({ services, key, random });
    const breaking = () => {
      if (random() < 1 / BREAK_EVERY) clients[Math.floor(random() * STREAMS)]!.stream.drop();
    };
    const write = (calls: number) => writers.run({ writers: WRITERS, calls, onCall: breaking });
    const shown = [await shownBy(service, key)];
    await write(CALLS);
    shown.push(await shownBy(service, key));
    await clients[0]!.away(async () => {
      await writers.renameOften(MANY);
      await write(20);
    });
    await clients[0]!.stream.reaches(await service.list(key));
    await clients[1]!.away(async () => {
      await writers.importMany(LARGE);
      await write(20);
    });
    await clients[1]!.stream.reaches(await service.list(key));
    await write(20);
    await writers.undoImport();
    shown.push(await shownBy(service, key));
    for (const { stream } of clients) await stream.reaches(await service.list(key));

    const movements = await movementsOf(service);
    const ledger = new LabelLedger(movements);
    ledger.expectChained();
    for (const { seen } of clients) expectFolded(seen, ledger);
    expectFolded(
      shown.toSorted((a, b) => a.revision - b.revision),
      ledger,
    );
    // The pauses were long enough to be read in the other ways.
    expect(longest(clients[0]!)).toBeGreaterThan(MANY);
    expect(largest(clients[1]!)).toBeGreaterThanOrEqual(LARGE);
    expect(await service.command("verify")).toBeString();
    const events = clients.reduce((sum, { seen }) => sum + seen.length, 0);
    const breaks = clients.reduce((sum, { stream }) => sum + stream.opened, 0) - STREAMS;
    console.log(
      `${writers.words}, ${movements.length} movements; ${events} events, ${breaks} breaks; seed ${SEED}`,
    );
    expect(breaks).toBeGreaterThan(STREAMS);
  });
});

type Two = readonly [TestService, TestService];

async function startTwo(database: FaultDatabase, stack: AsyncDisposableStack): Promise<Two> {
  stack.defer(() => database.settled());
  const start = async () => stack.use(await database.start());
  return [await start(), await start()];
}

/** The state that list and labels show, with its revision, while nothing is written. */
async function shownBy(service: TestService, key: string) {
  const list = await service.list(key);
  const labels = await service.ask("GET", "/admin/v1/labels", { key });
  const shown = {
    items: JSON.parse(list.text).map(withBigId),
    labels: JSON.parse(labels.text).labels.map(withBigId),
  };
  return { revision: revisionOf(list.headers.get("ETag")!), text: textOf(shown) };
}

function expectFolded(seen: Client["seen"], ledger: LabelLedger): void {
  const states = ledger.states();
  states.next(0);
  for (const { revision, text } of seen) {
    const { value } = states.next(revision);
    if (value !== undefined && textOf(value) !== text)
      expect({ revision, ...JSON.parse(text) }).toEqual({ revision, ...JSON.parse(textOf(value)) });
  }
}

function longest({ stream: { events } }: Client): number {
  return Math.max(...events.map(({ revision, since }) => revision - since));
}

/** The most labels of one event. A writer may have removed those of the import again. */
function largest({ stream: { events } }: Client): number {
  return Math.max(...events.map(({ labels, unlabeled }) => labels.length + unlabeled.length));
}

/** The whole ledger. */
async function movementsOf(service: TestService): Promise<ChainedMovement[]> {
  const text = await service.command("history", "--json", "--limit", "1000000");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => withBigId(JSON.parse(line)));
}

function changesOf({ items, removed, labels, unlabeled }: Changes) {
  return {
    items: items.map((each) => withBigId<InventoryItem>(each)),
    removed: removed.map(BigInt),
    relabelled: { labels: labels.map((each) => withBigId<Label>(each)), unlabeled: unlabeled.map(BigInt) },
  };
}

function withBigId<T>(value: { readonly petId: number }): T {
  return { ...value, petId: BigInt(value.petId) } as T;
}

/** Equal states have equal texts. */
function textOf({ items, labels }: Shown): string {
  return JSON.stringify({
    items: items.map(({ petId, quantity, status }) => [Number(petId), quantity, status]),
    labels: labels.map(({ petId, name, kind, code, low }) => [Number(petId), name, kind, code, low]),
  });
}
