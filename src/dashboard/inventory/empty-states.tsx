// Shown in place of the table when it has no rows.

import { PROGRAM } from "../../build.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { may } from "../state/roles.ts";
import { useSelected } from "../state/use-selected.ts";
import { FIRST_VIEW, isFiltered, WHOLE_VIEW } from "../state/view.ts";
import { EmptyState, Loading } from "../ui/empty-state.tsx";
import type { InventoryUi } from "./inventory-ui.ts";
import { readPetId } from "./new-pet.ts";
import { inventoryText } from "../language/en/inventory.ts";

interface EmptyProps {
  readonly dashboard: Dashboard;
  readonly ui: InventoryUi;
}

export function LoadingInventory() {
  return <Loading text={inventoryText.loading} />;
}

export function EmptyInventory({ dashboard, ui }: EmptyProps) {
  const canAdd = useSelected(dashboard.store, (state) => state.me !== undefined && may(state, "manager"));
  return (
    <EmptyState title={inventoryText.noPets}>
      {canAdd && (
        <>
          <p>{inventoryText.noPetsHint}</p>
          <div class="empty-actions">
            <button type="button" onClick={() => dashboard.transfer.openImport()}>
              {inventoryText.importFile}
            </button>
            <button type="button" class="primary" onClick={() => ui.open({ kind: "add", petId: "" })}>
              {inventoryText.addFirst}
            </button>
          </div>
        </>
      )}
      <p class={canAdd ? "quiet" : ""}>{canAdd ? inventoryText.orImportThere : inventoryText.importThere}</p>
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
    <EmptyState title={inventoryText.noMatches}>
      <p>{sentence(text, hasOtherFilters)}</p>
      <div class="empty-actions">
        {text !== "" && (
          <button type="button" onClick={() => dashboard.setView({ ...FIRST_VIEW, sort: view.sort })}>
            {inventoryText.clearSearch}
          </button>
        )}
        <button type="button" onClick={() => dashboard.setView({ ...WHOLE_VIEW, sort: view.sort })}>
          {inventoryText.showAllPets}
        </button>
        {isNew && canAdd && (
          <button type="button" class="primary" onClick={() => ui.open({ kind: "add", petId: String(id) })}>
            {inventoryText.addPetWithId(id)}
          </button>
        )}
      </div>
    </EmptyState>
  );
}

function sentence(search: string, hasOtherFilters: boolean): string {
  if (search === "") return inventoryText.noneMatchesFilters;
  return hasOtherFilters ? inventoryText.noneLikeAndFilters(search) : inventoryText.noneLike(search);
}
