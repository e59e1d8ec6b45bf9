// A labelled list of choices, of which one is chosen.

import { FormField } from "../ui/form-field.tsx";

export interface ChoiceProps {
  readonly label: string;
  readonly choices: readonly (readonly [value: string, title: string])[];
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly autofocus?: boolean;
}

export function Choice({ label, choices, value, onValue, autofocus }: ChoiceProps) {
  return (
    <FormField label={label}>
      {(names) => (
        <select
          {...names}
          autofocus={autofocus}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
        >
          {choices.map(([each, title]) => (
            <option key={each} value={each}>
              {title}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}
