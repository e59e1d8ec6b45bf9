// Opens the command menu by Ctrl K or ⌘ K on every page. Its code is loaded when it is first opened.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { shellText } from "../language/en/shell.ts";
import type { PageProps } from "../app/dashboard.ts";
import { useSelected } from "../state/use-selected.ts";
import { withStyles } from "../ui/with-styles.ts";

export function CommandHost({ dashboard }: PageProps) {
  const { store } = dashboard;
  const isOpen = useSelected(store, ({ isCommandMenuOpen }) => isCommandMenuOpen);
  const [loaded, setLoaded] = useState<{ readonly Menu: ComponentType<PageProps> }>();
  useCommandKey(() => store.set({ isCommandMenuOpen: true }));
  useEffect(() => {
    if (!isOpen || loaded !== undefined) return;
    withStyles(import("./command-menu.tsx")).then(
      (module) => setLoaded({ Menu: module.default }),
      () => {
        store.set({ isCommandMenuOpen: false });
        dashboard.notify({ text: shellText.commandsNotLoaded, tone: "bad" });
      },
    );
  }, [isOpen]);
  return isOpen && loaded !== undefined ? <loaded.Menu dashboard={dashboard} /> : null;
}

/** Not above another dialog, which has to be answered first. */
function useCommandKey(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== "k" || ctrlKey === metaKey || altKey || shiftKey) return;
      event.preventDefault();
      if (document.querySelector("dialog[open]") === null) open();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
