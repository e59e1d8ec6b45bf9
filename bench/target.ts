// Whom load is sent to, and one load: asked for once, so that what is measured is the answer that is meant.

import type { Server } from "./children.ts";
import type { Load, LoadGenerator, LoadResult } from "./load/load.ts";
import type { PetCount, RequestKind, RequestsWork } from "./measurement.ts";
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
  { ask, connections, seconds }: RequestsWork & { seconds: number },
): Promise<Load> {
  const url = `${server.url}/v1/inventory`;
  const headers: Record<string, string> = { ...authorization(target), ...HEADERS[ask] };
  if (ask === "update") return { url, headers, connections, seconds, updatesOf: target.pets, status: 200 };
  if (ask === "list-304") {
    const response = await fetch(url, { method: "HEAD", headers });
    headers["If-None-Match"] = response.headers.get("ETag") ?? "";
  }
  const status = ask === "list-304" ? 304 : 200;
  const { status: answered, headers: answer } = await fetch(url, { method: "HEAD", headers });
  const encoding = answer.get("Content-Encoding") ?? "identity";
  if (answered !== status || (ask === "list-gzip") !== (encoding === "gzip")) {
    throw new Error(`${ask} at ${url} answered ${answered} in ${encoding}`);
  }
  return { url, headers, connections, seconds, status };
}

const HEADERS: Readonly<Record<RequestKind, Readonly<Record<string, string>>>> = {
  list: { "Accept-Encoding": "identity" },
  "list-304": { "Accept-Encoding": "identity" },
  "list-gzip": { "Accept-Encoding": "gzip" },
  update: { "Content-Type": "application/json" },
};
