// What applyChangeSet works with, for JSON and for rows.

import type { Authenticate } from "../http/authenticate.ts";
import type { ChangeSet, ChangeSetOutcome } from "../inventory/change-set.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { Query } from "./query.ts";
import type { TaskSlots } from "./task-slots.ts";

export interface ChangeSetPorts {
  readonly authenticate: Authenticate;
  readonly queue: { add(set: ChangeSet, request: Pick<Request, "signal">): Promise<ChangeSetOutcome> };
  readonly store: Pick<InventoryStore, "stageImport">;
  /** Told of commits that do not go through the queue. */
  readonly feed: { wake(): void };
  /** For rows, which arrive at the client's pace. */
  readonly slots: TaskSlots;
  /** For work whose request has arrived: slow clients do not hold it up. */
  readonly taskSlots: TaskSlots;
}

export type ChangeSetQuery = Query<"applyChangeSet">;
