// The services that the clients of a history talk to, each a process of its own, all on one database; any may be killed.

import { petstockProcessOrThrow } from "../../support/petstock.ts";
import { makeDatabase, sharedServer } from "../../support/postgres-database.ts";
import { TestService } from "../../support/service.ts";
import { TemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

export class Servers implements AsyncDisposable {
  readonly databaseUrl: string;
  /** Ends every session of the database; absent where the engine has none. */
  readonly endSessions?: () => Promise<void>;
  readonly #stack: AsyncDisposableStack;
  readonly #start: () => Promise<TestService>;
  /** By number; a killed server is replaced as soon as the new one listens. */
  readonly #services: Promise<TestService>[];

  private constructor(
    stack: AsyncDisposableStack,
    {
      databaseUrl,
      start,
      endSessions,
    }: { databaseUrl: string; start: () => Promise<TestService>; endSessions?: () => Promise<void> },
    services: readonly TestService[],
  ) {
    this.#stack = stack;
    this.databaseUrl = databaseUrl;
    this.#start = start;
    this.#services = services.map((service) => Promise.resolve(service));
    if (endSessions !== undefined) this.endSessions = endSessions;
  }

  static async onOneFile(size: number): Promise<Servers> {
    const stack = new AsyncDisposableStack();
    const folder = stack.use(new TemporaryFolder());
    const start = () => TestService.start({ folder });
    // The file must exist before two servers can share it.
    const services = [await start()];
    while (services.length < size) services.push(await start());
    return new Servers(stack, { databaseUrl: services[0]!.databaseUrl, start }, services);
  }

  static async onPostgres(size: number): Promise<Servers> {
    const stack = new AsyncDisposableStack();
    const database = stack.use(await makeDatabase(await sharedServer()));
    const start = () => TestService.start({ database: database.url });
    const endSessions = () => database.endSessions();
    const services = await Promise.all(Array.from({ length: size }, start));
    return new Servers(stack, { databaseUrl: database.url, start, endSessions }, services);
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
    const again = killed.exited.then(this.#start);
    this.#services[index] = again;
    await again;
  }

  /** Runs a command on the database, in a process of its own; gives what it printed. */
  async command(args: readonly string[], stdin?: string): Promise<string> {
    const options = { env: { DATABASE_URL: this.databaseUrl }, ...(stdin !== undefined && { stdin }) };
    return (await petstockProcessOrThrow(args, options)).stdout;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const services = await Promise.all(this.#services);
    // SIGTERM, which leaves no connection behind.
    await Promise.all(services.map((service) => service.stop()));
    await Promise.all(services.map((service) => service[Symbol.asyncDispose]()));
    await this.#stack.disposeAsync();
  }
}
