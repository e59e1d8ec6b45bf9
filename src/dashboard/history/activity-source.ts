// Reads the activity portion by portion. Unfiltered from the list of revisions. With a filter from the ledger's movements, which the
// service filters by key, reason and time; the movements of one revision follow each other.

import type { Movement, PetstockAdmin, Revision } from "../../client/client.ts";
import { type ActivityFilter, boundsOf, isFiltered } from "./activity-filter.ts";
import { historyText } from "../language/en/history.ts";

/** An entry of the activity. From movements, `undoable` is null: only a dry run tells. */
export type ActivityEntry = Revision;

interface ActivityPortion {
  /** Newest first. The first may continue the last entry of the portion before: `mergeEntries`. */
  readonly entries: readonly ActivityEntry[];
  /** For the next portion; undefined at the end. */
  readonly cursor: string | undefined;
}

export interface ReadOptions {
  readonly filter: ActivityFilter;
  readonly cursor: string | undefined;
  readonly signal: AbortSignal;
}

const REVISIONS = 50;
const MOVEMENTS = 1000;

/** One request; more only while the service finds nothing. */
export async function readActivity(admin: PetstockAdmin, options: ReadOptions): Promise<ActivityPortion> {
  const { filter, cursor, signal } = options;
  if (!isFiltered(filter)) {
    const page = await admin.revisionPage({ cursor, pageSize: REVISIONS, signal });
    return { entries: page.entries, cursor: page.next ?? undefined };
  }
  let from = cursor;
  for (;;) {
    const page = await admin.movementPage({
      ...(filter.who !== "" && { key: filter.who }),
      ...(filter.reason !== "" && { reason: filter.reason }),
      ...(filter.day !== "" && boundsOf(filter.day)),
      cursor: from,
      pageSize: MOVEMENTS,
      signal,
    });
    from = page.next ?? undefined;
    // Empty before the end: the service has not searched far enough.
    if (page.entries.length > 0 || from === undefined)
      return { entries: entriesOf(page.entries), cursor: from };
  }
}

function entriesOf(movements: readonly Movement[]): ActivityEntry[] {
  const entries: ActivityEntry[] = [];
  for (const movement of movements) {
    const entry = entryOf(movement);
    const last = entries.at(-1);
    if (last?.revision === entry.revision) entries.splice(-1, 1, joined(last, entry));
    else entries.push(entry);
  }
  return entries;
}

function entryOf({ before, after, label, ...movement }: Movement): ActivityEntry {
  const { revision, at, actor, keyId, reason, note, undoes } = movement;
  const quantityChange = (after?.quantity ?? 0) - (before?.quantity ?? 0);
  const labels = label === undefined ? 0 : 1;
  const counts = { pets: 1, labels, quantityChange };
  return { revision, at, actor, keyId, reason, note, undoes, ...counts, undoable: null };
}

/** `3 pets`; `3 pets, 1 label` if one of them has another label now. */
export function petsInWords({ pets, labels }: Pick<ActivityEntry, "pets" | "labels">): string {
  return labels === 0 ? historyText.pets(pets) : historyText.petsAndLabels(pets, labels);
}

/** Appends a portion; its first entry may continue the last one. */
export function mergeEntries(
  entries: readonly ActivityEntry[],
  further: readonly ActivityEntry[],
): ActivityEntry[] {
  const [last, first] = [entries.at(-1), further[0]];
  if (last === undefined || first === undefined || last.revision !== first.revision) {
    return [...entries, ...further];
  }
  return [...entries.slice(0, -1), joined(last, first), ...further.slice(1)];
}

function joined(entry: ActivityEntry, further: ActivityEntry): ActivityEntry {
  const pets = entry.pets + further.pets;
  const labels = entry.labels + further.labels;
  const quantityChange = entry.quantityChange + further.quantityChange;
  return { ...entry, pets, labels, quantityChange };
}
