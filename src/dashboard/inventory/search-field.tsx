// The search: one field for names, ids and codes. Made for a scanner, too, which types a code and Enter: the next scan replaces
// the text of the last one.

import { useEffect, useRef } from "preact/hooks";
import type { Dashboard } from "../app/dashboard.ts";
import { useSelected } from "../state/use-selected.ts";
import { SEARCH_CHARS_MAX } from "../data/view-query.ts";
import { Icon } from "../ui/icon.tsx";
import { inventoryText } from "../language/en/inventory.ts";
import { selectText } from "../ui/select-text.ts";

export function SearchField({ dashboard }: { readonly dashboard: Dashboard }) {
  const { store, pets, shown } = dashboard;
  const input = useRef<HTMLInputElement>(null);
  const search = useSelected(store, ({ view }) => view.search);
  useSelected(store, ({ labelsVersion }) => labelsVersion);
  const { hasLabels } = pets;
  useSearchKeys(input);
  const change = (text: string): void =>
    dashboard.setView({ ...store.state.view, search: text.slice(0, SEARCH_CHARS_MAX) }, { typing: true });
  const open = (): void => {
    const only = shown.isComplete && shown.size === 1 && search.trim() !== "" ? shown.petId(0) : undefined;
    const found = pets.find(search) ?? only;
    input.current?.select();
    if (found === undefined) return;
    dashboard.moveCursor({ petId: found, column: "quantity" });
    dashboard.openPet(found);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") open();
    else if (event.key === "Escape" && search !== "") change("");
    else if (event.key === "ArrowDown") focusTable();
    else return;
    event.preventDefault();
  };
  return (
    <div class="search" role="search">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        id="search"
        aria-label={hasLabels ? inventoryText.searchLabel : inventoryText.searchIdLabel}
        aria-keyshortcuts="/"
        placeholder={hasLabels ? inventoryText.search : inventoryText.searchId}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        enterKeyHint="search"
        value={search}
        onInput={(event) => change(event.currentTarget.value)}
        onFocus={selectText}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

export function focusTable(): void {
  document.querySelector<HTMLElement>(".grid [data-current]")?.focus();
}

/**
 * `/` puts the focus into the search, unless the user is typing. So does a letter or a digit that nothing else has the focus for, such as
 * right after the page has opened: it becomes the first character of the search. In the table a digit is a quantity.
 */
function useSearchKeys(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (ctrlKey || metaKey || altKey || isTyping(target)) return;
      if (key === "/") event.preventDefault();
      else if (!/^[\p{L}\p{N}]$/u.test(key) || !isIdle(target)) return;
      input.current?.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Nothing has the focus, or the heading, which has no keys. */
function isIdle(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof HTMLElement && target.matches("h1"));
}

/** Whether keys go into a field, or into a dialog or menu with keys of its own. */
export function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open]") !== null) return true;
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.closest("[role=menu]") !== null)
  );
}
