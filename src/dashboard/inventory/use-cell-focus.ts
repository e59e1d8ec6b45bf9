// Keyboard focus in the table: focuses the active cell after each move, and scrolls it into view.

import { useLayoutEffect, useState } from "preact/hooks";
import type { RowLayout } from "./row-layout.ts";

/**
 * Height of the notice at the bottom of the window, with up to three lines on the smallest screens. The active row is kept
 * above that area, whether or not a notice is shown.
 */
export const NOTICE_PX = 96;

interface CellFocus {
  /** The active row; 0 is the header. */
  readonly row: number;
  readonly rowLayout: RowLayout;
  readonly headerPx: number;
  /** Identifies a note that the user must see; when it changes, the row is scrolled into view. */
  readonly urgentNote: string | undefined;
}

interface Move {
  readonly scroll: boolean;
}

type Scroller = { readonly current: HTMLElement | null };

/** Returns a function that focuses the active cell after the next draw. */
export function useCellFocus(
  scroller: Scroller,
  { row, rowLayout, headerPx, urgentNote }: CellFocus,
): (move: Move) => void {
  const [move, setMove] = useState<Move>();
  const hadFocus =
    scroller.current?.contains(document.activeElement) || document.activeElement?.closest(".notice") != null;
  const current = (): HTMLElement | null => scroller.current?.querySelector("[data-current]") ?? null;
  const focus = (): void => current()?.focus({ preventScroll: true });
  const reveal = (): void => revealRow(scroller.current, current(), { row, rowLayout, headerPx });
  useLayoutEffect(() => {
    if (move === undefined) return;
    focus();
    if (move.scroll) reveal();
  }, [move]);
  useLayoutEffect(() => {
    // Only if the focus is in the row: the user may be working elsewhere.
    if (urgentNote !== undefined && current()?.closest(".row")?.contains(document.activeElement)) reveal();
  }, [urgentNote]);
  useLayoutEffect(() => {
    // The focused element was removed, such as a button of a note or a notice.
    if (hadFocus && document.activeElement === document.body) focus();
  });
  return setMove;
}

/** Includes the row's note, which is below the row on small screens. */
function revealRow(
  scroller: HTMLElement | null,
  current: HTMLElement | null,
  { row, rowLayout, headerPx }: Omit<CellFocus, "urgentNote">,
): void {
  const line = current?.closest(".row");
  if (scroller === null || line == null) return;
  const note = line.querySelector(".note");
  const bottomOf = (element: Element): number => element.getBoundingClientRect().bottom;
  const notePx = note === null ? 0 : Math.max(0, bottomOf(note) - bottomOf(line));
  const { rowPx } = rowLayout;
  const neededPx = rowPx + notePx + NOTICE_PX;
  const headerTop = scroller.getBoundingClientRect().top;
  if (row === 0) return revealOnPage(headerTop, { neededPx, headerPx });
  // Computed, not measured: a row far away is drawn at its place only after scrolling.
  const fromPx = (row - 1) * rowPx;
  const toPx = fromPx + headerPx + neededPx - scroller.clientHeight;
  const abovePx = rowLayout.rowsAbovePx(scroller.scrollTop);
  if (fromPx < abovePx) scroller.scrollTop = Math.floor(rowLayout.scrollTopFor(fromPx));
  else if (toPx > abovePx) scroller.scrollTop = Math.ceil(rowLayout.scrollTopFor(toPx));
  revealOnPage(headerTop + headerPx + fromPx - rowLayout.rowsAbovePx(scroller.scrollTop), {
    neededPx,
    headerPx,
  });
}

/** Scrolls the window. The table's header stays visible above the row. */
function revealOnPage(
  topPx: number,
  { neededPx, headerPx }: { readonly neededPx: number; readonly headerPx: number },
): void {
  const highest = topPx - headerPx;
  const lowest = topPx + neededPx - innerHeight;
  if (highest < 0) scrollBy(0, highest);
  else if (lowest > 0) scrollBy(0, Math.min(lowest, highest));
}
