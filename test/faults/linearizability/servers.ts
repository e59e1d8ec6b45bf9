// The services that the clients of a history talk to, each a process of its own, all on one database; any may be killed.

import { petstockProcessOrThrow } from "../../support/petstock.ts";
import type { TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import type { FaultDatabase, FaultEngine } from "../engines.ts";

export class Servers implements AsyncDisposable {
  readonly #database: FaultDatabase;
  readonly #databaseUrl: string;
  /** By number; a killed server is replaced as soon as the new one listens. */
  readonly #services: Promise<TestService>[];

  private constructor(database: FaultDatabase, services: readonly TestService[]) {
    this.#database = database;
    this.#databaseUrl = services[0]!.databaseUrl;
    this.#services = services.map((service) => Promise.resolve(service));
  }

  static async on({ makeDatabase }: FaultEngine, size: number): Promise<Servers> {
    const database = await makeDatabase();
    // The database must exist before two servers can share it.
    const services = [await database.start()];
    while (services.length < size) services.push(await database.start());
    return new Servers(database, services);
  }

  get size(): number {
    return this.#services.length;
  }

  /** The service of that number; waits while it is down. */
  at(index: number): Promise<TestService> {
    return this.#services[index]!;
  }

  /** Resolves when the service of that number takes requests: clients retry then after a 503. */
  async ready(index: number): Promise<void> {
    await until("the server to be ready", async () => {
      const service = await this.at(index);
      // It may have just been killed.
      const answer = await service.ask("GET", "/readyz").catch(() => undefined);
      return answer?.status === 200;
    });
  }

  /** `kill -9`; resolves when a new process has replaced the killed one. */
  async kill(index: number): Promise<void> {
    const killed = await this.at(index);
    killed.signal("SIGKILL");
    const again = killed.exited.then(() => this.#database.start());
    this.#services[index] = again;
    await again;
  }

  endSessions(): Promise<void> {
    return this.#database.endSessions();
  }

  /** Runs a command on the database, in a process of its own; gives what it printed. */
  async command(args: readonly string[], stdin?: string): Promise<string> {
    const options = { env: { DATABASE_URL: this.#databaseUrl }, ...(stdin !== undefined && { stdin }) };
    return (await petstockProcessOrThrow(args, options)).stdout;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const services = await Promise.all(this.#services);
    // SIGTERM, which leaves no connection behind.
    await Promise.all(services.map((service) => service.stop()));
    await Promise.all(services.map((service) => service[Symbol.asyncDispose]()));
    await this.#database[Symbol.asyncDispose]();
  }
}
