// Reports the last change, visibly and to screen readers, with an Undo button. Disappears after a while, unless the pointer
// is over it.

import { useEffect, useState } from "preact/hooks";
import type { Dashboard } from "../state/dashboard.ts";
import type { State } from "../state/state.ts";

const SHOWN_MS = 10_000;

export interface NoticeBarProps {
  readonly dashboard: Dashboard;
  readonly state: State;
}

export function NoticeBar({ dashboard, state }: NoticeBarProps) {
  const { notice, undoable } = state;
  const undo = notice?.undo;
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (notice === undefined || isHeld) return undefined;
    const timer = setTimeout(() => dashboard.dismissNotice(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  return (
    <div class="notice-place" onMouseEnter={() => setHeld(true)} onMouseLeave={() => setHeld(false)}>
      {/* Always present: screen readers announce only changes within it. */}
      <div role="status" aria-live="polite">
        {notice !== undefined && (
          <div class={`notice ${notice.tone}`}>
            <span>{notice.text}</span>
            {undo !== undefined && undoable.includes(undo) && (
              <button type="button" class="small" onClick={() => dashboard.undoStack.undo(undo)}>
                Undo
              </button>
            )}
            <button type="button" class="small" aria-label="Close" onClick={() => dashboard.dismissNotice()}>
              ×
            </button>
          </div>
        )}
      </div>
    </div>
  );
}
