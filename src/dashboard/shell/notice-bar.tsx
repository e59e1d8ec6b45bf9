// Reports the last change, visibly and to screen readers, with an Undo button. Disappears after a while, unless the pointer
// is over it.

import "./notice-bar.css";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { shellText } from "../language/en/shell.ts";
import { uiText } from "../language/en/ui.ts";
import type { PageProps } from "../app/dashboard.ts";
import { useSelected } from "../state/use-selected.ts";

const SHOWN_MS = 10_000;

export function NoticeBar({ dashboard }: PageProps) {
  const notice = useSelected(dashboard.store, (state) => state.notice);
  const undoable = useSelected(dashboard.store, (state) => state.undoable);
  const undo = notice?.undo;
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (notice === undefined || isHeld) return undefined;
    const timer = setTimeout(() => dashboard.dismissNotice(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  const onFocusIn = useReturnedFocus([notice, undoable]);
  return (
    <div
      class="notice-place"
      onFocusIn={onFocusIn}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      {/* Always present: screen readers announce only changes within it. */}
      <div role="status" aria-live="polite">
        {notice !== undefined && (
          <div class={`notice ${notice.tone}`}>
            <span>{notice.text}</span>
            {undo !== undefined && undoable.includes(undo) && (
              <button type="button" class="small" onClick={() => dashboard.undoStack.undo(undo)}>
                {shellText.undo}
              </button>
            )}
            {notice.action !== undefined && (
              <button type="button" class="small" onClick={notice.action.run}>
                {notice.action.title}
              </button>
            )}
            <button
              type="button"
              class="small"
              aria-label={uiText.close}
              onClick={() => dashboard.dismissNotice()}
            >
              ×
            </button>
          </div>
        )}
      </div>
    </div>
  );
}

type FocusInEvent = FocusEvent & { readonly currentTarget: HTMLElement };

/** A button that was pressed disappears with its notice: the focus returns to where it was before. Gives the listener for that. */
function useReturnedFocus(shown: readonly unknown[]): (event: FocusInEvent) => void {
  const from = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    if (from.current === undefined || document.activeElement !== document.body) return;
    const heading = (): HTMLElement | null => document.querySelector("main h1");
    (from.current.isConnected ? from.current : heading())?.focus({ preventScroll: true });
    from.current = undefined;
  }, shown);
  return ({ currentTarget, relatedTarget }) => {
    const isOutside = relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget);
    if (isOutside) from.current = relatedTarget;
  };
}
