// Calls a function when a finger stays on an element, as phones do to begin selecting.

const LONG_PRESS_MS = 500;
/** A finger is never quite still; more than this is scrolling. */
const MOVED_PX = 10;

interface Press {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly x: number;
  readonly y: number;
}

/** The current long press; the page has one at a time. */
let press: Press | undefined;

export function onLongPress(act: () => void) {
  return {
    onPointerDown: (event: PointerEvent): void => {
      end();
      if (event.pointerType === "mouse") return;
      const { clientX: x, clientY: y } = event;
      const timer = setTimeout(() => {
        press = undefined;
        ignoreNextClick();
        act();
      }, LONG_PRESS_MS);
      press = { timer, x, y };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent): void => {
      if (press !== undefined && Math.hypot(clientX - press.x, clientY - press.y) > MOVED_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    // Otherwise browsers show their own menu.
    onContextMenu: (event: MouseEvent): void => {
      if ((event as PointerEvent).pointerType === "touch") event.preventDefault();
    },
  };
}

function end(): void {
  clearTimeout(press?.timer);
  press = undefined;
}

/** Lifting the finger would click what it selected. */
function ignoreNextClick(): void {
  const ignore = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    stop();
  };
  const stop = (): void => {
    removeEventListener("click", ignore, true);
    removeEventListener("pointerdown", stop, true);
  };
  addEventListener("click", ignore, true);
  addEventListener("pointerdown", stop, true);
}
