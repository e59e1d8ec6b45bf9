// Several services on one PostgreSQL database, each a process of its own, and the program's commands on that database.

import { expect } from "bun:test";
import { randomFrom } from "../crash/load.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { makeDatabase, type TestDatabase } from "../support/postgres-database.ts";
import type { PostgresServer } from "../support/postgres-server.ts";
import { TestService } from "../support/service.ts";

/** PETSTOCK_SERVERS_TIMES makes the runs that many times longer, PETSTOCK_SERVERS_SEED repeats a run's choices. */
export const TIMES = Number(process.env["PETSTOCK_SERVERS_TIMES"] ?? 1);
export const SEED = Number(process.env["PETSTOCK_SERVERS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

export class Fleet implements AsyncDisposable {
  readonly database: TestDatabase;
  readonly services: readonly TestService[];
  readonly random = randomFrom(SEED);

  private constructor(database: TestDatabase, services: readonly TestService[]) {
    this.database = database;
    this.services = services;
  }

  /** They start at once, on an empty database, and so does `beside`. */
  static async start(
    server: PostgresServer,
    size: number,
    beside: (database: TestDatabase) => Promise<void> = async () => {},
  ): Promise<Fleet> {
    const database = await makeDatabase(server);
    const starting = Array.from({ length: size }, () => TestService.start({ database: database.url }));
    const [services] = await Promise.all([Promise.all(starting), beside(database)]);
    return new Fleet(database, services);
  }

  /** Any of the services. */
  get any(): TestService {
    return this.services[Math.floor(this.random() * this.services.length)] as TestService;
  }

  /** Runs a command on the database; gives what it printed. */
  async command(args: readonly string[], stdin?: string): Promise<string> {
    const env = { DATABASE_URL: this.database.url };
    return (await petstockOrThrow(args, { env, ...(stdin !== undefined && { stdin }) })).stdout;
  }

  async importRows(rows: readonly string[]): Promise<void> {
    await this.command(["import", "-", "--format", "csv"], ["petId,quantity,status", ...rows, ""].join("\n"));
  }

  /** A key that all of them take. */
  async makeKey(name: string = "test"): Promise<string> {
    return (await this.command(["keys", "create", "--name", name])).trim();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const codes = await Promise.all(this.services.map((service) => service.stop()));
    await Promise.all(this.services.map((service) => service[Symbol.asyncDispose]()));
    // It throws where they left connections open.
    await this.database[Symbol.asyncDispose]();
    expect(codes).toEqual(this.services.map(() => 0));
  }
}
