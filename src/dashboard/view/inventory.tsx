// The inventory: overview, filters and table.

import { useEffect, useMemo } from "preact/hooks";
import { type Selection, selectRows } from "../model/select-rows.ts";
import { WHOLE_VIEW } from "../model/view.ts";
import type { Dashboard } from "../state/dashboard.ts";
import type { State } from "../state/state.ts";
import { Loading, NoMatches } from "./empty-states.tsx";
import { Filters } from "./filters.tsx";
import { Grid } from "./grid.tsx";
import { Overview } from "./overview.tsx";

interface InventoryProps {
  readonly dashboard: Dashboard;
  readonly state: State;
}

export function Inventory({ dashboard, state }: InventoryProps) {
  const { rows, view, held, loading } = state;
  const selection = useMemo(() => selectRows(rows, view, held), [rows, view, held]);
  useUndoKey(dashboard);
  return (
    <>
      <Overview rows={rows} view={view} onView={(changed) => dashboard.setView(changed)} />
      <Filters
        view={view}
        selection={selection}
        total={rows.length}
        isComplete={loading === "complete"}
        onView={(changed, options) => dashboard.setView(changed, options)}
      />
      <Table dashboard={dashboard} state={state} selection={selection} />
    </>
  );
}

function Table({ dashboard, state, selection }: InventoryProps & { readonly selection: Selection }) {
  const { view, loading } = state;
  const { items } = selection;
  if (items.length > 0) return <Grid dashboard={dashboard} state={state} items={items} />;
  if (loading !== "complete") return <Loading />;
  return <NoMatches onShowAll={() => dashboard.setView({ ...WHOLE_VIEW, sort: view.sort })} />;
}

/** Ctrl+Z undoes the newest change. Text fields and the import dialog keep their own undo. */
function useUndoKey(dashboard: Dashboard): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const { target } = event;
      const isTextField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (!isUndo || isTextField || dashboard.store.state.bulk !== undefined) return;
      event.preventDefault();
      dashboard.undoStack.undoNewest();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [dashboard]);
}
