// The page as a whole: signing in, or the inventory.

import { useEffect, useMemo } from "preact/hooks";
import { select } from "../model/select.ts";
import { WHOLE_VIEW } from "../model/view.ts";
import type { Dashboard } from "../state/dashboard.ts";
import type { State } from "../state/state.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import { EmptyInventory, Loading, NothingFound } from "./empty-states.tsx";
import { Filters } from "./filters.tsx";
import { Grid } from "./grid.tsx";
import { NoticeBar } from "./notice.tsx";
import { Overview } from "./overview.tsx";
import { SignInDialog, SignInPage } from "./sign-in.tsx";
import { TopBar } from "./top-bar.tsx";
import { useStateOf } from "./use-state-of.ts";

export function App({ dashboard }: { readonly dashboard: Dashboard }) {
  const state = useStateOf(dashboard.store);
  const { session, loading } = state;
  const drops = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void dashboard.bulk.openFile(file);
    },
  };
  if (session.phase === "out") return <SignInPage dashboard={dashboard} state={state} />;
  return (
    <div class="page" {...drops}>
      <TopBar dashboard={dashboard} state={state} />
      {session.trouble !== undefined && session.phase === "in" && (
        <p class="page-trouble" role="alert">
          {session.trouble}
        </p>
      )}
      <main>
        {loading === "whole" && state.rows.length === 0 ? (
          <EmptyInventory />
        ) : (
          <Inventory dashboard={dashboard} state={state} />
        )}
      </main>
      <NoticeBar dashboard={dashboard} state={state} />
      {state.bulk !== undefined && session.phase === "in" && (
        <BulkDialog dashboard={dashboard} state={state} bulk={state.bulk} />
      )}
      {session.phase === "refused" && <SignInDialog dashboard={dashboard} state={state} />}
    </div>
  );
}

function Inventory({ dashboard, state }: { readonly dashboard: Dashboard; readonly state: State }) {
  const { rows, view, held } = state;
  const selection = useMemo(() => select(rows, view, held), [rows, view, held]);
  useUndoKey(dashboard);
  const showAll = (): void => dashboard.setView({ ...WHOLE_VIEW, sort: view.sort });
  return (
    <>
      <Overview rows={rows} view={view} onView={(changed) => dashboard.setView(changed)} />
      <Filters
        view={view}
        selection={selection}
        total={rows.length}
        isWhole={state.loading === "whole"}
        onView={(changed, options) => dashboard.setView(changed, options)}
      />
      {selection.items.length > 0 ? (
        <Grid dashboard={dashboard} state={state} items={selection.items} />
      ) : state.loading === "whole" ? (
        <NothingFound onShowAll={showAll} />
      ) : (
        <Loading />
      )}
    </>
  );
}

/** Ctrl+Z takes the last change back; within a field it is the field's own. */
function useUndoKey(dashboard: Dashboard): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isUndo || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)
        return;
      // A change by a file has an undo of its own.
      if (dashboard.store.state.bulk !== undefined) return;
      event.preventDefault();
      dashboard.undo.takeNewestBack();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [dashboard]);
}
