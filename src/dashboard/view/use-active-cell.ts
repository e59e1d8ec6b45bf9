// The position of the active cell: the cursor's pet, wherever its row is now.

import { useRef } from "preact/hooks";
import type { InventoryItem } from "../../contract/item-json.ts";
import { GRID_COLUMNS, type State } from "../state/state.ts";
import type { CellPosition } from "./grid-keys.ts";

/** The first quantity if there is no cursor yet, or if the view does not contain its row. */
export function useActiveCell({ cursor, view }: State, items: readonly InventoryItem[]): CellPosition {
  const last = useRef({ index: 0, view });
  const column = GRID_COLUMNS.indexOf(cursor?.column ?? "quantity");
  if (cursor !== undefined && cursor.petId === undefined) return { row: 0, column };
  const { index, view: lastView } = last.current;
  const currentIndex = (): number => {
    if (items[index]?.petId === cursor?.petId) return index;
    const found = items.findIndex(({ petId }) => petId === cursor?.petId);
    if (found >= 0) return found;
    // If others removed the row, the next row becomes active.
    return view === lastView ? Math.max(0, Math.min(index, items.length - 1)) : 0;
  };
  last.current = { index: currentIndex(), view };
  return { row: items.length === 0 ? 0 : last.current.index + 1, column };
}
