// Whether requests should come to this server, and the reason where they should not.

import type { Excludable } from "../contract/readyz.ts";
import type { InventoryStore } from "../inventory/store.ts";
import { StoreError } from "../inventory/store-error.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

export interface ReadinessPorts {
  readonly store: Pick<InventoryStore, "ping">;
  readonly snapshot: Pick<Snapshot, "isLoaded" | "current">;
}

export class Readiness {
  readonly #ports: ReadinessPorts;
  #isStopping = false;

  constructor(ports: ReadinessPorts) {
    this.#ports = ports;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Not ready from now on. */
  announceEnd(): void {
    this.#isStopping = true;
  }

  /**
   * Undefined where the server is ready. What exactly is wrong with a database is for the log: who asks here has no key.
   * Without the database only its absence is no reason: a server that stops, or whose inventory has moved, is not ready.
   */
  async reasonAgainst(excluded: ReadonlySet<Excludable>): Promise<string | undefined> {
    if (this.#isStopping) return "the service is stopping";
    const { store, snapshot } = this.#ports;
    try {
      await store.ping();
    } catch (error) {
      const isAway = error instanceof StoreError && error.code === "unavailable";
      if (isAway && excluded.has("database")) return undefined;
      return reasonOf(error);
    }
    if (snapshot.isLoaded) return undefined;
    // The database was away at the start. Read now, and not when the first request waits for it.
    void Promise.resolve(snapshot.current()).catch(() => {});
    return "the service is starting, and reads the inventory";
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof StoreError ? error.code : "unavailable";
  if (code === "retired") return "the inventory has moved to another database";
  // Such as one that a newer petstock has migrated: other servers may well be able to.
  return code === "unusable" ? "this server cannot use the database" : "the database does not answer";
}
