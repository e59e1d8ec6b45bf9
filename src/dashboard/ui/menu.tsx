// A button that opens a menu of actions. Follows the ARIA menu button pattern: arrow keys move, Esc closes and returns the focus.

import "./menu.css";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

interface MenuItem {
  readonly title: string;
  readonly run: () => void;
  /** The current choice of a menu of choices. */
  readonly checked?: boolean;
  /** Of the title, where it is not the page's language. */
  readonly lang?: string;
  readonly danger?: boolean;
}

interface MenuProps {
  /** For screen readers, if the button shows only an icon. */
  readonly label?: string;
  readonly class?: string;
  /** The button's content. */
  readonly children: ComponentChildren;
  readonly items: readonly MenuItem[];
  /** Above the items, such as who is signed in. */
  readonly head?: ComponentChildren;
  /** A choice below the items. */
  readonly choices?: { readonly label: string; readonly items: readonly MenuItem[] } | undefined;
}

export function Menu({ label, children, items, head, choices, class: className = "" }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useOutsideClose(root, isOpen, () => setOpen(false));
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div class="menu" ref={root}>
      <button
        ref={button}
        type="button"
        class={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || isOpen) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </button>
      {isOpen && <MenuList items={items} head={head} choices={choices} onClose={close} />}
    </div>
  );
}

interface MenuListProps extends Pick<MenuProps, "items" | "head" | "choices" | "label"> {
  /** Called for a choice, before it runs, for Esc and for Tab. */
  readonly onClose: () => void;
}

/** The menu without its button; takes the focus. */
export function MenuList({ items, head, choices, label, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  const entries = (): HTMLElement[] => [
    ...(list.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? []),
  ];
  useLayoutEffect(() => {
    const checked = items.findIndex((item) => item.checked);
    entries()[Math.max(0, checked)]?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = nextItem(event.key, at, all);
    if (event.key === "Escape" || event.key === "Tab") onClose();
    else if (to === undefined) return;
    else all[to]?.focus();
    event.stopPropagation();
    if (event.key !== "Tab") event.preventDefault();
  };
  const entry = ({ title, run, checked, lang, danger }: MenuItem) => (
    <button
      key={title}
      type="button"
      role={checked === undefined ? "menuitem" : "menuitemradio"}
      aria-checked={checked}
      lang={lang}
      tabIndex={-1}
      class={danger ? "menu-item danger" : "menu-item"}
      onClick={() => {
        onClose();
        run();
      }}
    >
      {title}
    </button>
  );
  return (
    <div class="menu-list" ref={list} onKeyDown={onKeyDown}>
      {head}
      <div role="menu" aria-label={label}>
        {items.map(entry)}
        {choices && (
          <div role="group" aria-label={choices.label} class="menu-choices">
            {choices.items.map(entry)}
          </div>
        )}
      </div>
    </div>
  );
}

/** A letter moves to the next item that begins with it. Undefined for a key that does not move. */
function nextItem(key: string, at: number, items: readonly HTMLElement[]): number | undefined {
  if (key === "ArrowDown") return (at + 1) % items.length;
  if (key === "ArrowUp") return (at + items.length - 1) % items.length;
  if (key === "Home") return 0;
  if (key === "End") return items.length - 1;
  if (key.length !== 1 || key === " ") return undefined;
  const after = items.map((_, step) => (at + 1 + step) % items.length);
  return after.find((each) => items[each]!.textContent?.toLowerCase().startsWith(key.toLowerCase()));
}

function useOutsideClose(
  root: { readonly current: HTMLElement | null },
  isOpen: boolean,
  close: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPointerDown = (event: PointerEvent): void => {
      if (root.current?.contains(event.target as Node) !== true) close();
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, [isOpen]);
}
