// Opens a dialog over the page, with the focus kept in it, as the browser does that; closed, it gives the focus back.

import type { Ref } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface DialogProps {
  readonly ref: Ref<HTMLDialogElement>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onCancel: (event: Event) => void;
}

/** `onLeave` is asked to close it; where absent, nothing but what is in it does. */
export function useDialog(onLeave?: () => void): DialogProps {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    const restoreCaret = caretOf(document.activeElement);
    opened?.showModal();
    return () => {
      // While it is still in the page: once it is out, the browser no longer knows who had the focus before.
      opened?.close();
      restoreCaret();
    };
  }, []);
  const leave = (event: Event): void => {
    event.preventDefault();
    onLeave?.();
  };
  return {
    ref: dialog,
    // Pressed for the third time, Esc closes a dialog in Chromium even if its "cancel" is refused.
    onKeyDown: (event) => event.key === "Escape" && leave(event),
    onCancel: leave,
  };
}

/** Chromium gives a field the focus back without a caret, and what is typed then goes nowhere. */
function caretOf(element: Element | null): () => void {
  if (!(element instanceof HTMLInputElement)) return () => {};
  const { selectionStart: start, selectionEnd: end } = element;
  return () => {
    if (start !== null) element.setSelectionRange(start, end);
  };
}
