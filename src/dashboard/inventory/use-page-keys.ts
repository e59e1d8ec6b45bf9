// Keys of the whole page: undo, and the list of keys.

import { useEffect } from "preact/hooks";
import type { Dashboard } from "../app/dashboard.ts";
import type { InventoryUi } from "./inventory-ui.ts";
import { isTyping } from "./search-field.tsx";

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
