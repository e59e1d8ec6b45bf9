// The service as its users run it: its command line fills a database and makes a key, then `serve` runs beside it.

import { Database } from "bun:sqlite";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Children, Server } from "./children.ts";

const PROGRAM = [process.execPath, join(import.meta.dir, "../src/main.ts")];
const COMMAND_SECONDS_MAX = 300;

/** A database in a file, and a key for it. */
export interface Stock {
  readonly path: string;
  readonly key: string;
}

export interface Service extends Server {
  readonly stock: Stock;
  /** From the process's start to the first 200 of /readyz. */
  readonly readySeconds: number;
}

/** A list as it was sent, for those who are to send the same. */
export interface RecordedList {
  readonly bodyPath: string;
  readonly headersPath: string;
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

function databaseFlag({ path }: Pick<Stock, "path">): readonly string[] {
  return ["--database", `sqlite:${path}`];
}

export function importFile(children: Children, stock: Pick<Stock, "path">, file: string): Promise<string> {
  const command = [...PROGRAM, "import", file, ...databaseFlag(stock)];
  return children.run(command, { secondsMax: COMMAND_SECONDS_MAX });
}

/** Makes a database of the file's rows. */
export async function makeStock(children: Children, path: string, file: string): Promise<Stock> {
  await importFile(children, { path }, file);
  const command = [...PROGRAM, "keys", "create", "--name", "bench", ...databaseFlag({ path })];
  const key = await children.run(command, { secondsMax: COMMAND_SECONDS_MAX });
  return { path, key: key.trim() };
}

/** A second database of the same content; nobody may have the first one open. */
export function copyStock({ path, key }: Stock, to: string): Stock {
  copyFileSync(path, to);
  return { path: to, key };
}

/** `under`: a program that runs it, with its arguments. */
export async function startService(
  children: Children,
  stock: Stock,
  { under = [] }: { under?: readonly string[] } = {},
): Promise<Service> {
  const started = performance.now();
  const server = await children.serve([...under, ...PROGRAM, "serve", "--port", "0", ...databaseFlag(stock)]);
  const ready = await fetch(`${server.url}/readyz`);
  if (ready.status !== 200) throw new Error(`/readyz answered ${ready.status}`);
  return { ...server, stock, readySeconds: (performance.now() - started) / 1_000 };
}

export function authorization({ key }: Stock): { readonly Authorization: string } {
  return { Authorization: `Bearer ${key}` };
}

export async function recordList({ url, stock }: Service, folder: string): Promise<RecordedList> {
  const response = await fetch(`${url}/v1/inventory`, {
    headers: { ...authorization(stock), "Accept-Encoding": "identity" },
  });
  const body = await response.bytes();
  // The runtime adds these two itself.
  const own = ["date", "content-length"];
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !own.includes(name)));
  const bodyPath = join(folder, "list.json");
  const headersPath = join(folder, "list-headers.json");
  await Bun.write(bodyPath, body);
  await Bun.write(headersPath, JSON.stringify(headers));
  return { bodyPath, headersPath, headers };
}

/** Throws where a server gives another body than the recorded one. */
export async function expectSameList({ url }: Server, { bodyPath }: RecordedList): Promise<void> {
  const body = await (await fetch(`${url}/v1/inventory`)).text();
  if (body !== (await Bun.file(bodyPath).text()))
    throw new Error(`${url} gives another list than the service`);
}

/** How many changes the database has seen, and how many commits made them; each commit is one fsync. */
export function commitsOf({ path }: Stock): { readonly revision: number; readonly commits: number } {
  using db = new Database(path, { readonly: true });
  const [row = [0, 0]] = db.query("SELECT max(revision), count(*) FROM commit_mark").values();
  return { revision: Number(row[0]), commits: Number(row[1]) };
}
