// Keeps the active row at its place on the screen when others add or remove rows above it; the rows of a new view are shown from the
// top.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { RowLayout } from "./row-layout.ts";
import type { View } from "../state/view.ts";

interface ScrollAnchor {
  /** Version of the shown pets. */
  readonly version: number;
  /** The view that the shown pets belong to. */
  readonly view: View;
  /** The active row; 0 is the header. */
  readonly row: number;
  /** The pet in that row. */
  readonly petId: bigint | undefined;
  /** As it was measured last. */
  readonly scrollTop: number;
  readonly rowLayout: RowLayout;
}

export function useScrollAnchor(
  scroller: { readonly current: HTMLDivElement | null },
  anchor: ScrollAnchor,
): void {
  const last = useRef(anchor);
  useLayoutEffect(() => {
    const before = last.current;
    last.current = anchor;
    const element = scroller.current;
    if (element === null) return;
    const byRows = movedRows(before, anchor);
    // Only where there is something to do: reading or writing the position makes the browser lay the page out at once.
    if (before.view !== anchor.view) {
      if (anchor.scrollTop !== 0) element.scrollTop = 0;
    } else if (byRows !== 0) {
      element.scrollTop += anchor.rowLayout.scrollTopFor(byRows * anchor.rowLayout.rowPx);
    }
  });
}

/** By how many rows the active pet has moved because others have. */
function movedRows(before: ScrollAnchor, { version, petId, row }: ScrollAnchor): number {
  const isMoved = before.version !== version && before.petId === petId && petId !== undefined;
  return isMoved ? row - before.row : 0;
}
