// The count of one pet: typed, or with plus and minus for a thumb.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../ui/icon.tsx";
import { PetName } from "../ui/pet-name.tsx";
import { StatusChip } from "../ui/status-chip.tsx";
import type { KnownPets } from "./known-pets.ts";
import { readCount } from "./scan.ts";
import { countText } from "../language/en/count.ts";

interface QuantityStepProps {
  readonly petId: bigint;
  readonly known: KnownPets;
  /** The quantity of an earlier count in this stock-take. */
  readonly counted: number | undefined;
  /** Does not show the quantity that is expected. */
  readonly isBlind: boolean;
  readonly onCount: (quantity: number) => void;
  readonly onCancel: () => void;
}

/** How soon, and how fast, a held button repeats. */
const HOLD_MS = 400;
const REPEAT_MS = 90;

export function QuantityStep(props: QuantityStepProps) {
  const { petId, known, counted, onCount, onCancel } = props;
  const [text, setText] = useState(counted === undefined ? "" : String(counted));
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [petId]);
  const submit = (event: Event): void => {
    event.preventDefault();
    const read = readCount(text, (typed) => known.find(typed) !== undefined);
    if (read.kind === "count") return onCount(read.quantity);
    setError(read.message);
    input.current?.select();
  };
  const step = (by: number): void => setText((before) => String(Math.max(0, (Number(before) || 0) + by)));
  return (
    <form class="quantity-step" onSubmit={submit} onKeyDown={(event) => event.key === "Escape" && onCancel()}>
      <Heading {...props} />
      <label for="counted">{countText.count}</label>
      <div class="stepper">
        <StepButton name={countText.oneLess} icon="minus" onStep={() => step(-1)} />
        <input
          ref={input}
          id="counted"
          inputMode="numeric"
          autocomplete="off"
          enterkeyhint="next"
          value={text}
          aria-invalid={error !== undefined}
          aria-describedby="count-error"
          onInput={(event) => {
            setText(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <StepButton name={countText.oneMore} icon="plus" onStep={() => step(1)} />
      </div>
      <p id="count-error" class="bad" role="alert">
        {error}
      </p>
      <div class="count-actions">
        <button type="button" onClick={onCancel}>
          {countText.cancel}
        </button>
        <button type="submit" class="primary">
          {countText.next}
        </button>
      </div>
    </form>
  );
}

function Heading({ petId, known, counted, isBlind }: QuantityStepProps) {
  const item = known.item(petId);
  return (
    <div class="counted-pet">
      <h2>
        <PetName petId={petId} label={known.label(petId)} />
      </h2>
      {item !== undefined && <StatusChip status={item.status} />}
      <p class="quiet">
        {item === undefined && `${countText.isNew} `}
        {item !== undefined && !isBlind && `${countText.expected(item.quantity)} `}
        {counted !== undefined && countText.countedBefore(counted)}
      </p>
    </div>
  );
}

interface StepButtonProps {
  readonly name: string;
  readonly icon: "plus" | "minus";
  readonly onStep: () => void;
}

/** Repeats while it is held. Keys and screen readers press it once. */
function StepButton({ name, icon, onStep }: StepButtonProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasRepeated = useRef(false);
  const release = (): void => clearTimeout(timer.current);
  const repeat = (waitMs: number): void => {
    timer.current = setTimeout(() => {
      hasRepeated.current = true;
      onStep();
      repeat(REPEAT_MS);
    }, waitMs);
  };
  const press = ({ button }: PointerEvent): void => {
    hasRepeated.current = false;
    if (button === 0) repeat(HOLD_MS);
  };
  // Lifting the finger after a hold is a click, too, which would be one step too many.
  const click = (): void => {
    if (!hasRepeated.current) onStep();
    hasRepeated.current = false;
  };
  useEffect(() => release, []);
  return (
    <button
      type="button"
      class="step"
      aria-label={name}
      onClick={click}
      onPointerDown={press}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
    >
      <Icon name={icon} />
    </button>
  );
}
