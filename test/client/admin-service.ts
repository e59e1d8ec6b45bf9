// A service on one engine with clients of one of its keys, for tests of PetstockAdmin and of streams.

import { PetstockAdmin, PetstockClient, type PetstockClientOptions } from "../../src/client/client.ts";
import { EngineDatabase, type EngineName } from "../cli/engine-database.ts";
import type { ServiceOptions, TestService } from "../support/service.ts";

export class AdminService implements AsyncDisposable {
  readonly database: EngineDatabase;
  readonly key: string;
  service: TestService;
  /** The port that every service of this database takes, so that clients find the next one. */
  readonly #port: string;

  private constructor(database: EngineDatabase, key: string, service: TestService) {
    this.database = database;
    this.key = key;
    this.service = service;
    this.#port = new URL(service.url).port;
  }

  /** With these rows of `petId,quantity,status` as revision 1, and an admin key. */
  static async of(engine: EngineName, ...rows: readonly string[]): Promise<AdminService> {
    const database = await EngineDatabase.of(engine, ...rows);
    const key = await database.makeKey("--role", "admin");
    return new AdminService(database, key, await database.serve());
  }

  get url(): string {
    return this.service.url;
  }

  admin(options: Partial<PetstockClientOptions> = {}): PetstockAdmin {
    return new PetstockAdmin({ url: this.url, apiKey: this.key, ...options });
  }

  client(options: Partial<PetstockClientOptions> = {}): PetstockClient {
    return new PetstockClient({ url: this.url, apiKey: this.key, ...options });
  }

  /** Starts another service at the same address, after the first one has ended. */
  async restart(options: ServiceOptions = {}): Promise<void> {
    this.service = await this.database.serve({
      ...options,
      args: ["--port", this.#port, ...(options.args ?? [])],
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database[Symbol.asyncDispose]();
  }
}
