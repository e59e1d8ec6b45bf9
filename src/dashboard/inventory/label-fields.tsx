// The fields of a label: what people call a pet.

import type { Label, LabelChange } from "../../client/client.ts";
import { isQuantity, QUANTITY_MAX } from "../../contract/item-json.ts";
import { readWholeNumber } from "../edits/quantity-edit.ts";
import { formatCount } from "../ui/format.ts";
import { FormField } from "../ui/form-field.tsx";

/** As typed. */
export interface LabelDraft {
  readonly name: string;
  readonly kind: string;
  readonly code: string;
  readonly low: string;
}

export const EMPTY_LABEL: LabelDraft = { name: "", kind: "", code: "", low: "" };

/** The members of a label that people edit; null: none. */
export type LabelValues = Omit<LabelChange, "petId">;

export function draftOf(label: Label | undefined): LabelDraft {
  const { name, kind, code, low } = label ?? {};
  return { name: name ?? "", kind: kind ?? "", code: code ?? "", low: low?.toString() ?? "" };
}

export function isSameDraft(a: LabelDraft, b: LabelDraft): boolean {
  return a.name === b.name && a.kind === b.kind && a.code === b.code && a.low === b.low;
}

/** The draft, with the fields that still are as in `base` taken from `now`. */
export function followedDraft(draft: LabelDraft, base: LabelDraft, now: LabelDraft): LabelDraft {
  const field = (name: keyof LabelDraft): string => (draft[name] === base[name] ? now[name] : draft[name]);
  return { name: field("name"), kind: field("kind"), code: field("code"), low: field("low") };
}

interface ReadLabel {
  /** Undefined if a field is invalid. */
  readonly value: LabelValues | undefined;
  readonly errors: Partial<Record<keyof LabelDraft, string>>;
}

const TEXT_CHARS_MAX = 200;

export function readLabelDraft({ name, kind, code, low }: LabelDraft): ReadLabel {
  const read = readWholeNumber(low);
  const isLow = low.trim() === "" || (read?.sign === "" && isQuantity(read.number));
  const errors = isLow ? {} : { low: `Enter a whole number from 0 to ${formatCount(QUANTITY_MAX)}` };
  const text = (typed: string): string | null => typed.trim() || null;
  const value = {
    name: text(name),
    kind: text(kind),
    code: text(code),
    low: low.trim() === "" ? null : (read?.number ?? null),
  };
  return { value: isLow ? value : undefined, errors };
}

interface LabelFieldsProps {
  readonly draft: LabelDraft;
  readonly errors: ReadLabel["errors"];
  readonly onChange: (draft: LabelDraft) => void;
}

const FIELDS = [
  { name: "name", label: "Name" },
  { name: "kind", label: "Kind" },
  { name: "code", label: "Barcode or code" },
  { name: "low", label: "Low stock at" },
] as const;

export function LabelFields({ draft, errors, onChange }: LabelFieldsProps) {
  return (
    <div class="form-pair">
      {FIELDS.map(({ name, label }) => (
        <FormField key={name} label={label} error={errors[name]}>
          {(names) => (
            <input
              {...names}
              type="text"
              inputMode={name === "low" ? "numeric" : "text"}
              autocomplete="off"
              maxLength={TEXT_CHARS_MAX}
              value={draft[name]}
              onInput={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
            />
          )}
        </FormField>
      ))}
    </div>
  );
}
