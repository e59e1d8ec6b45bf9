// Actions on the selected rows. Replaces the filters' summary while rows are selected.

import type { ComponentChildren } from "preact";
import type { Dashboard } from "../app/dashboard.ts";
import { may } from "../state/roles.ts";
import { useSelected, useWhole } from "../state/use-selected.ts";
import { inventoryText } from "../language/en/inventory.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { copyWithButton } from "./copy.ts";
import type { InventoryUi, PlannedKind } from "./inventory-ui.ts";

interface SelectionBarProps {
  readonly dashboard: Dashboard;
  readonly ui: InventoryUi;
}

interface OverviewPlaceProps extends Pick<SelectionBarProps, "ui"> {
  readonly children: ComponentChildren;
}

/** The place of the filters' summary and of the bar. Says by its class which one shows: not all browsers have :has(). */
export function OverviewPlace({ ui, children }: OverviewPlaceProps) {
  const isShown = useIsShown(ui);
  return <div class={isShown ? "overview-place is-selecting" : "overview-place"}>{children}</div>;
}

function useIsShown({ selection, store }: InventoryUi): boolean {
  useWhole(selection.store);
  const { isSelecting } = useWhole(store);
  return selection.size > 0 || isSelecting;
}

export function SelectionBar({ dashboard, ui }: SelectionBarProps) {
  const { store } = dashboard;
  const { selection } = ui;
  const canSet = useSelected(store, (state) => may(state, "clerk"));
  const canManage = useSelected(store, (state) => may(state, "manager"));
  const hasAdmin = useSelected(store, (state) => state.me !== undefined);
  const isShown = useIsShown(ui);
  const change = (what: PlannedKind) => () => ui.open({ kind: "change", what, petIds: selection.ids() });
  const isEmpty = selection.size === 0;
  return (
    <div class="selection-place">
      {/* Always present: screen readers announce only changes within it. */}
      <span class={isShown ? "selection-count" : "visually-hidden"} role="status">
        {isShown ? inventoryText.selected(selection.size) : ""}
      </span>
      {isShown && (
        <div class="selection-bar" role="group" aria-label={inventoryText.changeSelected}>
          {canSet && hasAdmin && (
            <>
              <Action name={inventoryText.set} icon="count" disabled={isEmpty} onPress={change("set")} />
              <Action name={inventoryText.adjust} icon="plus" disabled={isEmpty} onPress={change("adjust")} />
            </>
          )}
          {canManage && (
            <>
              <Action
                name={inventoryText.status}
                icon="check"
                disabled={isEmpty}
                onPress={change("status")}
              />
              <Action
                name={inventoryText.remove}
                icon="trash"
                disabled={isEmpty}
                onPress={change("remove")}
              />
            </>
          )}
          <Action
            name={inventoryText.copy}
            icon="copy"
            disabled={isEmpty}
            onPress={() => void copyWithButton({ dashboard, ui, active: undefined })}
          />
          <Action name={inventoryText.clear} icon="close" onPress={() => ui.clearSelection()} />
        </div>
      )}
    </div>
  );
}

interface ActionProps {
  readonly name: string;
  readonly icon: IconName;
  readonly disabled?: boolean;
  readonly onPress: () => void;
}

function Action({ name, icon, disabled = false, onPress }: ActionProps) {
  return (
    <button type="button" class="small" disabled={disabled} onClick={onPress}>
      <Icon name={icon} />
      <span>{name}</span>
    </button>
  );
}
