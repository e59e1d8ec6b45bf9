// What applyChangeSet works with, for JSON and for rows.

import type { Authenticate } from "../http/authenticate.ts";
import type { ChangeSet, ChangeSetOutcome } from "../inventory/change-set.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { Query } from "./query.ts";
import type { TaskSlots } from "./task-slots.ts";

export interface ChangeSetPorts {
  readonly authenticate: Authenticate;
  readonly queue: { add(set: ChangeSet): Promise<ChangeSetOutcome> };
  readonly store: Pick<InventoryStore, "stageImport">;
  /** Told of commits that do not go through the queue. */
  readonly feed: { wake(): void };
  readonly slots: TaskSlots;
}

export type ChangeSetQuery = Query<"applyChangeSet">;
