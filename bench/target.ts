// The servers under load, and one load. A request before it verifies that the answer is the expected one.

import type { Server } from "./children.ts";
import { MIXED_EVERY, type PetCount, type RequestKind, type RequestsWork } from "./contest.ts";
import type { Load, LoadGenerator, LoadResult } from "./load/load.ts";
import { authorization, type Ledger } from "./database.ts";

/** Servers of one inventory under load. The limits have no inventory, and get the same requests. */
export interface Target {
  /** The connections are spread over them. */
  readonly servers: readonly Server[];
  readonly key: string;
  readonly pets: PetCount;
  /** The current contents of its ledger; absent if nothing is stored. */
  readonly ledger?: () => Ledger | Promise<Ledger>;
}

/** Requests for each update. */
export const UPDATE_EVERY: Readonly<Partial<Record<RequestKind, number>>> = {
  update: 1,
  mixed: MIXED_EVERY,
};

/** One load for each server, concurrently. Throws if a request failed. */
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
  if (failures > 0) throw new Error(`${work.to}, ${work.request}: ${failures} requests were no success`);
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

/** Sends one request, and throws if the answer is not the expected one. */
async function loadFor(
  server: Server,
  target: Target,
  { to, request, connections, seconds }: RequestsWork & { seconds: number },
): Promise<Load> {
  const url = `${server.url}/v1/inventory`;
  const headers: Record<string, string> = { ...authorization(target), ...HEADERS[request] };
  const every = UPDATE_EVERY[request];
  const updates = every === undefined ? {} : { updates: { of: target.pets, every } };
  if (request === "list-304") headers["If-None-Match"] = await tagOf(url, headers);
  const status = request === "list-304" ? 304 : 200;
  if (request !== "update") {
    const response = await fetch(url, { headers });
    await response.bytes();
    const encoding = response.headers.get("Content-Encoding") ?? "identity";
    if (response.status !== status || (request === "list-gzip") !== (encoding === "gzip")) {
      throw new Error(`${request} of ${to} answered ${response.status} in ${encoding}`);
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
