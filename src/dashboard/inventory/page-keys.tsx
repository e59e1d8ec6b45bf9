// Keys that work anywhere on the inventory page, and the list of all keys, which `?` opens.

import { Dialog } from "../ui/dialog.tsx";
import { useEffect } from "preact/hooks";
import type { Dashboard } from "../app/dashboard.ts";
import type { InventoryUi } from "./inventory-ui.ts";
import { keyList } from "./key-list.ts";
import { isTyping } from "./search-field.tsx";
import { inventoryText } from "../language/en/inventory.ts";

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={inventoryText.keys} onClose={onClose}>
      <dl class="key-list">
        {keyList().map(([keys, effect]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Text fields and dialogs keep their own. */
export function usePageKeys(dashboard: Dashboard, ui: InventoryUi): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, shiftKey, target } = event;
      if (isTyping(target)) return;
      const isUndo = key.toLowerCase() === "z" && (ctrlKey || metaKey) && !shiftKey;
      if (isUndo) dashboard.undoStack.undoNewest();
      else if (key === "?") ui.open({ kind: "keys" });
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [dashboard, ui]);
}
