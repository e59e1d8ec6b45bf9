// The page /: the inventory as a table, with search, filters, and a panel beside it for one pet.

import "./inventory-page.css?late";
import { useEffect, useState } from "preact/hooks";
import type { Dashboard, PageProps } from "../app/dashboard.ts";
import { pageTitle } from "../state/page-title.ts";
import { may } from "../state/roles.ts";
import { useSelected, useWhole, useFields } from "../state/use-selected.ts";
import { inventoryText } from "../language/en/inventory.ts";
import { Icon } from "../ui/icon.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { AddPetDialog } from "./add-pet-dialog.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { EmptyInventory, LoadingInventory, NoMatches } from "./empty-states.tsx";
import { FirstHint } from "./first-hint.tsx";
import { Filters } from "./filters.tsx";
import { Grid } from "./grid.tsx";
import { InventoryUi } from "./inventory-ui.ts";
import { KeysDialog, usePageKeys } from "./page-keys.tsx";
import { Overview } from "./overview.tsx";
import { PasteDialog } from "./paste-dialog.tsx";
import { PetPanel } from "./pet-panel.tsx";
import { PrintView } from "./print-view.tsx";
import { OverviewPlace, SelectionBar } from "./selection-bar.tsx";

interface InventoryProps extends PageProps {
  readonly ui: InventoryUi;
}

export default function InventoryPage({ dashboard }: PageProps) {
  const [ui] = useState(() => new InventoryUi());
  const { loading } = useFields(dashboard.store, "loading", "petsVersion");
  const isEmpty = loading === "complete" && dashboard.pets.size === 0;
  usePageKeys(dashboard, ui);
  useClearedSelection(dashboard, ui);
  return (
    <>
      <PageHeader title={pageTitle("/")} detail={<Units dashboard={dashboard} />}>
        <Actions dashboard={dashboard} ui={ui} />
      </PageHeader>
      {isEmpty ? (
        <EmptyInventory dashboard={dashboard} ui={ui} />
      ) : (
        <>
          {loading === "complete" && <FirstHint dashboard={dashboard} place="top" />}
          <Filters dashboard={dashboard} />
          <OverviewPlace ui={ui}>
            <Overview dashboard={dashboard} />
            <SelectionBar dashboard={dashboard} ui={ui} />
          </OverviewPlace>
          <div class="inventory-body">
            <Table dashboard={dashboard} ui={ui} />
            <PetPanel dashboard={dashboard} ui={ui} />
          </div>
          {loading === "complete" && <FirstHint dashboard={dashboard} place="bottom" />}
        </>
      )}
      <OpenDialog dashboard={dashboard} ui={ui} />
      <PrintView dashboard={dashboard} />
    </>
  );
}

function Units({ dashboard }: PageProps) {
  useFields(dashboard.store, "petsVersion");
  return <>{inventoryText.unitsInStock(dashboard.pets.summary.units)}</>;
}

function Actions({ dashboard, ui }: InventoryProps) {
  const { undoable, readOnly } = useFields(dashboard.store, "undoable", "readOnly");
  const canAdd = useSelected(dashboard.store, (state) => state.me !== undefined && may(state, "manager"));
  const [newest] = undoable;
  return (
    <>
      {readOnly && (
        <span class="badge" title={inventoryText.readOnlyHint}>
          {inventoryText.readOnly}
        </span>
      )}
      {!readOnly && (
        <button
          type="button"
          class="compact"
          disabled={newest === undefined}
          title={newest && inventoryText.undoHint(newest.title)}
          onClick={() => dashboard.undoStack.undoNewest()}
        >
          <Icon name="undo" />
          <span>{inventoryText.undo}</span>
        </button>
      )}
      <button type="button" class="compact print-button" onClick={() => print()}>
        <Icon name="print" />
        <span>{inventoryText.print}</span>
      </button>
      <button type="button" class="compact" onClick={() => dashboard.transfer.openExport()}>
        <Icon name="export" />
        <span>{inventoryText.export}</span>
      </button>
      {!readOnly && (
        <button type="button" class="compact" onClick={() => dashboard.transfer.openImport()}>
          <Icon name="import" />
          <span>{inventoryText.import}</span>
        </button>
      )}
      <button
        type="button"
        class="quiet icon-only keys-button"
        aria-label={inventoryText.keys}
        title={inventoryText.keysHint}
        onClick={() => ui.open({ kind: "keys" })}
      >
        <Icon name="help" />
      </button>
      {canAdd && (
        <button type="button" class="primary" onClick={() => ui.open({ kind: "add", petId: "" })}>
          <Icon name="plus" />
          {inventoryText.addPet}
        </button>
      )}
    </>
  );
}

function Table({ dashboard, ui }: InventoryProps) {
  const { loading } = useFields(
    dashboard.store,
    ...(["loading", "view", "petsVersion", "shownVersion", "labelsVersion", "held"] as const),
  );
  if (dashboard.shown.size > 0) return <Grid dashboard={dashboard} ui={ui} />;
  if (loading !== "complete" || !dashboard.shown.isComplete) return <LoadingInventory />;
  return <NoMatches dashboard={dashboard} ui={ui} />;
}

function OpenDialog({ dashboard, ui }: InventoryProps) {
  const { dialog } = useWhole(ui.store);
  switch (dialog?.kind) {
    case "add":
      return <AddPetDialog dashboard={dashboard} ui={ui} petId={dialog.petId} />;
    case "change":
      return <ChangeDialog dashboard={dashboard} ui={ui} request={dialog} />;
    case "paste":
      return <PasteDialog dashboard={dashboard} ui={ui} request={dialog} />;
    case "keys":
      return <KeysDialog onClose={() => ui.closeDialog()} />;
    default:
      return null;
  }
}

/** Selected rows that a filter hides could be changed unseen, so another filter ends the selection. */
function useClearedSelection({ store }: Dashboard, ui: InventoryUi): void {
  const filters = useSelected(store, ({ view }) => JSON.stringify({ ...view, sort: undefined }));
  useEffect(() => ui.clearSelection(), [filters]);
}
