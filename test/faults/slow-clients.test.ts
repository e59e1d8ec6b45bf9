// Idle connections and clients that send or read slowly do not harm others: others get correct answers, the slow clients
// are cut off as docs/errors.md says, and their descriptors are returned.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sized } from "../support/sizes.ts";
import { descriptorsMax, figuresOf, median, NO_FIGURES, quantile } from "../support/process-figures.ts";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import { TestService } from "../support/service.ts";
import { NO_TCP_TABLE, openClientPorts } from "../support/tcp-connections.ts";
import { until } from "../support/until.ts";
import { SlowClients } from "./slow-clients.ts";

setDefaultTimeout(sized({ quick: 180_000, hours: 600_000 }));

/** A list of 5 MB: more than the kernel holds for a reader. */
const PETS = 100_000;
const SLOW = sized({ quick: 60, hours: 1_000 });
/** Few: each may fill buffers of the kernel with megabytes. */
const READING = sized({ quick: 10, hours: 100 });
const IDLE = Math.floor((SLOW - READING) / 2);
const DRIPPING = SLOW - READING - IDLE;
const ROUNDS = sized({ quick: 1, hours: 15 });
const OTHERS = 8;
/** The requests of each phase, from all other clients together. */
const REQUESTS = sized({ quick: 400, hours: 6_000 });
/** The listener's idle timeout of 10 s, which it counts in steps of 4 s. A slow machine takes longer than that for a phase. */
const IDLE_MS_MIN = 8_000;
/** Clients with request heads that are never complete, watched until the service closes their connections. */
const WATCHED = 10;

let service: TestService;
let key: string;
let watched: SlowClients;
let watchedSince: number;
/** Connections that requested a page's largest file and read almost none of it; watched in the same way. */
let pageReaders: readonly RawConnection[];

beforeAll(async () => {
  const rows = Array.from({ length: PETS }, (_, petId) => `${petId},0,available`);
  service = await TestService.start({ rows });
  key = await service.makeKey();
  watchedSince = performance.now();
  watched = await SlowClients.open({ url: service.url, key, idle: 0, dripping: WATCHED, reading: 0 });
  pageReaders = await Promise.all(Array.from({ length: WATCHED }, openPageReader));
});

afterAll(async () => {
  watched[Symbol.dispose]();
  for (const reader of pageReaders) reader[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

/** The script of the reference is 3.7 MB: at least what the kernel buffers for a client that reads nothing. */
async function openPageReader(): Promise<RawConnection> {
  const textOf = async (path: string) => (await fetch(service.url + path)).text();
  const [, script = ""] = /<script[^>]+src="([^"]+)"/.exec(await textOf("/docs/try"))!;
  const [path = ""] = /\/assets\/standalone[^"]*/.exec(await textOf(script))!;
  const connection = await RawConnection.open(service.url);
  connection.send(requestOf({ method: "GET", path }));
  await connection.stall();
  return connection;
}

/** How long each request of the other clients took, in ms. Every answer is checked. */
async function othersMs(): Promise<number[]> {
  const took: number[] = [];
  let left = REQUESTS;
  const client = async (_: unknown, index: number) => {
    using connection = await RawConnection.open(service.url);
    while (left-- > 0) took.push(await requestMs(connection, left % 2 === 0 ? index : undefined));
  };
  await Promise.all(Array.from({ length: OTHERS }, client));
  return took;
}

/** An update of a pet, or a list that has not changed. */
async function requestMs(connection: RawConnection, petId: number | undefined): Promise<number> {
  const isUpdate = petId !== undefined;
  const question = isUpdate
    ? { method: "PATCH", path: `/v1/inventory/${petId}` }
    : { method: "GET", path: "/v1/inventory" };
  const authorization = ["Authorization", `Bearer ${key}`] as const;
  const more = isUpdate ? [] : [["If-None-Match", "*"] as const];
  const bytes = requestOf(question, [authorization, ...more], isUpdate ? '{"quantity":5}' : "");
  const startedAt = performance.now();
  connection.send(bytes);
  const { status } = await connection.answer(question);
  const ms = performance.now() - startedAt;
  expect(status).toBe(isUpdate ? 200 : 304);
  return ms;
}

test(`beside ${SLOW} slow clients the others get correct answers, and all descriptors are returned`, async () => {
  expect(descriptorsMax()).toBeGreaterThan(SLOW + 200);
  // The first requests of a process are always slow.
  await othersMs();
  const descriptors = figuresOf(service.pid)?.descriptors;
  const rounds: { without: number; with: number }[] = [];
  let readBytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const without = quantile(await othersMs(), 0.99);
    {
      const counts = { idle: IDLE, dripping: DRIPPING, reading: READING };
      using slow = await SlowClients.open({ url: service.url, key, ...counts });
      if (descriptors !== undefined) {
        // The clients of the other tests, which are counted in `descriptors`, may have been cut off since.
        const others = descriptors - 2 * WATCHED;
        const holdsAll = () => figuresOf(service.pid)!.descriptors >= others + slow.open;
        await until("the service to hold the slow clients", holdsAll);
      }
      rounds.push({ without, with: quantile(await othersMs(), 0.99) });
      expect(slow.uncalledBytes).toBe(0);
      expect(slow.shortestMs.idle).toBeGreaterThan(IDLE_MS_MIN);
      readBytes += slow.readBytes;
    }
    if (descriptors === undefined) continue;
    await until("the descriptors to be given back", () => figuresOf(service.pid)!.descriptors <= descriptors);
  }
  const ratio = median(rounds.map((round) => round.with / round.without));
  const p99 = (which: "with" | "without") => median(rounds.map((round) => round[which])).toFixed(2);
  console.log(
    `slow clients: p99 of the others ${p99("without")} ms without and ${p99("with")} ms with ${SLOW} of them (${READING} read ${(readBytes / 1e6).toFixed(0)} MB), ` +
      `a ratio of ${ratio.toFixed(2)} (median of ${ROUNDS} rounds)${descriptors === undefined ? `; ${NO_FIGURES}` : ""}`,
  );
  expect(readBytes).toBeGreaterThan(0);
  expect(service.log.filter(({ level }) => level === "error")).toEqual([]);
});

test("an endless request head ends its connection without an answer, however steadily it comes", async () => {
  await until("the service to cut them off", () => watched.cutOff.dripping === WATCHED);
  const seconds = (watched.lastCutOffAt - watchedSince) / 1000;
  console.log(`slow clients: heads sent byte by byte were cut off after ${seconds.toFixed(1)} s`);
  expect(watched.uncalledBytes).toBe(0);
  expect((await service.ask("GET", "/readyz")).status).toBe(200);
});

test("a client that does not read a page is cut off", async () => {
  const openPorts = () => openClientPorts(Number(new URL(service.url).port));
  if (openPorts() === undefined) return console.log(`slow clients: ${NO_TCP_TABLE}`);
  // The client cannot see the end of its connection: megabytes before it are still unread.
  await until("the service to let go of them", () => {
    const open = openPorts()!;
    return pageReaders.every(({ port }) => !open.has(port));
  });
  expect((await service.ask("GET", "/readyz")).status).toBe(200);
});

test("SIGTERM ends with 0, long before the deadline, although readers of lists have stopped reading", async () => {
  using readers = new DisposableStack();
  const list = { method: "GET", path: "/v1/inventory" };
  const open = async () => {
    const reader = readers.use(await RawConnection.open(service.url));
    reader.send(requestOf(list, [["Authorization", `Bearer ${key}`]]));
    await reader.stall();
  };
  await Promise.all(Array.from({ length: READING }, open));
  const startedAt = performance.now();
  expect(await service.stop()).toBe(0);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`slow clients: SIGTERM with ${READING} stalled readers took ${seconds.toFixed(1)} s`);
  expect(service.log.map(({ msg }) => msg)).not.toContain("shutdown_timed_out");
});
