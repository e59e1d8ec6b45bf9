// One row of the table. Drawn again only when something that it shows has changed.

import { useMemo, useRef } from "preact/hooks";
import { cellOf, type RowProps } from "./grid-cells.tsx";
import type { GridActions } from "./grid-actions.ts";
import { rowActions } from "./row-actions.ts";
import type { RowFacts } from "./row-facts.ts";

interface GridRowProps extends RowFacts {
  readonly actions: GridActions;
}

export function GridRow({ actions: grid, ...facts }: GridRowProps) {
  const latest = useRef(facts);
  latest.current = facts;
  const actions = useMemo(() => rowActions(grid, latest), [grid]);
  return useMemo(() => rowOf({ ...facts, actions }), drawnValues(facts));
}

/** The row's content as comparable values: some of its objects are created anew with each draw. */
function drawnValues({ item, label, mark, ...others }: RowFacts): readonly unknown[] {
  const { petId, quantity, status } = item;
  const members = { petId, quantity, status, name: label?.name, kind: label?.kind };
  return Object.values({ ...others, ...members, isMarked: mark !== undefined, before: mark?.before });
}

function rowOf(props: RowProps) {
  const { item, label, index, topPx, current, editing, save, mark, isSelected, isOpen, columns, actions } =
    props;
  // For the style sheet: not all browsers have :has().
  const states = [
    !label?.name && "unnamed",
    editing && "editing",
    !save && props.isLabelUndecided && "undecided",
    mark && "marked",
    save?.kind,
    current && "current",
    isSelected && "selected",
    isOpen && "open",
  ];
  return (
    <div
      role="row"
      class={`row ${states.filter(Boolean).join(" ")}`}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-pet={String(item.petId)}
      style={{ transform: `translateY(${topPx}px)` }}
      {...actions.row}
    >
      {columns.map((column) => cellOf(column, props))}
    </div>
  );
}
