// Readiness: whether requests should be routed to this server, and if not, why.

import type { Excludable } from "../contract/readyz.ts";
import type { InventoryStore } from "../inventory/store.ts";
import { StoreError } from "../inventory/store-error.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

interface ReadinessPorts {
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

  /** Makes the server permanently not ready. */
  announceEnd(): void {
    this.#isStopping = true;
  }

  /**
   * Undefined if the server is ready. Details of a database error are only in the log, because a probe has no key.
   * Excluding the database excludes only that it is unavailable: a server that is stopping, or whose inventory has moved, is
   * not ready.
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
    // The database was unavailable at start. Load now, so that the first request does not wait.
    void Promise.resolve(snapshot.current()).catch(() => {});
    return "the service is starting: it is loading the inventory";
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof StoreError ? error.code : "unavailable";
  if (code === "retired") return "the inventory has moved to another database";
  // Such as a schema that a newer petstock has migrated; other servers may be able to use it.
  return code === "unusable" ? "this server cannot use the database" : "the database does not answer";
}
