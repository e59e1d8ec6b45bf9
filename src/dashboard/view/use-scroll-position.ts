// The scroll position and visible height of an element.

import { useLayoutEffect, useState } from "preact/hooks";

export interface ScrollPosition {
  readonly top: number;
  readonly height: number;
}

export function useScrollPosition(element: { readonly current: HTMLElement | null }): ScrollPosition {
  const [scrolled, setScrolled] = useState<ScrollPosition>({ top: 0, height: 0 });
  useLayoutEffect(() => {
    const scroller = element.current;
    if (scroller === null) return undefined;
    const measure = (): void => setScrolled({ top: scroller.scrollTop, height: scroller.clientHeight });
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
