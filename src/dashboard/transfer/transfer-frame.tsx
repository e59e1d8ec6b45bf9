// The frame of the dialogs for import and export: each step gets the focus when it begins.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Dialog } from "../ui/dialog.tsx";
import "./transfer.css?late";

interface TransferFrameProps {
  readonly title: string;
  /** Announced by screen readers when it begins. */
  readonly step: string;
  /** Undefined while closing would hide the outcome of what was sent. */
  readonly onClose: (() => void) | undefined;
  /** For little content. */
  readonly isNarrow?: boolean;
  readonly children: ComponentChildren;
  /** Buttons, the most used last. */
  readonly actions: ComponentChildren;
}

export function TransferFrame({
  title,
  step,
  onClose,
  isNarrow = false,
  children,
  actions,
}: TransferFrameProps) {
  const content = useRef<HTMLElement>(null);
  useLayoutEffect(() => content.current?.focus(), [step]);
  useLayoutEffect(() => {
    // The focused element was removed, such as the button that was pressed.
    if (document.activeElement === document.body) content.current?.focus({ preventScroll: true });
  });
  return (
    <Dialog title={title} onClose={onClose} footer={actions} class={isNarrow ? "transfer" : "transfer wide"}>
      <section ref={content} tabIndex={-1} aria-label={step}>
        {children}
      </section>
    </Dialog>
  );
}
