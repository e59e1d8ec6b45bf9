// The history that an empty database begins with: change sets of the past, each with its own time. Everything else that changes the
// inventory has the time of its commit.

import type { ChangeSet } from "./change-set.ts";

/** Becomes a revision of that time, if it has an effect. */
export interface DatedChangeSet extends Omit<
  ChangeSet,
  "dryRun" | "previewRows" | "planAt" | "idempotencyKey"
> {
  /** ms since 1970; never before the one before it. */
  readonly at: number;
}
