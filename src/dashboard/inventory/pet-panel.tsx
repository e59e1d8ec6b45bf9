// The panel of one pet: beside the table, or over it on small screens. In the address as `?pet=7`.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import type { Dashboard } from "../app/dashboard.ts";
import { PetHistoryPart } from "./pet-history-part.tsx";
import { may } from "../state/roles.ts";
import { useSelected, useFields } from "../state/use-selected.ts";
import { shownLabel } from "../edits/label-save.ts";
import { setStatus } from "../edits/set-status.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { StatusChip } from "../ui/status-chip.tsx";
import { PET_STATUSES } from "../../contract/item-json.ts";
import { useDialog } from "../ui/use-dialog.ts";
import type { InventoryUi } from "./inventory-ui.ts";
import { LabelForm } from "./label-form.tsx";
import { PanelQuantity } from "./panel-quantity.tsx";
import { focusTable } from "./search-field.tsx";
import { useMedia } from "../ui/use-media.ts";
import { PersonText } from "../ui/person-text.tsx";
import { petText } from "../language/en/pet.ts";
import { uiText } from "../language/en/ui.ts";
import { petNameFirst } from "../ui/names.ts";

interface PetPanelProps {
  readonly dashboard: Dashboard;
  readonly ui: InventoryUi;
}

export function PetPanel({ dashboard, ui }: PetPanelProps) {
  const petId = useSelected(dashboard.store, ({ openPetId }) => openPetId);
  const isSheet = useMedia("(width < 1000px)");
  if (petId === undefined) return null;
  const Frame = isSheet ? Sheet : Aside;
  return (
    <Frame key={String(petId)} dashboard={dashboard} ui={ui} petId={petId}>
      <PetFacts dashboard={dashboard} ui={ui} petId={petId} />
    </Frame>
  );
}

interface OpenPet extends PetPanelProps {
  readonly petId: bigint;
}

interface FrameProps extends OpenPet {
  readonly children: ComponentChildren;
}

/** Beside the table, which stays usable. Takes the focus only if a key opened it. */
function Aside({ dashboard, ui, petId, children }: FrameProps) {
  const aside = useRef<HTMLElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    if (ui.focusesPanel) aside.current?.querySelector<HTMLElement>("h2")?.focus();
    ui.focusesPanel = false;
  }, [petId]);
  const close = (): void => {
    // The table continues where the panel was opened.
    if (aside.current?.contains(document.activeElement)) focusTable();
    dashboard.closePet();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  return (
    <aside ref={aside} class="pet-panel" aria-labelledby={id} onKeyDown={onKeyDown}>
      <PanelHeader dashboard={dashboard} petId={petId} id={id} onClose={close} />
      {children}
    </aside>
  );
}

/** Over the whole page: small screens have no room beside the table. */
function Sheet({ dashboard, petId, children }: FrameProps) {
  const id = useId();
  const close = (): void => dashboard.closePet();
  const dialog = useDialog(close);
  return (
    <dialog {...dialog} class="pet-panel sheet" aria-labelledby={id}>
      <PanelHeader dashboard={dashboard} petId={petId} id={id} onClose={close} />
      {children}
    </dialog>
  );
}

interface PanelHeaderProps {
  readonly dashboard: Dashboard;
  readonly petId: bigint;
  readonly id: string;
  readonly onClose: () => void;
}

function PanelHeader({ dashboard, petId, id, onClose }: PanelHeaderProps) {
  const { labelSaves } = useFields(dashboard.store, "labelsVersion", "labelSaves");
  const { name, kind } = shownLabel(dashboard.pets.label(petId), labelSaves.get(petId)) ?? {};
  return (
    <header class="panel-header">
      <div>
        <h2 id={id} tabIndex={-1}>
          {name ? <PersonText text={name} /> : petNameFirst(petId, undefined)}
        </h2>
        <p class="quiet">
          {kind && <PersonText text={kind} />}
          {kind && name && " · "}
          {name && String(petId)}
        </p>
      </div>
      <button type="button" class="quiet icon-only" aria-label={petText.close} onClick={onClose}>
        <Icon name="close" />
      </button>
    </header>
  );
}

function PetFacts({ dashboard, ui, petId }: OpenPet) {
  const { store, pets } = dashboard;
  const { loading, me } = useFields(store, "petsVersion", "saves", "loading", "me");
  const canManage = useSelected(store, (state) => state.me !== undefined && may(state, "manager"));
  const item = pets.item(petId);
  if (item === undefined) {
    return loading === "complete" ? (
      <>
        <Missing ui={ui} petId={petId} canAdd={canManage} />
        {me !== undefined && <PetHistoryPart dashboard={dashboard} petId={petId} />}
      </>
    ) : (
      <p class="quiet">{petText.loading}</p>
    );
  }
  return (
    <>
      <div class="panel-stock">
        <PanelQuantity dashboard={dashboard} item={item} />
        <div class="panel-status">
          <span class="form-label">{petText.status}</span>
          {canManage ? (
            <Menu
              label={petText.statusNow(uiText.statuses[item.status])}
              items={PET_STATUSES.map((status) => ({
                title: uiText.statuses[status],
                checked: status === item.status,
                run: () => void setStatus(dashboard, item, status),
              }))}
            >
              <StatusChip status={item.status} />
              <Icon name="down" />
            </Menu>
          ) : (
            <StatusChip status={item.status} />
          )}
        </div>
      </div>
      <LabelForm dashboard={dashboard} petId={petId} />
      {me !== undefined && <PetHistoryPart dashboard={dashboard} petId={petId} />}
      {canManage && (
        <button
          type="button"
          class="danger small remove-button"
          onClick={() => ui.open({ kind: "change", what: "remove", petIds: [petId] })}
        >
          <Icon name="trash" />
          {petText.removeThis}
        </button>
      )}
    </>
  );
}

interface MissingProps {
  readonly ui: InventoryUi;
  readonly petId: bigint;
  readonly canAdd: boolean;
}

function Missing({ ui, petId, canAdd }: MissingProps) {
  const text = useRef<HTMLParagraphElement>(null);
  // It was removed while the panel was open: what had the focus may be gone.
  useEffect(() => {
    if (document.activeElement === document.body) text.current?.focus();
  }, []);
  return (
    <>
      <p ref={text} tabIndex={-1}>
        {petText.missing}
      </p>
      {canAdd && (
        <button type="button" onClick={() => ui.open({ kind: "add", petId: String(petId) })}>
          <Icon name="plus" />
          {petText.addThis(petId)}
        </button>
      )}
    </>
  );
}
