// The browser's address and history. A step back while a dialog is open dismisses the dialog, as Esc does: the page below stays.

import { keyOfLink } from "../../sign-in-link.ts";
import { dismissTopDialog } from "../ui/use-dialog.ts";
import type { AddressBar } from "../state/environment.ts";

export function browserAddressBar(): AddressBar {
  let shown = currentAddress();
  const change = (step: "pushState" | "replaceState", address: string): void => {
    history[step](null, "", address);
    shown = currentAddress();
  };
  return {
    path: () => location.pathname,
    query: () => location.search,
    push: (address) => change("pushState", whole(address)),
    replace: (address) => change("replaceState", whole(address)),
    takeKeyFragment: () => {
      const { hash, pathname, search } = location;
      if (keyOfLink(hash) === undefined) return "";
      history.replaceState(history.state, "", pathname + search);
      return hash;
    },
    onFragment: (listener) => addEventListener("hashchange", listener),
    onNavigate: (listener) =>
      addEventListener("popstate", () => {
        if (currentAddress() === shown) return;
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
