// The menu in a status cell: sets the pet's status.

import { useLayoutEffect, useRef } from "preact/hooks";
import { PET_STATUSES } from "../../contract/item-json.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { setStatus } from "../edits/set-status.ts";
import { MenuList } from "../ui/menu.tsx";
import { inventoryText } from "../language/en/inventory.ts";
import { uiText } from "../language/en/ui.ts";

/** The pet, and the cell below which the menu opens. */
export interface StatusMenuFor {
  readonly petId: bigint;
  readonly cell: HTMLElement;
}

const HAS_POPOVERS = "popover" in HTMLElement.prototype;

interface StatusMenuProps {
  readonly dashboard: Dashboard;
  readonly menuFor: StatusMenuFor;
  readonly onClose: () => void;
}

export function StatusMenu({ dashboard, menuFor: { petId, cell }, onClose }: StatusMenuProps) {
  const place = useRef<HTMLDivElement>(null);
  const item = dashboard.pets.item(petId);
  useLayoutEffect(() => placeBelow(place.current!, cell), [cell]);
  useLayoutEffect(() => {
    const onPointerDown = ({ target }: PointerEvent): void => {
      if (place.current?.contains(target as Node) !== true) onClose();
    };
    document.addEventListener("pointerdown", onPointerDown, true);
    // The event of a scroll that came before the menu arrives after it.
    const { top } = cell.getBoundingClientRect();
    const onScroll = (): void => {
      if (cell.getBoundingClientRect().top !== top) onClose();
    };
    addEventListener("scroll", onScroll, true);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown, true);
      removeEventListener("scroll", onScroll, true);
    };
  }, []);
  if (item === undefined) return null;
  return (
    <div ref={place} popover={HAS_POPOVERS ? "manual" : undefined} class="status-menu">
      <MenuList
        label={inventoryText.statusOf(petId)}
        items={PET_STATUSES.map((status) => ({
          title: uiText.statuses[status],
          checked: item.status === status,
          run: () => void setStatus(dashboard, item, status),
        }))}
        onClose={onClose}
      />
    </div>
  );
}

/** In the browser's top layer, so that the table does not cut it off; above the cell where there is no room below. */
function placeBelow(menu: HTMLElement, cell: HTMLElement): void {
  // Where browsers have no popovers, its z-index.
  menu.showPopover?.();
  const { left, top, bottom } = cell.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const fitsBelow = bottom + height <= innerHeight;
  menu.style.left = `${Math.max(0, Math.min(left, innerWidth - width))}px`;
  menu.style.top = `${fitsBelow ? bottom : Math.max(0, top - height)}px`;
  menu.querySelector<HTMLElement>("[aria-checked=true]")?.focus();
}
