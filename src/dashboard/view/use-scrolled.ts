// How far an element is scrolled, and how much of it can be seen.

import { useLayoutEffect, useState } from "preact/hooks";

export interface Scrolled {
  readonly top: number;
  readonly height: number;
}

export function useScrolled(element: { readonly current: HTMLElement | null }): Scrolled {
  const [scrolled, setScrolled] = useState<Scrolled>({ top: 0, height: 0 });
  useLayoutEffect(() => {
    const scroller = element.current;
    if (scroller === null) return undefined;
    const look = (): void => setScrolled({ top: scroller.scrollTop, height: scroller.clientHeight });
    const sizes = new ResizeObserver(look);
    sizes.observe(scroller);
    scroller.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      sizes.disconnect();
      scroller.removeEventListener("scroll", look);
    };
  }, []);
  return scrolled;
}
