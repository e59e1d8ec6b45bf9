// The text field for editing a quantity, in place of the cell's text.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Editing } from "../state/state.ts";
import type { CommitMove } from "./grid-actions.ts";
import { inventoryText } from "../language/en/inventory.ts";

interface QuantityInputProps {
  readonly editing: Editing;
  /** Whether this is the active cell. An invalid edit stays open when another cell becomes active. */
  readonly current: boolean;
  readonly onFocus: () => void;
  readonly onType: (text: string) => void;
  /** `move`: where the active cell moves after the save. */
  readonly onCommit: (move: CommitMove) => void;
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
    // The table's keys do not apply here.
    event.stopPropagation();
    if (event.key === "Escape") onCancel();
    else if (event.key === "Enter") onCommit(event.shiftKey ? "up" : "down");
    else if (event.key === "Tab") onCommit(event.shiftKey ? "left" : "right");
    else return;
    event.preventDefault();
  };
  // Switching windows, or a dialog that asks for a new key, does not end the edit.
  const onBlur = (): void => {
    if (document.hasFocus() && document.querySelector("dialog[open]") === null) onCommit("stay");
  };
  return (
    <input
      ref={input}
      class={editing.error === undefined ? "quantity-input" : "quantity-input invalid"}
      type="text"
      inputMode="text"
      autocomplete="off"
      spellcheck={false}
      aria-label={inventoryText.quantityOf(editing.from.petId, editing.from.quantity)}
      tabIndex={current ? 0 : -1}
      data-current={current ? "" : undefined}
      aria-invalid={editing.error !== undefined}
      value={editing.text}
      onInput={(event) => onType(event.currentTarget.value)}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    />
  );
}
