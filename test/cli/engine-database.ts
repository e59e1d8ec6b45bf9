// A database of either engine for one test, with the program's commands and a service on it.

import { expect } from "bun:test";
import { database as addressSetting } from "../../src/database-address.ts";
import { openStore } from "../../src/engines.ts";
import { type Finished, petstock, petstockOrThrow } from "../support/petstock.ts";
import { makeDatabase, sharedServer, type TestDatabase } from "../support/postgres-database.ts";
import { type ServiceOptions, TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { csvOf } from "./inventory.ts";

export type EngineName = "SQLite" | "PostgreSQL";

export const ENGINES: readonly EngineName[] = ["SQLite", "PostgreSQL"];

export class EngineDatabase implements AsyncDisposable {
  readonly url: string;
  /** The address in messages: without user and password. */
  readonly name: string;
  readonly #folder: TemporaryFolder | undefined;
  readonly #database: TestDatabase | undefined;
  readonly #services: TestService[] = [];

  private constructor(of: { folder: TemporaryFolder } | { database: TestDatabase }) {
    this.#folder = "folder" in of ? of.folder : undefined;
    this.#database = "database" in of ? of.database : undefined;
    this.url = "folder" in of ? `sqlite:${of.folder.file("petstock.db")}` : of.database.url;
    this.name = "folder" in of ? this.url : withoutUser(of.database.url);
  }

  /** An empty database; on SQLite without a file. */
  static async empty(engine: EngineName): Promise<EngineDatabase> {
    if (engine === "SQLite") return new EngineDatabase({ folder: new TemporaryFolder() });
    return new EngineDatabase({ database: await makeDatabase(await sharedServer()) });
  }

  /** A database with these rows of `petId,quantity,status` as revision 1. */
  static async of(engine: EngineName, ...rows: readonly string[]): Promise<EngineDatabase> {
    const database = await EngineDatabase.empty(engine);
    await database.runOrThrow(["import", "-", "--format", "csv"], csvOf(rows));
    return database;
  }

  /** The PostgreSQL database; throws on SQLite. */
  get database(): TestDatabase {
    if (this.#database === undefined) throw new Error(`${this.url} is no PostgreSQL database`);
    return this.#database;
  }

  run(args: readonly string[], stdin?: string): Promise<Finished> {
    return petstock(args, { env: { DATABASE_URL: this.url }, ...(stdin !== undefined && { stdin }) });
  }

  runOrThrow(args: readonly string[], stdin?: string): Promise<Finished> {
    return petstockOrThrow(args, { env: { DATABASE_URL: this.url }, ...(stdin !== undefined && { stdin }) });
  }

  /** A service, which ends with the database at the latest. */
  async serve(options: ServiceOptions = {}): Promise<TestService> {
    const service = await TestService.start({ ...options, database: this.url });
    this.#services.push(service);
    return service;
  }

  async makeKey(...args: readonly string[]): Promise<string> {
    return (await this.runOrThrow(["keys", "create", "--name", "till", ...args])).stdout.trim();
  }

  /** Removes the whole history; the command keeps the last hour of it. */
  async pruneAll(): Promise<void> {
    const address = addressSetting.parse(this.url);
    await using store = await openStore({ database: address, lockTimeoutMs: 10_000, create: false });
    await store.prune({ before: Number.MAX_SAFE_INTEGER, dryRun: false });
  }

  async csv(): Promise<string> {
    return (await this.runOrThrow(["export"])).stdout;
  }

  /** Everything the commands show. Throws if the ledger does not fold. */
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
    for (const service of this.#services) await service[Symbol.asyncDispose]();
    this.#folder?.[Symbol.dispose]();
    await this.#database?.[Symbol.asyncDispose]();
  }
}

export function moveArgs(from: EngineDatabase, to: EngineDatabase, ...more: readonly string[]): string[] {
  return ["move", "--from", from.url, "--to", to.url, ...more];
}

function withoutUser(url: string): string {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}
