// The position of the active cell: the cursor's pet, wherever its row is now.

import { useRef } from "preact/hooks";
import type { Cursor, GridColumn } from "../state/state.ts";
import type { ShownPets } from "../data/shown-pets.ts";
import type { CellPosition } from "./grid-keys.ts";

interface ActiveCellOptions {
  readonly shown: Pick<ShownPets, "view" | "size" | "petId" | "indexOf">;
  readonly columns: readonly GridColumn[];
}

/** The first quantity if there is no cursor yet, or if the view does not contain its row. */
export function useActiveCell(
  cursor: Cursor | undefined,
  { shown, columns }: ActiveCellOptions,
): CellPosition {
  const { view } = shown;
  const last = useRef({ index: 0, view });
  const wanted = columns.indexOf(cursor?.column ?? "quantity");
  // The column disappeared, because the screen became smaller.
  const column = wanted < 0 ? columns.indexOf("quantity") : wanted;
  if (cursor !== undefined && cursor.petId === undefined) return { row: 0, column };
  const { index, view: lastView } = last.current;
  const currentIndex = (): number => {
    if (shown.petId(index) === cursor?.petId) return index;
    const found = cursor === undefined ? -1 : shown.indexOf(cursor.petId!);
    if (found >= 0) return found;
    // If others removed the row, the next row becomes active.
    return view === lastView ? Math.max(0, Math.min(index, shown.size - 1)) : 0;
  };
  last.current = { index: currentIndex(), view };
  return { row: shown.size === 0 ? 0 : last.current.index + 1, column };
}
