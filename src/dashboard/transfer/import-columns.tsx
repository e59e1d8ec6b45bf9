// Says which columns of a file were recognised and which are left out, and lets the user choose.

import { useState } from "preact/hooks";
import { may } from "../state/roles.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { SHEET_COLUMN_NAMES, type SheetColumn } from "../../transfer/sheet-columns.ts";
import { COLUMN_TITLES, columnNames, leftOut, type Mapping, withColumn } from "../imports/column-mapping.ts";
import type { ImportPreview } from "./import-view.ts";
import { isolated } from "../ui/isolated.ts";

interface ImportColumnsProps {
  readonly dashboard: Dashboard;
  readonly view: ImportPreview;
  readonly onMapping: (mapping: Mapping) => void;
}

const LEFT_OUT_NAMED_MAX = 8;

export function ImportColumns({ dashboard, view, onMapping }: ImportColumnsProps) {
  const { file, mapping, plan } = view;
  const mayManage = may(dashboard.store.state, "manager");
  const columns = SHEET_COLUMN_NAMES.filter((name) => mayManage || name === "petId" || name === "quantity");
  const { proposed = [] } = mapping;
  const names = columnNames(file.sample, mapping.header);
  // Open where the user must choose or look, and until the user closes it.
  const [isOpen, setOpen] = useState(
    plan === undefined || Object.keys(mapping.columns).length < 2 || proposed.length > 0,
  );
  return (
    <>
      {proposed.length > 0 && (
        <Proposals sources={proposed.map((column) => [column, names[mapping.columns[column]!]!])} />
      )}
      <details class="columns" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <Recognised view={view} mayManage={mayManage} />
        </summary>
        <div class="column-choices">
          {columns.map((column) => (
            <ColumnSelect
              key={column}
              column={column}
              names={names}
              value={mapping.columns[column]}
              onValue={(at) => onMapping(withColumn(mapping, column, at))}
            />
          ))}
          <label class="check">
            <input
              type="checkbox"
              checked={mapping.header}
              onChange={({ currentTarget: { checked } }) =>
                onMapping({ header: checked, columns: mapping.columns })
              }
            />
            First row has names
          </label>
        </div>
      </details>
    </>
  );
}

/** Columns whose names may mean something else, with those names. */
function Proposals({ sources }: { readonly sources: readonly (readonly [SheetColumn, string])[] }) {
  const taken = sources.map(([column, name]) => `${COLUMN_TITLES[column]} is taken from “${isolated(name)}”`);
  return (
    <p class="warn">
      <b>Check the columns:</b> {taken.join(", ")}. Such a name can mean something else.
    </p>
  );
}

function Recognised({
  view: { file, mapping },
  mayManage,
}: {
  readonly view: ImportPreview;
  readonly mayManage: boolean;
}) {
  const names = columnNames(file.sample, mapping.header);
  const used = SHEET_COLUMN_NAMES.filter((column) => mapping.columns[column] !== undefined);
  const others = leftOut(file.sample, mapping);
  const named = others.slice(0, LEFT_OUT_NAMED_MAX).map(isolated).join(", ");
  const more = others.length > LEFT_OUT_NAMED_MAX ? ` and ${others.length - LEFT_OUT_NAMED_MAX} more` : "";
  return (
    <span>
      <b>Columns:</b>{" "}
      {used.length === 0
        ? "none recognised"
        : used.map((column) => described(column, names[mapping.columns[column]!]!)).join(", ")}
      {mapping.isChosen && <span class="quiet"> (as chosen for such a file before)</span>}
      {others.length > 0 && <span class="quiet">{`. Left out: ${named}${more}`}</span>}
      {!mayManage && others.length > 0 && <span class="quiet"> (your key changes quantities only)</span>}
    </span>
  );
}

/** `Quantity`, or `Quantity (Menge)` where the file calls it otherwise. */
function described(column: SheetColumn, name: string): string {
  const title = COLUMN_TITLES[column];
  return name === column || name.toLowerCase() === title.toLowerCase()
    ? title
    : `${title} (${isolated(name)})`;
}

interface ColumnSelectProps {
  readonly column: SheetColumn;
  readonly names: readonly string[];
  readonly value: number | undefined;
  readonly onValue: (value: number | undefined) => void;
}

function ColumnSelect({ column, names, value, onValue }: ColumnSelectProps) {
  return (
    <label>
      {COLUMN_TITLES[column]} column
      <select
        value={value === undefined ? "" : String(value)}
        onChange={({ currentTarget }) =>
          onValue(currentTarget.value === "" ? undefined : Number(currentTarget.value))
        }
      >
        <option value="">{column === "petId" ? "Choose a column" : "Not in this file"}</option>
        {names.map((name, at) => (
          <option key={at} value={String(at)}>
            {isolated(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
