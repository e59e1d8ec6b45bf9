// The field in which a quantity is edited, in place of its cell's text.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Editing } from "../state/state.ts";

export interface QuantityInputProps {
  readonly editing: Editing;
  /** Whether the keyboard is here: an edit that was left with a mistake stays open without it. */
  readonly current: boolean;
  readonly onFocus: () => void;
  readonly onType: (text: string) => void;
  /** `move` says where to go on after it was saved. */
  readonly onCommit: (move: "down" | "up" | "right" | "left" | "stay") => void;
  readonly onCancel: () => void;
}

export function QuantityInput({ editing, current, onFocus, onType, onCommit, onCancel }: QuantityInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (!current) return;
    input.current?.focus({ preventScroll: true });
    if (!editing.typed) input.current?.select();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    // The table's own keys are of no matter here.
    event.stopPropagation();
    if (event.key === "Escape") onCancel();
    else if (event.key === "Enter") onCommit(event.shiftKey ? "up" : "down");
    else if (event.key === "Tab") onCommit(event.shiftKey ? "left" : "right");
    else return;
    event.preventDefault();
  };
  // Whoever looks at another window, or is asked for a new key, goes on typing afterwards.
  const onBlur = (): void => {
    if (document.hasFocus() && document.querySelector("dialog[open]") === null) onCommit("stay");
  };
  return (
    <input
      ref={input}
      class={editing.mistake === undefined ? "quantity-input" : "quantity-input mistaken"}
      type="text"
      inputMode="text"
      autocomplete="off"
      spellcheck={false}
      aria-label={`Quantity of pet ${editing.from.petId}, now ${editing.from.quantity}`}
      tabIndex={current ? 0 : -1}
      data-current={current ? "" : undefined}
      aria-invalid={editing.mistake !== undefined}
      value={editing.text}
      onInput={(event) => onType(event.currentTarget.value)}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    />
  );
}
