// The browser's address and history. A step back while a dialog is open dismisses the dialog, as Esc does: the page below stays.
// For that the first dialog adds an entry with the same address, above that of the page: the tab may have no earlier one. The entry
// stays until the next address replaces it; a step back from it without a dialog goes on to the entry before the page's.

import { isSignInLink } from "../../sign-in-link.ts";
import { dismissTopDialog, onDialogOpen } from "../ui/use-dialog.ts";
import type { AddressBar } from "../state/environment.ts";

/** States of the history's entries. */
const DIALOG = "dialog";
const BELOW = "below a dialog";

export function browserAddressBar(): AddressBar {
  let shown = currentAddress();
  let { state } = history;
  const change = (
    step: "pushState" | "replaceState",
    address: string,
    newState: string | null = null,
  ): void => {
    history[step](newState, "", address);
    ({ state } = history);
    shown = currentAddress();
  };
  const addEntry = (): void => change("pushState", shown, DIALOG);
  onDialogOpen(() => {
    if (state === DIALOG) return;
    change("replaceState", currentAddress(), BELOW);
    addEntry();
  });
  return {
    path: () => location.pathname,
    query: () => location.search,
    push: (address) => change(state === DIALOG ? "replaceState" : "pushState", whole(address)),
    replace: (address) => change("replaceState", whole(address), state),
    takeKeyFragment: () => {
      const { hash, pathname, search } = location;
      if (!isSignInLink(hash)) return "";
      history.replaceState(history.state, "", pathname + search);
      return hash;
    },
    onFragment: (listener) => addEventListener("hashchange", listener),
    onNavigate: (listener) =>
      addEventListener("popstate", () => {
        const from = state;
        ({ state } = history);
        if (currentAddress() === shown) {
          if (from !== DIALOG || state !== BELOW) return;
          return dismissTopDialog() ? addEntry() : history.back();
        }
        if (dismissTopDialog()) return change("pushState", shown);
        shown = currentAddress();
        listener();
      }),
  };
}

function currentAddress(): string {
  return location.pathname + location.search;
}

/** An empty query must replace the current one. */
function whole(address: string): string {
  return address.startsWith("/") ? address : location.pathname + address;
}
