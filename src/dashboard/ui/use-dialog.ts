// Opens a modal dialog. The browser keeps the focus in it, and restores the previous focus when it closes. A step back in the
// browser's history closes the topmost dialog, as on a phone, and not the page below it.

import type { Ref } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface DialogProps {
  readonly ref: Ref<HTMLDialogElement>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onCancel: (event: Event) => void;
  readonly onClose: () => void;
}

interface DialogOptions {
  /** Whether a step back in the browser's history dismisses it, too. False where the address says that it is open. */
  readonly closesByBack?: boolean;
}

/** `onDismiss` is called for Esc; without it, Esc does nothing. */
export function useDialog(
  onDismiss: (() => void) | undefined,
  { closesByBack = false }: DialogOptions = {},
): DialogProps {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onDismiss);
  latest.current = onDismiss;
  useLayoutEffect(() => (closesByBack ? addOpenDialog(() => latest.current) : undefined), []);
  useLayoutEffect(() => {
    const opened = dialog.current;
    const restoreCaret = caretOf(document.activeElement);
    opened?.showModal();
    return () => {
      // Before it is removed from the page: afterwards the browser cannot restore the focus.
      opened?.close();
      restoreCaret();
      requestAnimationFrame(focusPage);
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
    // The chooser of a file field has an event of the same name, which bubbles.
    onCancel: (event) => event.target === dialog.current && dismiss(event),
    onClose: () => {
      // The browser closed it without asking, as Android's back gesture may: whether it closes is decided here.
      if (dialog.current?.isConnected !== true) return;
      dialog.current.showModal();
      onDismiss?.();
    },
  };
}

/** Where what opened the dialog is gone with it, such as a button of the selection: the active cell, or the page's heading. */
function focusPage(): void {
  if (document.activeElement !== document.body) return;
  const target = document.querySelector("main [data-current]") ?? document.querySelector("main h1");
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/** Chromium restores the focus of a field without its caret, and typing then has no effect. */
function caretOf(element: Element | null): () => void {
  if (!(element instanceof HTMLInputElement)) return () => {};
  const { selectionStart: start, selectionEnd: end } = element;
  return () => {
    if (start !== null) element.setSelectionRange(start, end);
  };
}

/** Undefined: the dialog must not be interrupted. */
type Dismiss = () => (() => void) | undefined;

const open: Dismiss[] = [];
let opened = (): void => {};

/** Calls the listener when a dialog opens that a step back dismisses. */
export function onDialogOpen(listener: () => void): void {
  opened = listener;
}

/** `dismiss` gives what Esc does at that moment. Returns the function to call when the dialog closes. */
function addOpenDialog(dismiss: Dismiss): () => void {
  open.push(dismiss);
  opened();
  return () => void open.splice(open.indexOf(dismiss), 1);
}

/** Dismisses the topmost dialog, as Esc does. False if none is open. */
export function dismissTopDialog(): boolean {
  const top = open.at(-1);
  top?.()?.();
  return top !== undefined;
}
