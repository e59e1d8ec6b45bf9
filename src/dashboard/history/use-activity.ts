// The activity as the page shows it, filtered by the page's address.

import type { Dashboard } from "../app/dashboard.ts";
import { useSelected } from "../state/use-selected.ts";
import { type ActivityFilter, queryFromFilter } from "./activity-filter.ts";
import { type ActivityEntry, mergeEntries, readActivity } from "./activity-source.ts";
import { type Paged, usePaged } from "./use-paged.ts";

export type Activity = Paged<ActivityEntry>;

/** A filter that matches little reads this many portions before it asks whether to search further. */
const PORTIONS_MAX = 5;
/** Entries that make a portion worth showing. */
const ENTRIES_MIN = 20;
/** Changes that follow each other closely are shown together. */
const SETTLED_MS = 500;

export function useActivity(dashboard: Dashboard, filter: ActivityFilter): Activity {
  const version = useSelected(dashboard.store, (state) => state.petsVersion);
  return usePaged({
    subject: queryFromFilter(filter),
    version,
    settledMs: SETTLED_MS,
    read: (cursor, signal) => readActivity(dashboard.session.admin, { filter, cursor, signal }),
    append: mergeEntries,
    portionsMax: PORTIONS_MAX,
    entriesMin: ENTRIES_MIN,
  });
}
