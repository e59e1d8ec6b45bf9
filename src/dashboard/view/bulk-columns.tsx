// Lets the user choose which columns of a CSV file hold ids and quantities.

import { columnNames, type Mapping } from "../model/column-mapping.ts";
import type { BulkPreview } from "../state/state.ts";

export interface BulkColumnsProps {
  readonly preview: BulkPreview;
  readonly onMapping: (mapping: Mapping) => void;
}

export function BulkColumns({ preview, onMapping }: BulkColumnsProps) {
  const { sample, mapping } = preview;
  const names = columnNames(sample, mapping.header);
  const choose = (column: "petId" | "quantity") => ({
    names,
    value: mapping[column],
    onValue: (value: number | undefined) => onMapping({ ...mapping, [column]: value }),
  });
  return (
    <div class="columns">
      <ColumnSelect title="Pet id column" {...choose("petId")} />
      <ColumnSelect title="Quantity column" {...choose("quantity")} />
      <label class="check">
        <input
          type="checkbox"
          checked={mapping.header}
          onChange={({ currentTarget: { checked } }) => onMapping({ ...mapping, header: checked })}
        />
        First row is a header
      </label>
    </div>
  );
}

interface ColumnSelectProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly value: number | undefined;
  readonly onValue: (value: number | undefined) => void;
}

function ColumnSelect({ title, names, value, onValue }: ColumnSelectProps) {
  return (
    <label>
      {title}
      <select
        value={value === undefined ? "" : String(value)}
        onChange={({ currentTarget }) =>
          onValue(currentTarget.value === "" ? undefined : Number(currentTarget.value))
        }
      >
        <option value="">Choose a column</option>
        {names.map((name, at) => (
          <option key={at} value={String(at)}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
