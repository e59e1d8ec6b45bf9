// The counts of a change, as the answers of tools have them.

import type { ChangeSetResult } from "../../client/admin-types.ts";

export type Counts = Pick<ChangeSetResult, "created" | "updated" | "removed" | "unchanged">;

export function countsOf({ created, updated, removed, unchanged }: Counts): Counts {
  return { created, updated, removed, unchanged };
}
