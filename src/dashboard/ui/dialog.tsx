// A modal dialog with a title and a row of buttons at its end; on phones a sheet as large as the screen, with the buttons within
// reach of a thumb.

import "./dialog.css";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { uiText } from "../language/en/ui.ts";
import { Icon } from "./icon.tsx";
import { useDialog } from "./use-dialog.ts";

export interface DialogProps {
  readonly title: string;
  /**
   * Called for Esc, the close button, and a step back in the browser's history; undefined for as long as something must not be
   * interrupted.
   */
  readonly onClose: (() => void) | undefined;
  /** Buttons: cancel first, the main action last. */
  readonly footer?: ComponentChildren;
  /** The main action. Enter in a field runs it. */
  readonly onSubmit?: () => void;
  /** Without fields: screen readers read its text at once, and on phones it is no larger than that. */
  readonly isQuestion?: boolean;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Dialog(props: DialogProps) {
  const { title, onClose, footer, onSubmit, isQuestion = false, class: name = "", children } = props;
  const id = useId();
  // One that cannot be closed at all, such as a demand to sign in, lets steps back pass.
  const dialog = useDialog(onClose, { closesByBack: onClose !== undefined });
  const submit = (event: Event): void => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <dialog
      {...dialog}
      class={`dialog ${isQuestion ? "question " : ""}${name}`}
      aria-labelledby={id}
      aria-describedby={isQuestion ? `${id}-body` : undefined}
    >
      <form class="dialog-content" noValidate onSubmit={submit}>
        <header class="dialog-header">
          <h2 id={id}>{title}</h2>
          {onClose !== undefined && (
            <button type="button" class="quiet icon-only" aria-label={uiText.close} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </header>
        <div id={`${id}-body`} class="dialog-body">
          {children}
        </div>
        {footer !== undefined && <footer class="dialog-footer">{footer}</footer>}
      </form>
    </dialog>
  );
}
