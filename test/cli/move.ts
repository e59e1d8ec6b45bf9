// A house to move from or to: a database of either engine, the program's commands on it, and a service on it.

import { expect } from "bun:test";
import { type Finished, petstock, petstockOrThrow } from "../support/petstock.ts";
import { makeDatabase, sharedServer, type TestDatabase } from "../support/postgres-database.ts";
import { type ServiceOptions, TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { csvOf } from "./inventory.ts";

export type EngineName = "SQLite" | "PostgreSQL";

export class House implements AsyncDisposable {
  readonly url: string;
  /** What messages may call it. */
  readonly name: string;
  readonly #folder: TemporaryFolder | undefined;
  readonly #database: TestDatabase | undefined;

  private constructor(of: { folder: TemporaryFolder } | { database: TestDatabase }) {
    this.#folder = "folder" in of ? of.folder : undefined;
    this.#database = "database" in of ? of.database : undefined;
    this.url = "folder" in of ? `sqlite:${of.folder.file("petstock.db")}` : of.database.url;
    this.name = "folder" in of ? this.url : withoutUser(of.database.url);
  }

  /** With nothing in it: of SQLite there is not even a file. */
  static async empty(engine: EngineName): Promise<House> {
    if (engine === "SQLite") return new House({ folder: new TemporaryFolder() });
    return new House({ database: await makeDatabase(await sharedServer()) });
  }

  /** That holds these rows of `petId,quantity,status`, as its first revision. */
  static async of(engine: EngineName, ...rows: readonly string[]): Promise<House> {
    const house = await House.empty(engine);
    await house.runOrThrow(["import", "-", "--format", "csv"], csvOf(rows));
    return house;
  }

  /** The database itself, of a house of PostgreSQL. */
  get database(): TestDatabase {
    if (this.#database === undefined) throw new Error(`${this.url} is no house of PostgreSQL`);
    return this.#database;
  }

  run(args: readonly string[], stdin?: string): Promise<Finished> {
    return petstock(args, { env: { DATABASE_URL: this.url }, ...(stdin !== undefined && { stdin }) });
  }

  runOrThrow(args: readonly string[], stdin?: string): Promise<Finished> {
    return petstockOrThrow(args, { env: { DATABASE_URL: this.url }, ...(stdin !== undefined && { stdin }) });
  }

  serve({ args = [], ...options }: ServiceOptions = {}): Promise<TestService> {
    return TestService.start({ ...options, args: ["--database", this.url, ...args] });
  }

  async makeKey(...args: readonly string[]): Promise<string> {
    return (await this.runOrThrow(["keys", "create", "--name", "till", ...args])).stdout.trim();
  }

  async csv(): Promise<string> {
    return (await this.runOrThrow(["export"])).stdout;
  }

  /** All that one can see of it; throws where the ledger does not fold. */
  async state() {
    const [verified, csv, history, keys] = await Promise.all([
      this.runOrThrow(["verify", "--json"]),
      this.csv(),
      this.runOrThrow(["history", "--json", "--limit", "1000000"]),
      this.runOrThrow(["keys", "list", "--json"]),
    ]);
    const { position, problems } = JSON.parse(verified.stdout);
    expect(problems).toEqual([]);
    return { position, csv, history: history.stdout, keys: JSON.parse(keys.stdout) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#folder?.[Symbol.dispose]();
    await this.#database?.[Symbol.asyncDispose]();
  }
}

export function copyArgs(from: House, to: House, ...more: readonly string[]): string[] {
  return ["copy", "--from", from.url, "--to", to.url, ...more];
}

function withoutUser(url: string): string {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}
