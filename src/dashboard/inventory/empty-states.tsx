// Shown in place of the table when it has no rows.

import { PROGRAM } from "../../build.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { may } from "../state/roles.ts";
import { useSelected } from "../state/use-selected.ts";
import { FIRST_VIEW, isFiltered, WHOLE_VIEW } from "../state/view.ts";
import { EmptyState, Loading } from "../ui/empty-state.tsx";
import type { InventoryUi } from "./inventory-ui.ts";
import { readPetId } from "./new-pet.ts";

interface EmptyProps {
  readonly dashboard: Dashboard;
  readonly ui: InventoryUi;
}

export function LoadingInventory() {
  return <Loading text="Loading the inventory…" />;
}

export function EmptyInventory({ dashboard, ui }: EmptyProps) {
  const canAdd = useSelected(dashboard.store, (state) => state.me !== undefined && may(state, "manager"));
  return (
    <EmptyState title="No pets yet">
      {canAdd && (
        <>
          <p>Add the first one, or import a file with the columns petId, quantity and status.</p>
          <div class="empty-actions">
            <button type="button" onClick={() => dashboard.transfer.openImport()}>
              Import a file
            </button>
            <button type="button" class="primary" onClick={() => ui.open({ kind: "add", petId: "" })}>
              Add a pet
            </button>
          </div>
        </>
      )}
      <p class={canAdd ? "quiet" : ""}>
        {canAdd ? "Or import a file" : "Import a file"} on the machine that runs this service. The pets then
        appear here by themselves.
      </p>
      <pre>
        <code>{PROGRAM} import inventory.csv</code>
      </pre>
    </EmptyState>
  );
}

/** Says what was searched, and offers what helps: clearing it, or adding the id. */
export function NoMatches({ dashboard, ui }: EmptyProps) {
  const { store, pets } = dashboard;
  const view = useSelected(store, (state) => state.view);
  const canAdd = useSelected(store, (state) => state.me !== undefined && may(state, "manager"));
  const { search } = view;
  const text = search.trim();
  const id = text === "" ? undefined : readPetId(text);
  const isNew = id !== undefined && pets.item(id) === undefined;
  const hasOtherFilters = isFiltered({ ...view, search: "" }) && view.stock !== "in";
  return (
    <EmptyState title="No matching pets">
      <p>{sentence(text, hasOtherFilters)}</p>
      <div class="empty-actions">
        {text !== "" && (
          <button type="button" onClick={() => dashboard.setView({ ...FIRST_VIEW, sort: view.sort })}>
            Clear the search
          </button>
        )}
        <button type="button" onClick={() => dashboard.setView({ ...WHOLE_VIEW, sort: view.sort })}>
          Show all pets
        </button>
        {isNew && canAdd && (
          <button type="button" class="primary" onClick={() => ui.open({ kind: "add", petId: String(id) })}>
            Add pet {String(id)}
          </button>
        )}
      </div>
    </EmptyState>
  );
}

function sentence(search: string, hasOtherFilters: boolean): string {
  if (search === "") return "No pet matches the filters.";
  const what = `No pet has a name, kind, id or code like “${search}”`;
  return hasOtherFilters ? `${what} and matches the filters.` : `${what}.`;
}
