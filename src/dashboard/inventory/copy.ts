// Copies the selected rows, or the active one, to the clipboard.

import type { Dashboard } from "../app/dashboard.ts";
import { inventoryText } from "../language/en/inventory.ts";
import { copiedRows, type CopiedRow } from "./copied-rows.ts";
import type { InventoryUi } from "./inventory-ui.ts";

interface CopyOptions {
  readonly dashboard: Dashboard;
  readonly ui: InventoryUi;
  /** The active row's pet, which is copied if no row is selected. */
  readonly active: bigint | undefined;
}

/** Answers a copy event of the table, unless the user copies text: from a field, or one that is selected. */
export function copySelection(event: ClipboardEvent, options: CopyOptions): void {
  if (event.target instanceof HTMLInputElement || !document.getSelection()?.isCollapsed) return;
  const { dashboard, ui, active } = options;
  const cell = dashboard.store.state.cursor?.column;
  const item = active === undefined ? undefined : dashboard.pets.item(active);
  if (ui.selection.size === 0 && cell === "quantity" && item !== undefined) {
    event.clipboardData?.setData("text/plain", String(item.quantity));
    event.preventDefault();
    return;
  }
  const rows = rowsOf(options);
  if (rows.length === 0) return;
  const { text, html } = copiedRows(rows);
  event.clipboardData?.setData("text/plain", text);
  event.clipboardData?.setData("text/html", html);
  event.preventDefault();
  dashboard.notify({ text: inventoryText.copied(rows.length), tone: "good" });
}

/** For the button; also says why it failed. */
export async function copyWithButton(options: CopyOptions): Promise<void> {
  const { dashboard } = options;
  const rows = rowsOf(options);
  const { text, html } = copiedRows(rows);
  const as = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });
  try {
    const { clipboard } = navigator;
    if (typeof ClipboardItem === "undefined") await clipboard.writeText(text);
    else await clipboard.write([new ClipboardItem({ ...as("text/plain", text), ...as("text/html", html) })]);
    dashboard.notify({ text: inventoryText.copied(rows.length), tone: "good" });
  } catch {
    dashboard.notify({ text: inventoryText.copyRefused, tone: "bad" });
  }
}

/** In the order of the view; rows that it does not contain come last. */
function rowsOf({ dashboard: { pets, shown }, ui, active }: CopyOptions): CopiedRow[] {
  const place = (petId: bigint): number => {
    const index = shown.indexOf(petId);
    return index < 0 ? Infinity : index;
  };
  const placed = ui.targets(active).map((petId) => ({ petId, at: place(petId) }));
  return placed
    .sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))
    .flatMap(({ petId }) => {
      const item = pets.item(petId);
      const { name, kind } = pets.label(petId) ?? {};
      return item === undefined ? [] : [{ ...item, name, kind }];
    });
}
