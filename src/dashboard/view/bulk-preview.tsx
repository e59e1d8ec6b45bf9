// Second step of a bulk change: its columns, and its rows grouped by what would happen to them.

import { useMemo, useState } from "preact/hooks";
import type { InventoryItem } from "../../contract/item-json.ts";
import { BULK_GROUPS, type BulkGroup, type BulkPlan, groupSize, planBulk } from "../model/bulk-plan.ts";
import { formatCount, formatPlural } from "../model/format.ts";
import type { BulkChange } from "../state/bulk-change.ts";
import type { BulkPreview } from "../state/state.ts";
import { BulkColumns } from "./bulk-columns.tsx";
import { BulkRows } from "./bulk-rows.tsx";

const GROUP_NAMES: Readonly<Record<BulkGroup, string>> = {
  change: "To change",
  conflict: "Conflicts",
  unknown: "Unknown pets",
  invalid: "Invalid",
  same: "Unchanged",
};

export interface BulkPreviewProps {
  readonly bulk: BulkChange;
  readonly preview: BulkPreview;
  readonly now: readonly InventoryItem[];
}

export function BulkPreviewStep({ bulk, preview, now }: BulkPreviewProps) {
  const { rows, problems, baseline, name, format } = preview;
  const plan = useMemo(() => planBulk({ rows, problems, baseline, now }), [rows, problems, baseline, now]);
  const [chosen, setChosen] = useState<BulkGroup>();
  const isFilled = (group: BulkGroup): boolean => plan[group].length > 0;
  const group = chosen !== undefined && isFilled(chosen) ? chosen : BULK_GROUPS.find(isFilled);
  return (
    <div class="bulk-step">
      <p>
        <b>{name}</b>, {formatPlural(rows.length + problems.count, "row")}
      </p>
      {format === "csv" && <BulkColumns preview={preview} onMapping={(mapping) => void bulk.map(mapping)} />}
      <GroupChips plan={plan} group={group} onGroup={setChosen} />
      {group !== undefined && (
        <BulkRows rows={plan[group]} total={groupSize(plan, group)} caption={GROUP_NAMES[group]} />
      )}
      <PreviewActions bulk={bulk} plan={plan} isOutdated={baseline !== now && plan.conflict.length > 0} />
    </div>
  );
}

interface GroupChipsProps {
  readonly plan: BulkPlan;
  /** The group whose rows are shown. */
  readonly group: BulkGroup | undefined;
  readonly onGroup: (group: BulkGroup) => void;
}

function GroupChips({ plan, group, onGroup }: GroupChipsProps) {
  return (
    <div class="chips" role="group" aria-label="Rows by result">
      {BULK_GROUPS.map((each) => (
        <button
          key={each}
          type="button"
          class={`filter-chip group-${each}`}
          aria-pressed={each === group}
          disabled={plan[each].length === 0}
          onClick={() => onGroup(each)}
        >
          {GROUP_NAMES[each]} <span class="count">{formatCount(groupSize(plan, each))}</span>
        </button>
      ))}
    </div>
  );
}

interface PreviewActionsProps {
  readonly bulk: BulkChange;
  readonly plan: BulkPlan;
  /** Others have changed pets of the file since it was read. */
  readonly isOutdated: boolean;
}

function PreviewActions({ bulk, plan, isOutdated }: PreviewActionsProps) {
  const changes = plan.change.length;
  return (
    <footer>
      <button type="button" onClick={() => bulk.open()}>
        Choose another file
      </button>
      {isOutdated && (
        <button type="button" onClick={() => void bulk.compareAgain()}>
          Compare again
        </button>
      )}
      <button type="button" class="primary" disabled={changes === 0} onClick={() => void bulk.apply(plan)}>
        {changes === 0 ? "Nothing to change" : `Change ${formatPlural(changes, "quantity", "quantities")}`}
      </button>
    </footer>
  );
}
