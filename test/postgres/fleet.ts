// Several services on one PostgreSQL database, each a process of its own, and the program's commands on that database.

import { expect } from "bun:test";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";

/** How many times longer the long form is. */
export const TIMES = sized({ quick: 1, hours: 20 });

export class Fleet implements AsyncDisposable {
  /** The database's address. */
  readonly url: string;
  readonly services: readonly TestService[];
  readonly random = randomFrom(SEED);

  private constructor(url: string, services: readonly TestService[]) {
    this.url = url;
    this.services = services;
  }

  /** Starts them concurrently. */
  static async start(url: string, size: number): Promise<Fleet> {
    const starting = Array.from({ length: size }, () => TestService.start({ database: url }));
    return new Fleet(url, await Promise.all(starting));
  }

  /** Any of the services. */
  get any(): TestService {
    return this.services[Math.floor(this.random() * this.services.length)] as TestService;
  }

  /** Runs a command on the database; gives what it printed. */
  async command(args: readonly string[], stdin?: string): Promise<string> {
    const env = { DATABASE_URL: this.url };
    return (await petstockOrThrow(args, { env, ...(stdin !== undefined && { stdin }) })).stdout;
  }

  async importRows(rows: readonly string[]): Promise<void> {
    await this.command(["import", "-", "--format", "csv"], ["petId,quantity,status", ...rows, ""].join("\n"));
  }

  /** A key for all of them. */
  async makeKey(name: string = "test"): Promise<string> {
    return (await this.command(["keys", "create", "--name", name])).trim();
  }

  /** The ledger, of one pet where it is given, the oldest first. */
  async ledger(petId?: number): Promise<readonly LedgerLine[]> {
    const which = petId === undefined ? [] : [String(petId)];
    const text = await this.command(["history", "--json", "--limit", "1000000", ...which]);
    const lines = text.trimEnd().split("\n").toReversed();
    return lines.map((line) => JSON.parse(line) as LedgerLine);
  }

  /** Stops them, so that no connection is left open. */
  async [Symbol.asyncDispose](): Promise<void> {
    const codes = await Promise.all(this.services.map((service) => service.stop()));
    await Promise.all(this.services.map((service) => service[Symbol.asyncDispose]()));
    expect(codes).toEqual(this.services.map(() => 0));
  }
}

/** A line of `petstock history --json`, as far as these tests use it; their ids are small. */
export interface LedgerLine {
  readonly revision: number;
  readonly petId: number;
  readonly before: { readonly quantity: number; readonly status: string } | null;
  readonly after: { readonly quantity: number; readonly status: string };
  readonly by: { readonly requestId: string };
}

/** Rows of an import file: `count` pets with consecutive ids and quantity 0. */
export function emptyPets(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${first + i},0,available`);
}
