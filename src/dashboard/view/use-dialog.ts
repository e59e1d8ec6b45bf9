// Opens a modal dialog. The browser keeps the focus in it, and restores the previous focus when it closes.

import type { Ref } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface DialogProps {
  readonly ref: Ref<HTMLDialogElement>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onCancel: (event: Event) => void;
}

/** `onDismiss` is called for Esc; without it, Esc does nothing. */
export function useDialog(onDismiss?: () => void): DialogProps {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    const restoreCaret = caretOf(document.activeElement);
    opened?.showModal();
    return () => {
      // Before it is removed from the page: afterwards the browser cannot restore the focus.
      opened?.close();
      restoreCaret();
    };
  }, []);
  const dismiss = (event: Event): void => {
    event.preventDefault();
    onDismiss?.();
  };
  return {
    ref: dialog,
    // In Chromium the third Esc closes a dialog even if its "cancel" event is prevented.
    onKeyDown: (event) => event.key === "Escape" && dismiss(event),
    onCancel: dismiss,
  };
}

/** Chromium restores the focus of a field without its caret, and typing then has no effect. */
function caretOf(element: Element | null): () => void {
  if (!(element instanceof HTMLInputElement)) return () => {};
  const { selectionStart: start, selectionEnd: end } = element;
  return () => {
    if (start !== null) element.setSelectionRange(start, end);
  };
}
