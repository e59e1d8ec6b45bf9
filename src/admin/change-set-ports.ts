// The parts that applyChangeSet uses, for JSON and for rows.

import type { Authenticate } from "../http/authenticate.ts";
import type { ChangeSet, ChangeSetOutcome } from "../inventory/change-set.ts";
import type { KeyRecord } from "../inventory/key-store.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { IncomingBodies } from "./incoming-bodies.ts";
import type { KeyTurns } from "../inventory/key-turns.ts";
import type { Query } from "./query.ts";
import type { TaskSlots } from "./task-slots.ts";

export interface ChangeSetPorts {
  readonly authenticate: Authenticate;
  readonly queue: { add(set: ChangeSet, request: Pick<Request, "signal">): Promise<ChangeSetOutcome> };
  readonly store: Pick<InventoryStore, "stageImport" | "preview">;
  /** Receives the commits that do not go through the queue. */
  readonly feed: { wake(): void };
  /** For rows, which arrive at the client's pace. */
  readonly slots: TaskSlots;
  /** For work whose request has arrived: slow clients do not hold it up. */
  readonly taskSlots: TaskSlots;
  readonly bodies: IncomingBodies;
  /** To read and check large change sets in JSON: one after the other, so that memory and processor are shared fairly. */
  readonly readTurns: KeyTurns;
  /** For dry runs of small change sets. */
  readonly previewTurns: KeyTurns;
  /** Counts further changes for the rate limit of a key. */
  readonly chargeRate: (key: KeyRecord, changes: number) => void;
}

export type ChangeSetQuery = Query<"applyChangeSet">;
