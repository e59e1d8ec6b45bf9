// Says which columns of a file were recognised and which are left out, and lets the user choose.

import { useState } from "preact/hooks";
import { importsText } from "../language/en/imports.ts";
import { transferText } from "../language/en/transfer.ts";
import { may } from "../state/roles.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { SHEET_COLUMN_NAMES, type SheetColumn } from "../../transfer/sheet-columns.ts";
import { columnNames, leftOut, type Mapping, withColumn } from "../imports/column-mapping.ts";
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
            {transferText.firstRowHasNames}
          </label>
        </div>
      </details>
    </>
  );
}

/** Columns whose names may mean something else, with those names. */
function Proposals({ sources }: { readonly sources: readonly (readonly [SheetColumn, string])[] }) {
  const taken = sources.map(([column, name]) => transferText.takenFrom(importsText[column], isolated(name)));
  return (
    <p class="warn">
      <b>{transferText.checkColumns}</b> {taken.join(", ")}. {transferText.mayMeanElse}
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
  const more = Math.max(0, others.length - LEFT_OUT_NAMED_MAX);
  return (
    <span>
      <b>{transferText.columns}</b>{" "}
      {used.length === 0
        ? transferText.noneRecognised
        : used.map((column) => described(column, names[mapping.columns[column]!]!)).join(", ")}
      {mapping.isChosen && <span class="quiet"> {transferText.asChosenBefore}</span>}
      {others.length > 0 && <span class="quiet">. {transferText.leftOut(named, more)}</span>}
      {!mayManage && others.length > 0 && <span class="quiet"> {transferText.quantitiesOnly}</span>}
    </span>
  );
}

/** `Quantity`, or `Quantity (Menge)` where the file calls it otherwise. */
function described(column: SheetColumn, name: string): string {
  const title = importsText[column];
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
      {transferText.columnOf(importsText[column])}
      <select
        value={value === undefined ? "" : String(value)}
        onChange={({ currentTarget }) =>
          onValue(currentTarget.value === "" ? undefined : Number(currentTarget.value))
        }
      >
        <option value="">{column === "petId" ? transferText.chooseColumn : transferText.notInFile}</option>
        {names.map((name, at) => (
          <option key={at} value={String(at)}>
            {isolated(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
