// Starts the service as users do: `serve` as a process of its own, on a database that its command line has filled.

import { join } from "node:path";
import type { Children, Server } from "./children.ts";
import { authorization, PROGRAM, type InventoryDatabase } from "./database.ts";

export interface Service extends Server {
  readonly database: InventoryDatabase;
  /** From the process's start to the first 200 of /readyz. */
  readonly readySeconds: number;
}

/** A recorded list, for the limits that send the same. */
export interface RecordedList {
  readonly bodyPath: string;
  readonly headersPath: string;
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** `under`: a program that runs it, with its arguments. `settings`: additional flags. */
export async function startService(
  children: Children,
  database: InventoryDatabase,
  { under = [], settings = [] }: { under?: readonly string[]; settings?: readonly string[] } = {},
): Promise<Service> {
  const started = performance.now();
  const flags = ["--port", "0", "--database", database.address, ...settings];
  const server = await children.serve([...under, ...PROGRAM, "serve", ...flags]);
  const ready = await fetch(`${server.url}/readyz`);
  if (ready.status !== 200) throw new Error(`/readyz answered ${ready.status}`);
  return { ...server, database, readySeconds: (performance.now() - started) / 1_000 };
}

export async function recordList(
  { url }: Server,
  { key, folder }: { key: string; folder: string },
): Promise<RecordedList> {
  const response = await fetch(`${url}/v1/inventory`, {
    headers: { ...authorization({ key }), "Accept-Encoding": "identity" },
  });
  const body = await response.bytes();
  // The runtime adds these two headers.
  const own = ["date", "content-length"];
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !own.includes(name)));
  const bodyPath = join(folder, "list.json");
  const headersPath = join(folder, "list-headers.json");
  await Bun.write(bodyPath, body);
  await Bun.write(headersPath, JSON.stringify(headers));
  return { bodyPath, headersPath, headers };
}

/** Throws if a server's body differs from the recorded one. */
export async function expectSameList({ url }: Server, { bodyPath }: RecordedList): Promise<void> {
  const body = await (await fetch(`${url}/v1/inventory`)).text();
  if (body !== (await Bun.file(bodyPath).text()))
    throw new Error(`${url} gives another list than the service`);
}
