// The keyboard's place in the table: the focus goes with it, and it is scrolled to, within the table and on the page.

import { useLayoutEffect, useState } from "preact/hooks";
import { ROW_PX, type RowPlaces } from "../model/row-places.ts";

/**
 * At the bottom of the window notices come and go, of three lines on the smallest screens: what has the keyboard stays
 * above them, whether or not one is there.
 */
export const NOTICE_PX = 96;

export interface Following {
  /** 0 is the header. */
  readonly row: number;
  readonly rowPlaces: RowPlaces;
  /** What the row's note says that somebody has to read. */
  readonly told: string | undefined;
}

interface Move {
  readonly scroll: boolean;
}

type Scroller = { readonly current: HTMLElement | null };

/** Gives what is to be called with each move: the focus follows once it is drawn. */
export function useFollow(scroller: Scroller, { row, rowPlaces, told }: Following): (move: Move) => void {
  const [move, setMove] = useState<Move>();
  const hadFocus =
    scroller.current?.contains(document.activeElement) || document.activeElement?.closest(".notice") != null;
  const current = (): HTMLElement | null => scroller.current?.querySelector("[data-current]") ?? null;
  const focus = (): void => current()?.focus({ preventScroll: true });
  const reveal = (): void => revealRow(scroller.current, current(), { row, rowPlaces });
  useLayoutEffect(() => {
    if (move === undefined) return;
    focus();
    if (move.scroll) reveal();
  }, [move]);
  useLayoutEffect(() => {
    // Nobody is pulled back from elsewhere.
    if (told !== undefined && current()?.closest(".row")?.contains(document.activeElement)) reveal();
  }, [told]);
  useLayoutEffect(() => {
    // What had the focus is there no more, such as a button of a note or a notice that has done its work.
    if (hadFocus && document.activeElement === document.body) focus();
  });
  return setMove;
}

/** With its note, which is beneath it on a small screen. */
function revealRow(
  scroller: HTMLElement | null,
  current: HTMLElement | null,
  { row, rowPlaces }: Pick<Following, "row" | "rowPlaces">,
): void {
  const line = current?.closest(".row");
  if (scroller === null || line == null) return;
  const note = line.querySelector(".note");
  const bottomOf = (element: Element): number => element.getBoundingClientRect().bottom;
  const notePx = note === null ? 0 : Math.max(0, bottomOf(note) - bottomOf(line));
  const neededPx = ROW_PX + notePx + NOTICE_PX;
  const headerTop = scroller.getBoundingClientRect().top;
  if (row === 0) return revealOnPage(headerTop, neededPx);
  // Not where it is drawn by now, but where it will be: rows far away are drawn anew first.
  const fromPx = (row - 1) * ROW_PX;
  const toPx = fromPx + ROW_PX + neededPx - scroller.clientHeight;
  const abovePx = rowPlaces.above(scroller.scrollTop);
  if (fromPx < abovePx) scroller.scrollTop = Math.floor(rowPlaces.scrolledFor(fromPx));
  else if (toPx > abovePx) scroller.scrollTop = Math.ceil(rowPlaces.scrolledFor(toPx));
  revealOnPage(headerTop + ROW_PX + fromPx - rowPlaces.above(scroller.scrollTop), neededPx);
}

/** With the table's header above it, at least. */
function revealOnPage(topPx: number, neededPx: number): void {
  const highest = topPx - ROW_PX;
  const lowest = topPx + neededPx - innerHeight;
  if (highest < 0) scrollBy(0, highest);
  else if (lowest > 0) scrollBy(0, Math.min(lowest, highest));
}
