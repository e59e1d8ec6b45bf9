// A reader that reads nothing costs bounded memory, and gets what it has missed once it reads again: the difference to now, once.

import { expect, setDefaultTimeout, test } from "bun:test";
import { isJsonObject, parseJson } from "../../src/contract/json.ts";
import { positionTag } from "../../src/contract/position-tag.ts";
import { noMetrics, type StreamEnd } from "../../src/inventory/ports.ts";
import { importRows, positionOf, rows, setTo } from "../store/engine.ts";
import { HttpConnection } from "../support/http-connection.ts";
import { requestOf } from "../support/raw-http.ts";
import { until } from "../support/until.ts";
import { FeedServer } from "./feed-server.ts";

setDefaultTimeout(180_000);

const PETS = 30_000;
/** An event of an import has 1.5 MB; the system's buffers hold three or so. */
const IMPORTS = 7;
const HELD_BYTES_MAX = 4_000_000;

function importAll({ store }: FeedServer, quantity: number): Promise<unknown> {
  return importRows(
    store,
    rows(...Array.from({ length: PETS }, (_, petId) => [BigInt(petId), quantity] as const)),
  );
}

/** A stream that is not read from its first event on. */
async function openStalled({ url, key }: FeedServer): Promise<HttpConnection> {
  const connection = await HttpConnection.open(url);
  const headers = [
    ["Authorization", `Bearer ${key}`],
    ["Accept", "text/event-stream"],
  ] as const;
  connection.send(Buffer.from(requestOf({ method: "GET", path: "/admin/v1/changes" }, headers)));
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
  await using server = await FeedServer.start({ metrics, heldBytesMax: HELD_BYTES_MAX });
  await importAll(server, 0);
  using stack = new DisposableStack();
  const readers: HttpConnection[] = [];
  for (let quantity = 1; quantity <= IMPORTS; quantity++) {
    // Readers that stop at different times keep different events in memory.
    readers.push(stack.use(await openStalled(server)));
    const before = sent;
    await importAll(server, quantity);
    await until("an event", () => sent > before);
  }
  await server.store.commit([setTo(7n, 77)]);
  await until("the oldest to be cut off", () => ends.includes("slow"));
  expect(ends.filter((reason) => reason !== "slow")).toEqual([]);
  const [oldest] = readers as [HttpConnection];
  oldest.resume();
  await oldest.closed();
  // It ends within an event, so that its client comes back with the position before it.
  expect(oldest.rest.subarray(-7).toString()).not.toBe("\r\n0\r\n\r\n");

  // The others are open, and come to now.
  const open = readers.slice(ends.length);
  const now = positionTag(await positionOf(server.store));
  for (const reader of open) reader.resume();
  await until("all to come to now", () => open.every(({ rest }) => rest.includes(JSON.stringify(now))));
  console.log(`      ${readers.length} stalled readers, ${ends.length} cut off`);
  // It has missed imports, and gets them as one.
  const [first] = open as [HttpConnection];
  expect(eventsIn(first.rest).length).toBeLessThan(1 + IMPORTS - readers.indexOf(first) + 1);
  for (const { rest } of [first, open.at(-1) as HttpConnection]) {
    const events = eventsIn(rest);
    expect(events.at(-1)?.position).toBe(now);
    const copy = new Map(events.flatMap(({ quantities }) => [...quantities]));
    expect(copy.size).toBe(PETS);
    const expected = (petId: string) => (petId === "7" ? 77 : IMPORTS);
    expect([...copy].filter(([petId, quantity]) => quantity !== expected(petId))).toEqual([]);
  }
});
