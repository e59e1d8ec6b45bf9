// The fields of a label: what people call a pet.

import { isQuantity, QUANTITY_MAX } from "../../contract/item-json.ts";
import { LABEL_MEMBERS, type LabelMembers, NO_MEMBERS } from "../../inventory/label.ts";
import { readWholeNumber } from "../edits/quantity-edit.ts";
import { petText } from "../language/en/pet.ts";
import { FormField } from "../ui/form-field.tsx";
import { memberTitle } from "../ui/label-words.ts";

/** As typed. */
export type LabelDraft = Readonly<Record<keyof LabelMembers, string>>;

export const EMPTY_LABEL: LabelDraft = draftOf(null);

export function draftOf(label: LabelMembers | null): LabelDraft {
  const { name, kind, code, low } = label ?? NO_MEMBERS;
  return { name: name ?? "", kind: kind ?? "", code: code ?? "", low: low?.toString() ?? "" };
}

interface ReadLabel {
  /** Undefined if a field is invalid. */
  readonly value: LabelMembers | undefined;
  readonly errors: Partial<Record<keyof LabelDraft, string>>;
}

const TEXT_CHARS_MAX = 200;

export function readLabelDraft({ name, kind, code, low }: LabelDraft): ReadLabel {
  const read = readWholeNumber(low);
  const isLow = low.trim() === "" || (read?.sign === "" && isQuantity(read.number));
  const errors = isLow ? {} : { low: petText.enterWholeNumber(QUANTITY_MAX) };
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
  readonly hints?: Partial<Record<keyof LabelDraft, string>>;
  readonly onChange: (draft: LabelDraft) => void;
}

export function LabelFields({ draft, errors, hints = {}, onChange }: LabelFieldsProps) {
  return (
    <div class="form-pair">
      {LABEL_MEMBERS.map((name) => (
        <FormField key={name} label={memberTitle(name)} hint={hints[name]} error={errors[name]}>
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
