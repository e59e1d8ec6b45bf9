// A reader that reads nothing costs bounded memory, and gets what it has missed once it reads again: the difference to now, once.

import { expect, setDefaultTimeout, test } from "bun:test";
import { isJsonObject, parseJson } from "../../src/contract/json.ts";
import { positionTag } from "../../src/contract/position-tag.ts";
import { noMetrics, type StreamEnd } from "../../src/inventory/metrics.ts";
import { importRows, positionOf, rows, setTo } from "../store/engine.ts";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import { until } from "../support/until.ts";
import { FeedServer } from "./feed-server.ts";

setDefaultTimeout(180_000);

const PETS = 30_000;
/** An event of an import has 1.5 MB. The system's buffers take a few of them. */
const IMPORTS_MAX = 120;
/** Few, so that a round of events is shorter than an import. */
const READERS = 7;
const HELD_BYTES_MAX = 4_000_000;

function importAll({ store }: FeedServer, quantity: number): Promise<unknown> {
  return importRows(
    store,
    rows(...Array.from({ length: PETS }, (_, petId) => [BigInt(petId), quantity] as const)),
  );
}

/**
 * A stream that is not read from its first event on. That one is empty: the system's buffers would grow to the size of an event
 * that is read, and then take far more of them.
 */
async function openStalled({ url, key, store }: FeedServer): Promise<RawConnection> {
  const path = `/admin/v1/changes?since=${encodeURIComponent(positionTag(await positionOf(store)))}`;
  const connection = await RawConnection.open(url);
  const headers = [
    ["Authorization", `Bearer ${key}`],
    ["Accept", "text/event-stream"],
  ] as const;
  connection.send(Buffer.from(requestOf({ method: "GET", path }, headers)));
  await until("the first event", () => connection.rest.includes("\n\n\r\n"));
  connection.pause();
  return connection;
}

/** The events in a chunked body, which may have no end. */
function eventsIn(received: Buffer): { position: string; quantities: Map<string, number> }[] {
  const body = received.toString("latin1").replace(/^.*?\r\n\r\n/s, "");
  const text: string[] = [];
  for (let at = 0; at < body.length;) {
    const end = body.indexOf("\r\n", at);
    const size = Number.parseInt(body.slice(at, end), 16);
    text.push(body.slice(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  const blocks = text.join("").split("\n\n").slice(0, -1);
  return blocks.filter((block) => !block.startsWith(":")).map(readEvent);
}

function readEvent(block: string) {
  const value = parseJson(/^data: (.*)$/m.exec(block)?.[1] ?? "");
  if (!isJsonObject(value)) throw new Error(`not an event: ${block.slice(0, 200)}`);
  const items = value["items"] as unknown as { petId: number; quantity: number }[];
  const quantities = new Map(items.map(({ petId, quantity }) => [String(petId), quantity]));
  return { position: String(value["position"]), quantities };
}

test("a stalled reader gets the difference to now in one event; the memory for such readers is capped, the oldest are cut off", async () => {
  let sent = 0;
  const ends: StreamEnd[] = [];
  const metrics = {
    ...noMetrics,
    eventSent: () => void sent++,
    streamEnded: (reason: StreamEnd) => void ends.push(reason),
  };
  // On a busy machine the imports take longer than the usual timeout, which ends stalled readers, too.
  const idleTimeoutS = 255;
  await using server = await FeedServer.start({ metrics, heldBytesMax: HELD_BYTES_MAX, idleTimeoutS });
  await importAll(server, 0);
  using stack = new DisposableStack();
  const readers: RawConnection[] = [];
  const isOneCutOff = () => ends.includes("slow");
  let imports = 0;
  while (!isOneCutOff()) {
    expect(imports).toBeLessThan(IMPORTS_MAX);
    // Readers that stop at different times keep different events in memory.
    if (readers.length < READERS) readers.push(stack.use(await openStalled(server)));
    const before = sent;
    await importAll(server, (imports += 1));
    await until("an event", () => sent > before || isOneCutOff());
  }
  // Those that are left miss several changes.
  const last = imports + 2;
  for (let quantity = imports + 1; quantity <= last; quantity++) await importAll(server, quantity);
  await server.store.commit([setTo(7n, 77)]);

  const now = positionTag(await positionOf(server.store));
  for (const reader of readers) reader.resume();
  const isAtNow = ({ rest }: RawConnection) => rest.includes(JSON.stringify(now));
  await until("all to come to now, or to be closed", () =>
    readers.every((one) => one.isClosed || isAtNow(one)),
  );
  const cut = readers.filter(({ isClosed }) => isClosed);
  const open = readers.filter(({ isClosed }) => !isClosed);
  console.log(`      ${readers.length} stalled readers, ${cut.length} cut off`);
  expect(ends).toEqual(cut.map(() => "slow" as const));
  expect(open).toContain(readers.at(-1) as RawConnection);
  // They end within an event, so that their clients come back with the position before it.
  for (const { rest } of cut) expect(rest.subarray(-7).toString()).not.toBe("\r\n0\r\n\r\n");

  // Some of the others have missed imports, and get them as one.
  const stalled = open.find(
    (one) => eventsIn(one.rest).length < 1 + last - readers.indexOf(one) + 1,
  ) as RawConnection;
  expect(stalled).toBeDefined();
  for (const { rest } of [stalled, open.at(-1) as RawConnection]) {
    const events = eventsIn(rest);
    expect(events.at(-1)?.position).toBe(now);
    const copy = new Map(events.flatMap(({ quantities }) => [...quantities]));
    expect(copy.size).toBe(PETS);
    const expected = (petId: string) => (petId === "7" ? 77 : last);
    expect([...copy].filter(([petId, quantity]) => quantity !== expected(petId))).toEqual([]);
  }
});
