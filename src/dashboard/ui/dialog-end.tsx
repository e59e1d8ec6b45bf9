// The end of a dialog that does something: why its work failed, a button that leaves it undone, and one that submits it.

import { uiText } from "../language/en/ui.ts";

interface DialogButtonsProps {
  /** Text of the main button. */
  readonly action: string;
  readonly onCancel: () => void;
  /** Text of the other button. Default: `Cancel`. */
  readonly cancel?: string;
  /** Whether the dialog's work is being done. */
  readonly isSending?: boolean;
  /** Ends the work; without it the work cannot be interrupted. */
  readonly onStop?: () => void;
  /** Whether the main button can be pressed. Default: true. */
  readonly isReady?: boolean;
  /** Whether the action destroys something. */
  readonly isDanger?: boolean;
  /** The button that has the focus when the dialog opens. */
  readonly autofocus?: "cancel" | "action" | undefined;
}

export function DialogButtons(props: DialogButtonsProps) {
  const { action, onCancel, cancel = uiText.cancel, isSending = false, onStop } = props;
  const { isReady = true, isDanger = false, autofocus } = props;
  const stops = isSending && onStop !== undefined;
  return (
    <>
      <button
        type="button"
        disabled={isSending && !stops}
        autofocus={autofocus === "cancel"}
        onClick={stops ? onStop : onCancel}
      >
        {stops ? uiText.stop : cancel}
      </button>
      <button
        type="submit"
        class={isDanger ? "danger" : "primary"}
        disabled={isSending || !isReady}
        autofocus={autofocus === "action"}
      >
        {isSending ? uiText.working : action}
      </button>
    </>
  );
}

export function Failure({ message }: { readonly message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p class="bad" role="alert">
      {message}
    </p>
  );
}
