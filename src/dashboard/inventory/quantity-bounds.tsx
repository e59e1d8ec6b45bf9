// The quantity filter: a lower and an upper bound, both optional. Invalid text stays, shows an error and filters nothing.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { View } from "../state/view.ts";
import { readQuantityBound } from "../edits/quantity-edit.ts";
import { inventoryText } from "../language/en/inventory.ts";

interface QuantityBoundsProps {
  readonly view: View;
  readonly onView: (view: View) => void;
}

interface Bound {
  readonly text: string;
  readonly error: string | undefined;
  readonly onText: (text: string) => void;
}

export function QuantityBounds({ view, onView }: QuantityBoundsProps) {
  const from = useBound(view, "quantityMin", onView);
  const to = useBound(view, "quantityMax", onView);
  return (
    <>
      <div class="bounds" role="group" aria-label={inventoryText.quantity}>
        {inventoryText.quantity}
        <BoundInput name="from" {...from} />
        <label>
          {inventoryText.boundTo} <BoundInput name="to" {...to} />
        </label>
      </div>
      {/* Always present: screen readers announce only changes within it. */}
      <div class="bounds-error" role="status">
        {from.error !== undefined && <p id="bound-from-error">{inventoryText.fromError(from.error)}</p>}
        {to.error !== undefined && <p id="bound-to-error">{inventoryText.toError(to.error)}</p>}
      </div>
    </>
  );
}

function BoundInput({ name, text, error, onText }: Bound & { readonly name: "from" | "to" }) {
  return (
    <input
      type="text"
      inputMode="numeric"
      autocomplete="off"
      aria-label={name === "from" ? inventoryText.quantityFrom : inventoryText.quantityTo}
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : `bound-${name}-error`}
      value={text}
      onInput={(event) => onText(event.currentTarget.value)}
    />
  );
}

function useBound(view: View, name: "quantityMin" | "quantityMax", onView: (view: View) => void): Bound {
  const value = view[name];
  const [text, setText] = useState(textOf(value));
  const isTyping = useRef(false);
  const { quantity, error } = readQuantityBound(text);
  useLayoutEffect(() => {
    // The view was changed elsewhere: by the address, a button, or going back. Then invalid text goes, too.
    if (quantity !== value || (error !== undefined && !isTyping.current)) setText(textOf(value));
    isTyping.current = false;
  }, [view]);
  const onText = (typed: string): void => {
    setText(typed);
    const read = readQuantityBound(typed);
    if (read.quantity === value) return;
    isTyping.current = true;
    onView({ ...view, [name]: read.quantity });
  };
  return { text, error, onText };
}

function textOf(value: number | undefined): string {
  return value === undefined ? "" : String(value);
}
