// The scroll position and visible size of an element, and the size of the page's text. Measured when they change and not with each
// draw, during which a measurement would make the browser compute styles at once.

import { useLayoutEffect, useState } from "preact/hooks";

export interface ScrollPosition {
  readonly top: number;
  readonly height: number;
  readonly width: number;
  /** The size of the page's text. */
  readonly remPx: number;
}

export function useScrollPosition(element: { readonly current: HTMLElement | null }): ScrollPosition {
  const [scrolled, setScrolled] = useState<ScrollPosition>(() => ({
    top: 0,
    height: 0,
    width: 0,
    remPx: remPx(),
  }));
  useLayoutEffect(() => {
    const scroller = element.current;
    if (scroller === null) return undefined;
    const measure = (): void => {
      const { scrollTop: top, clientHeight: height, clientWidth: width } = scroller;
      const measured = { top, height, width, remPx: remPx() };
      // The same object draws nothing again: an observer also reports the size that was measured already.
      setScrolled((last) => (isSame(last, measured) ? last : measured));
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(scroller);
    scroller.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      sizes.disconnect();
      scroller.removeEventListener("scroll", measure);
    };
  }, []);
  return scrolled;
}

function isSame(a: ScrollPosition, b: ScrollPosition): boolean {
  return a.top === b.top && a.height === b.height && a.width === b.width && a.remPx === b.remPx;
}

function remPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
