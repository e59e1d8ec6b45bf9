// One node of a cluster under Patroni: its Patroni, which starts and stops its PostgreSQL server.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { PostgresInstallation } from "../../support/postgres-installation.ts";
import { childrenOf } from "../../support/process-tree.ts";
import { configurationOf, environmentOf, type Place } from "./example.ts";

/** As Patroni's API describes it. */
export interface Member {
  readonly name: string;
  readonly role: "leader" | "replica" | "sync_standby";
  readonly state: string;
  readonly timeline?: number;
}

export class Node {
  readonly place: Place;
  readonly #installation: PostgresInstallation;
  #patroni: Bun.Subprocess | undefined;

  constructor(installation: PostgresInstallation, place: Place) {
    this.#installation = installation;
    this.place = place;
  }

  get name(): string {
    return this.place.name;
  }

  start(): void {
    const file = join(this.place.folder, `${this.name}.yml`);
    this.#installation.write(file, configurationOf(this.place));
    this.#patroni = this.#installation.serve(this.name, ["patroni", file], environmentOf(this.place));
  }

  /** All members, as this node knows them; undefined while it does not answer. */
  async members(): Promise<readonly Member[] | undefined> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.place.apiPort}/cluster`);
      const { members } = (await response.json()) as { members: readonly Member[] };
      return members;
    } catch {
      return undefined;
    }
  }

  /** `kill -9` of Patroni and of all processes of the server. */
  async kill(): Promise<void> {
    this.#patroni?.kill("SIGKILL");
    const postmaster = this.#postmaster;
    if (postmaster !== undefined) {
      // Stopped first, it starts no more of them.
      process.kill(postmaster, "SIGSTOP");
      for (const pid of [...childrenOf(postmaster), postmaster]) killIfThere(pid);
    }
    await this.#patroni?.exited;
    this.#patroni = undefined;
  }

  /** Ends Patroni at once; the installation's keeper ends the server. */
  async leave(): Promise<void> {
    // A killed server has left its number, which another process may have by now.
    if (this.#patroni === undefined) rmSync(this.#pidFile, { force: true });
    this.#patroni?.kill("SIGKILL");
    await this.#patroni?.exited;
  }

  get #pidFile(): string {
    return join(this.place.folder, this.name, "postmaster.pid");
  }

  get #postmaster(): number | undefined {
    if (!existsSync(this.#pidFile)) return undefined;
    return Number(readFileSync(this.#pidFile, "utf8").split("\n", 1)[0]);
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
