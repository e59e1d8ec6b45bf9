// A labelled field with a hint and an error, joined for screen readers.

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** For the field itself. */
interface FieldNames {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
}

interface FormFieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly children: (names: FieldNames) => ComponentChildren;
}

export function FormField({ label, hint, error, children }: FormFieldProps) {
  const id = useId();
  const isDescribed = hint !== undefined || error !== undefined;
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      {children({
        id,
        "aria-describedby": isDescribed ? `${id}-about` : undefined,
        "aria-invalid": error !== undefined,
      })}
      <div id={`${id}-about`}>
        {error !== undefined ? (
          <p class="error" role="alert">
            {error}
          </p>
        ) : (
          hint !== undefined && <p class="hint">{hint}</p>
        )}
      </div>
    </div>
  );
}
