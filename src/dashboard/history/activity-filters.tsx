// The filters of the activity: person, reason and day.

import { STATED_REASONS, SYSTEM_REASONS } from "../../inventory/movement.ts";
import { reasonInWords } from "../ui/reason-fields.tsx";
import type { ActivityFilter } from "./activity-filter.ts";
import type { ActivityEntry } from "./activity-source.ts";
import { nameOfActor } from "../ui/names.ts";
import { historyText } from "../language/en/history.ts";

interface ActivityFiltersProps {
  readonly filter: ActivityFilter;
  /** Whose names are proposed. */
  readonly entries: readonly ActivityEntry[];
  readonly onFilter: (filter: ActivityFilter) => void;
}

export function ActivityFilters({ filter, entries, onFilter }: ActivityFiltersProps) {
  const people = new Set(
    entries.filter(({ keyId }) => keyId !== null).map(({ actor }) => nameOfActor(actor)),
  );
  return (
    <form class="activity-filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <label>
        {historyText.person}
        <input
          value={filter.who}
          list="people"
          placeholder={historyText.everyone}
          autocomplete="off"
          onChange={(event) => onFilter({ ...filter, who: event.currentTarget.value.trim() })}
        />
      </label>
      <datalist id="people">
        {[...people].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <label>
        {historyText.reason}
        <select
          value={filter.reason}
          onChange={(event) => onFilter({ ...filter, reason: event.currentTarget.value })}
        >
          <option value="">{historyText.allReasons}</option>
          {[...STATED_REASONS, ...SYSTEM_REASONS].map((reason) => (
            <option key={reason} value={reason}>
              {reasonInWords(reason)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {historyText.day}
        <input
          type="date"
          value={filter.day}
          onChange={(event) => onFilter({ ...filter, day: event.currentTarget.value })}
        />
      </label>
    </form>
  );
}
