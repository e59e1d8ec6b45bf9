// Keeps the active row at its place on the screen when others add or remove rows above it.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { InventoryItem } from "../../contract/item-json.ts";
import { ROW_PX, type RowLayout } from "../model/row-layout.ts";
import type { View } from "../model/view.ts";

interface ScrollAnchor {
  readonly items: readonly InventoryItem[];
  readonly view: View;
  /** The active row; 0 is the header. */
  readonly row: number;
  readonly petId: bigint | undefined;
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
    if (before.view !== anchor.view) element.scrollTop = 0;
    else if (before.items !== anchor.items && before.petId === anchor.petId && anchor.petId !== undefined) {
      element.scrollTop += anchor.rowLayout.scrollTopFor((anchor.row - before.row) * ROW_PX);
    }
  });
}
