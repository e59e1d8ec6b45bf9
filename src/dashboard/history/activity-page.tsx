// The page /activity: every revision of the inventory, by person, reason and day, with its pets and its undo.

import "./history.css?late";
import { useMemo, useState } from "preact/hooks";
import type { PageProps } from "../app/dashboard.ts";
import { pageTitle } from "../state/page-title.ts";
import { useSelected } from "../state/use-selected.ts";
import { EmptyState, Loading } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import {
  type ActivityFilter,
  filterFromQuery,
  isFiltered,
  NO_FILTER,
  queryFromFilter,
} from "./activity-filter.ts";
import { ActivityFilters } from "./activity-filters.tsx";
import type { ActivityEntry } from "./activity-source.ts";
import { byDay } from "./by-day.ts";
import { RevisionEntry } from "./revision-entry.tsx";
import { UndoDialog } from "./undo-dialog.tsx";
import { useActivity } from "./use-activity.ts";
import { historyText } from "../language/en/history.ts";

export default function ActivityPage({ dashboard }: PageProps) {
  const query = useSelected(dashboard.store, (state) => state.query);
  const filter = useMemo(() => filterFromQuery(query), [query]);
  const activity = useActivity(dashboard, filter);
  const [undoing, setUndoing] = useState<ActivityEntry>();
  const choose = (chosen: ActivityFilter): void => dashboard.setQuery(queryFromFilter(chosen));
  const { entries, error, retry } = activity;
  return (
    <div class="activity">
      <PageHeader title={pageTitle("/activity")} />
      <ActivityFilters filter={filter} entries={entries ?? []} onFilter={choose} />
      {error !== undefined && (
        <p class="page-error" role="alert">
          {historyText.failed(error)}{" "}
          <button type="button" class="small" onClick={retry}>
            {historyText.tryAgain}
          </button>
        </p>
      )}
      {entries === undefined && error === undefined && <Loading text={historyText.loadingActivity} />}
      {entries !== undefined && (
        <Entries
          dashboard={dashboard}
          activity={{ ...activity, entries }}
          isFiltered={isFiltered(filter)}
          onShowAll={() => choose(NO_FILTER)}
          onUndo={setUndoing}
        />
      )}
      {undoing !== undefined && (
        <UndoDialog dashboard={dashboard} entry={undoing} onClose={() => setUndoing(undefined)} />
      )}
    </div>
  );
}

interface EntriesProps extends PageProps {
  readonly activity: ReturnType<typeof useActivity> & { readonly entries: readonly ActivityEntry[] };
  readonly isFiltered: boolean;
  readonly onShowAll: () => void;
  readonly onUndo: (entry: ActivityEntry) => void;
}

function Entries({ dashboard, activity, isFiltered: isNarrowed, onShowAll, onUndo }: EntriesProps) {
  const { entries, hasMore, isLoading, loadMore } = activity;
  const days = useMemo(() => byDay(entries, new Date()), [entries]);
  return (
    <>
      {entries.length === 0 && !hasMore && !isLoading && (
        <Nothing isFiltered={isNarrowed} onShowAll={onShowAll} />
      )}
      {days.map(({ title, entries: ofDay }) => (
        <section key={title} class="activity-day" aria-label={title}>
          <h2>{title}</h2>
          <ol>
            {ofDay.map((entry) => (
              <RevisionEntry key={entry.revision} dashboard={dashboard} entry={entry} onUndo={onUndo} />
            ))}
          </ol>
        </section>
      ))}
      <p role="status" class="quiet">
        {isLoading && historyText.loading}
      </p>
      {hasMore && !isLoading && (
        <button type="button" onClick={loadMore}>
          {isNarrowed ? historyText.searchFurther : historyText.showOlder}
        </button>
      )}
    </>
  );
}

function Nothing({ isFiltered: isNarrowed, onShowAll }: Pick<EntriesProps, "isFiltered" | "onShowAll">) {
  if (!isNarrowed) return <EmptyState title={historyText.noChanges}>{historyText.firstAppears}</EmptyState>;
  return (
    <EmptyState title={historyText.noMatching}>
      <button type="button" onClick={onShowAll}>
        {historyText.showAll}
      </button>
    </EmptyState>
  );
}
