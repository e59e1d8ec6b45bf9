// The servers of one theme: started when first needed, each on a database of its own, and stopped when the theme ends.

import type { Bench } from "./bench.ts";
import type { PetCount, ServerName } from "./contest.ts";
import { fileOf } from "./database.ts";
import { once } from "./once.ts";
import type { Target } from "./target.ts";

/** Undefined if the server is not available on this machine. */
export type ServerStarter = (servers: ThemeServers, pets: PetCount) => Promise<Target | undefined>;
export type Starters = Readonly<Partial<Record<ServerName, ServerStarter>>>;

export class ThemeServers implements AsyncDisposable {
  readonly bench: Bench;
  readonly #starters: Starters;
  readonly #targets = new Map<string, Promise<Target | undefined>>();
  readonly #files = new Map<PetCount, Promise<string>>();
  readonly #warm = new Set<string>();

  constructor(bench: Bench, starters: Starters) {
    this.bench = bench;
    this.#starters = starters;
  }

  /** Undefined if the server is not available on this machine. */
  target(name: ServerName, pets: PetCount): Promise<Target | undefined> {
    const start = async () => this.#starters[name]?.(this, pets);
    return once(this.#targets, `${name} ${pets}`, start);
  }

  /** The same, but throws if the server is not available. */
  async targetOrThrow(name: ServerName, pets: PetCount): Promise<Target> {
    const target = await this.target(name, pets);
    if (target === undefined) throw new Error(`there is no ${name}`);
    return target;
  }

  /** A database without a server, for the writer alone. */
  file(pets: PetCount): Promise<string> {
    return once(this.#files, pets, async () => fileOf(await this.bench.databases.copy(pets)));
  }

  /** True at the first call for `doing`. */
  isCold(doing: string): boolean {
    const cold = !this.#warm.has(doing);
    this.#warm.add(doing);
    return cold;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const targets = await Promise.allSettled(this.#targets.values());
    const started = targets.flatMap((each) =>
      each.status === "fulfilled" ? (each.value?.servers ?? []) : [],
    );
    for (const server of new Set(started)) await server.stop();
  }
}
