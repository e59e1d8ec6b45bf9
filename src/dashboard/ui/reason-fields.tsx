// Fields for the history's reason, from a list, and note. Both optional.

import type { Reason } from "../../client/client.ts";
import { STATED_REASONS, type MovementReason } from "../../inventory/movement.ts";
import { NOTE_CHARACTERS_MAX } from "../../inventory/note.ts";
import { reasonsText } from "../language/en/reasons.ts";
import { FormField } from "./form-field.tsx";

interface ReasonFieldsProps {
  readonly reason: Reason | undefined;
  readonly note: string;
  /** The history's text for changes without a reason. */
  readonly noReason?: string;
  readonly notePlaceholder?: string;
  readonly onChange: (changed: { reason?: Reason | undefined; note?: string }) => void;
}

export function ReasonFields(props: ReasonFieldsProps) {
  const { reason, note, noReason = reasonsText.noReason, notePlaceholder, onChange } = props;
  const reasonOf = (value: string): Reason | undefined => STATED_REASONS.find((known) => known === value);
  return (
    <div class="form-pair">
      <FormField label={reasonsText.reason}>
        {(names) => (
          <select
            {...names}
            value={reason ?? ""}
            onChange={(event) => onChange({ reason: reasonOf(event.currentTarget.value) })}
          >
            <option value="">{noReason}</option>
            {STATED_REASONS.map((each) => (
              <option key={each} value={each}>
                {reasonInWords(each)}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <FormField label={reasonsText.note}>
        {(names) => (
          <input
            {...names}
            type="text"
            autocomplete="off"
            maxLength={NOTE_CHARACTERS_MAX}
            placeholder={notePlaceholder}
            value={note}
            onInput={(event) => onChange({ note: event.currentTarget.value })}
          />
        )}
      </FormField>
    </div>
  );
}

/** Reasons of newer services are shown unchanged. */
export function reasonInWords(reason: string): string {
  return reasonsText.words[reason as MovementReason] ?? reason;
}
