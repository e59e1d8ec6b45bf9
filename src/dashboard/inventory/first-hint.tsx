// Three hints for a person who sees the inventory for the first time, until they are dismissed: for good on this browser, on a shared
// computer for this tab. Below the table, so that no key leads through it on the way to the table; for touch at the top, as a
// phone has no room below. It covers nothing.

import { useState } from "preact/hooks";
import type { PageProps } from "../app/dashboard.ts";
import { firstHintText } from "../language/en/first-hint.ts";
import { may } from "../state/roles.ts";
import { useSelected } from "../state/use-selected.ts";
import { useMedia } from "../ui/use-media.ts";

const DISMISSED = "petstock-first-hint";

interface FirstHintProps extends PageProps {
  /** Where this one stands. */
  readonly place: "top" | "bottom";
}

export function FirstHint({ dashboard: { store }, place }: FirstHintProps) {
  const canEdit = useSelected(store, (state) => state.me !== undefined && may(state, "clerk"));
  const isTouch = useMedia("(pointer: coarse)");
  const [isDismissed, setDismissed] = useState(wasDismissed);
  if (!canEdit || isDismissed || (place === "top") !== isTouch) return null;
  const dismiss = (): void => {
    rememberDismissal(store.state.session.remember);
    setDismissed(true);
    // The button disappears; without this the focus would be lost.
    document.querySelector<HTMLElement>("main h1")?.focus();
  };
  return (
    <aside class="first-hint" aria-label={firstHintText.firstSteps}>
      <ul>
        {lines(isTouch).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <button type="button" onClick={dismiss}>
        {firstHintText.gotIt}
      </button>
    </aside>
  );
}

function lines(isTouch: boolean): readonly string[] {
  const { tapPet, undoAtTop, stockTakeScans, typeQuantity, undoByKey, scanOrType } = firstHintText;
  return isTouch ? [tapPet, undoAtTop, stockTakeScans] : [typeQuantity, undoByKey, scanOrType];
}

function wasDismissed(): boolean {
  try {
    return [localStorage, sessionStorage].some((storage) => storage.getItem(DISMISSED) !== null);
  } catch {
    return false;
  }
}

/** On a shared computer the next person may see the inventory for the first time. */
function rememberDismissal(remember: boolean): void {
  try {
    (remember ? localStorage : sessionStorage).setItem(DISMISSED, "yes");
  } catch {
    // The browser blocks storage: the hint stays away as long as the page is open.
  }
}
