// The page: the sign-in form, or the inventory.

import type { Dashboard } from "../state/dashboard.ts";
import type { State } from "../state/state.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import { EmptyInventory } from "./empty-states.tsx";
import { Inventory } from "./inventory.tsx";
import { NoticeBar } from "./notice-bar.tsx";
import { SignInDialog, SignInPage } from "./sign-in.tsx";
import { TopBar } from "./top-bar.tsx";
import { useStore } from "./use-store.ts";

export function App({ dashboard }: { readonly dashboard: Dashboard }) {
  const state = useStore(dashboard.store);
  const { session, loading, rows, bulk } = state;
  const isEmpty = loading === "complete" && rows.length === 0;
  if (session.phase === "out") return <SignInPage dashboard={dashboard} state={state} />;
  return (
    <div class="page" {...fileDrop(dashboard)}>
      <TopBar dashboard={dashboard} state={state} />
      <LoadError state={state} />
      <main>{isEmpty ? <EmptyInventory /> : <Inventory dashboard={dashboard} state={state} />}</main>
      <NoticeBar dashboard={dashboard} state={state} />
      {bulk !== undefined && session.phase === "in" && (
        <BulkDialog dashboard={dashboard} state={state} bulk={bulk} />
      )}
      {session.phase === "refused" && <SignInDialog dashboard={dashboard} state={state} />}
    </div>
  );
}

function LoadError({ state: { session } }: { readonly state: State }) {
  if (session.phase !== "in" || session.message === undefined) return null;
  return (
    <p class="page-error" role="alert">
      {session.message}
    </p>
  );
}

/** A file can be dropped anywhere on the page. */
function fileDrop(dashboard: Dashboard) {
  return {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void dashboard.bulk.openFile(file);
    },
  };
}
