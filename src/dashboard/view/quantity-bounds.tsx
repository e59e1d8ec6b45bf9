// The filter by quantity: from and to, either of which may be left open. What is typed stays, and what is no quantity is
// told of and filters nothing.

import { useLayoutEffect, useState } from "preact/hooks";
import { readQuantityBound } from "../model/quantity-bound.ts";
import type { View } from "../model/view.ts";

export interface QuantityBoundsProps {
  readonly view: View;
  readonly onView: (view: View) => void;
}

interface Bound {
  readonly text: string;
  readonly mistake: string | undefined;
  readonly onText: (text: string) => void;
}

export function QuantityBounds({ view, onView }: QuantityBoundsProps) {
  const from = useBound(view.quantityMin, (quantityMin) => onView({ ...view, quantityMin }));
  const to = useBound(view.quantityMax, (quantityMax) => onView({ ...view, quantityMax }));
  return (
    <>
      <div class="bounds" role="group" aria-label="Quantity">
        Quantity
        <BoundInput name="from" {...from} />
        <label>
          to <BoundInput name="to" {...to} />
        </label>
      </div>
      {/* Always there, so that what comes into it is read out. */}
      <div class="bounds-trouble" role="status">
        {from.mistake !== undefined && <p id="bound-from-trouble">Quantity from: {from.mistake}</p>}
        {to.mistake !== undefined && <p id="bound-to-trouble">Quantity to: {to.mistake}</p>}
      </div>
    </>
  );
}

function BoundInput({ name, text, mistake, onText }: Bound & { readonly name: "from" | "to" }) {
  return (
    <input
      type="text"
      inputMode="numeric"
      autocomplete="off"
      aria-label={`Quantity ${name}`}
      aria-invalid={mistake !== undefined}
      aria-describedby={mistake === undefined ? undefined : `bound-${name}-trouble`}
      value={text}
      onInput={(event) => onText(event.currentTarget.value)}
    />
  );
}

function useBound(value: number | undefined, onValue: (value: number | undefined) => void): Bound {
  const [text, setText] = useState(textOf(value));
  const { quantity, mistake } = readQuantityBound(text);
  useLayoutEffect(() => {
    // Set from elsewhere: by the address, a button, or going back.
    if (quantity !== value) setText(textOf(value));
  }, [value]);
  const onText = (typed: string): void => {
    setText(typed);
    const read = readQuantityBound(typed);
    if (read.quantity !== value) onValue(read.quantity);
  };
  return { text, mistake, onText };
}

function textOf(value: number | undefined): string {
  return value === undefined ? "" : String(value);
}
