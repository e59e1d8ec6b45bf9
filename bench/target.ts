// Whom load is sent to, and one load: asked for once, so that what is measured is the answer that is meant.

import type { Server } from "./children.ts";
import { MIXED_EVERY, type PetCount, type RequestKind, type RequestsWork } from "./contest.ts";
import type { Load, LoadGenerator, LoadResult } from "./load/load.ts";
import { authorization, type Ledger } from "./stock.ts";

/** Servers of one inventory under load. The limits have none, and are asked as if they had. */
export interface Target {
  /** The connections are spread over them. */
  readonly servers: readonly Server[];
  readonly key: string;
  readonly pets: PetCount;
  /** What its ledger holds now; absent where nothing is stored. */
  readonly ledger?: () => Ledger | Promise<Ledger>;
}

/** Requests for each update. */
export const UPDATE_EVERY: Readonly<Partial<Record<RequestKind, number>>> = {
  update: 1,
  mixed: MIXED_EVERY,
};

/** As many loads at once as there are servers. Throws where a request was no success. */
export async function runLoad(
  generator: LoadGenerator,
  target: Target,
  { work, seconds }: { work: RequestsWork; seconds: number },
): Promise<LoadResult & { readonly perSecond: number }> {
  const loads = await Promise.all(
    target.servers.map((server, index) =>
      loadFor(server, target, { ...shareOf(work, target, index), seconds }),
    ),
  );
  const results = await Promise.all(loads.map((load) => generator.run(load)));
  const failures = sum(results.map((each) => each.failures));
  if (failures > 0) throw new Error(`${work.to}, ${work.ask}: ${failures} requests were no success`);
  return {
    requests: sum(results.map(({ requests }) => requests)),
    seconds: Math.max(...results.map((each) => each.seconds)),
    perSecond: sum(results.map((each) => each.requests / each.seconds)),
    p50Ms: Math.max(...results.map(({ p50Ms }) => p50Ms)),
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    failures,
  };
}

function shareOf(work: RequestsWork, { servers }: Target, index: number): RequestsWork {
  const least = Math.floor(work.connections / servers.length);
  const rest = work.connections % servers.length;
  return { ...work, connections: least + (index < rest ? 1 : 0) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Asks once, and throws where the answer is not the one that is to be measured. */
async function loadFor(
  server: Server,
  target: Target,
  { to, ask, connections, seconds }: RequestsWork & { seconds: number },
): Promise<Load> {
  const url = `${server.url}/v1/inventory`;
  const headers: Record<string, string> = { ...authorization(target), ...HEADERS[ask] };
  const every = UPDATE_EVERY[ask];
  const updates = every === undefined ? {} : { updates: { of: target.pets, every } };
  if (ask === "list-304") headers["If-None-Match"] = await tagOf(url, headers);
  const status = ask === "list-304" ? 304 : 200;
  if (ask !== "update") {
    const response = await fetch(url, { headers });
    await response.bytes();
    const encoding = response.headers.get("Content-Encoding") ?? "identity";
    if (response.status !== status || (ask === "list-gzip") !== (encoding === "gzip")) {
      throw new Error(`${ask} of ${to} answered ${response.status} in ${encoding}`);
    }
  }
  return { url, headers, connections, seconds, status, ...updates };
}

async function tagOf(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(url, { method: "HEAD", headers });
  return response.headers.get("ETag") ?? "";
}

const HEADERS: Readonly<Record<RequestKind, Readonly<Record<string, string>>>> = {
  list: { "Accept-Encoding": "identity" },
  "list-304": { "Accept-Encoding": "identity" },
  "list-gzip": { "Accept-Encoding": "gzip" },
  update: {},
  mixed: { "Accept-Encoding": "identity" },
};
