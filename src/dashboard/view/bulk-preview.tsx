// Shows what a file would do, before it does: its columns, and its rows by what becomes of them.

import { useMemo, useState } from "preact/hooks";
import type { InventoryItem } from "../../contract/item-json.ts";
import { BULK_GROUPS, type BulkGroup, planBulk, sizeOf } from "../model/bulk-plan.ts";
import { columnNames, type Mapping } from "../model/column-mapping.ts";
import { count, counted } from "../model/words.ts";
import type { BulkChange } from "../state/bulk-change.ts";
import type { BulkPreview } from "../state/state.ts";
import { BulkRows } from "./bulk-rows.tsx";

const NAMES: Readonly<Record<BulkGroup, string>> = {
  change: "New value",
  conflict: "Conflict",
  unknown: "Unknown pet",
  invalid: "Invalid",
  same: "Unchanged",
};

export interface BulkPreviewProps {
  readonly bulk: BulkChange;
  readonly preview: BulkPreview;
  readonly now: readonly InventoryItem[];
}

export function BulkPreviewStep({ bulk, preview, now }: BulkPreviewProps) {
  const { rows, problems, seen, name, format } = preview;
  const plan = useMemo(() => planBulk({ rows, problems, seen, now }), [rows, problems, seen, now]);
  const [chosen, setChosen] = useState<BulkGroup>();
  const isFilled = (each: BulkGroup): boolean => plan[each].length > 0;
  const group = chosen !== undefined && isFilled(chosen) ? chosen : BULK_GROUPS.find(isFilled);
  const changes = plan.change.length;
  const isOutdated = seen !== now && plan.conflict.length > 0;
  return (
    <div class="bulk-step">
      <p>
        <b>{name}</b>, {counted(rows.length + problems.count, "row")}
      </p>
      {format === "csv" && <Columns preview={preview} onMapping={(mapping) => void bulk.map(mapping)} />}
      <div class="chips" role="group" aria-label="What becomes of the rows">
        {BULK_GROUPS.map((each) => (
          <button
            key={each}
            type="button"
            class={`filter-chip group-${each}`}
            aria-pressed={each === group}
            disabled={!isFilled(each)}
            onClick={() => setChosen(each)}
          >
            {NAMES[each]} <span class="count">{count(sizeOf(plan, each))}</span>
          </button>
        ))}
      </div>
      {group !== undefined && (
        <BulkRows rows={plan[group]} total={sizeOf(plan, group)} caption={NAMES[group]} />
      )}
      <footer>
        <button type="button" onClick={() => bulk.open()}>
          Another file
        </button>
        {isOutdated && (
          <button type="button" onClick={() => void bulk.readAgain()}>
            Compare again
          </button>
        )}
        <button type="button" class="primary" disabled={changes === 0} onClick={() => void bulk.apply(plan)}>
          {changes === 0 ? "Nothing to change" : `Change ${counted(changes, "quantity", "quantities")}`}
        </button>
      </footer>
    </div>
  );
}

interface ColumnsProps {
  readonly preview: BulkPreview;
  readonly onMapping: (mapping: Mapping) => void;
}

function Columns({ preview, onMapping }: ColumnsProps) {
  const { sample, mapping } = preview;
  const names = columnNames(sample, mapping.header);
  const choice = (title: string, column: "petId" | "quantity") => (
    <label>
      {title}
      <select
        value={mapping[column] === undefined ? "" : String(mapping[column])}
        onChange={({ currentTarget: { value } }) =>
          onMapping({ ...mapping, [column]: value === "" ? undefined : Number(value) })
        }
      >
        <option value="">Choose the column</option>
        {names.map((name, at) => (
          <option key={at} value={String(at)}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="columns">
      {choice("Pet ids are in", "petId")}
      {choice("Quantities are in", "quantity")}
      <label class="check">
        <input
          type="checkbox"
          checked={mapping.header}
          onChange={({ currentTarget: { checked } }) => onMapping({ ...mapping, header: checked })}
        />
        The first row has names
      </label>
    </div>
  );
}
