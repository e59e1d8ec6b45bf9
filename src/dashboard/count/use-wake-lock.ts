// Keeps the screen on while pets are counted. Browsers release the lock when the page is hidden.

import { useEffect } from "preact/hooks";

export function useWakeLock(isActive: boolean): void {
  useEffect(() => {
    if (!isActive || !("wakeLock" in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let isStopped = false;
    const request = (): void => {
      if (document.visibilityState !== "visible") return;
      navigator.wakeLock.request("screen").then(
        (held) => {
          lock = held;
          if (isStopped) void held.release();
        },
        // Refused, such as on a low battery: the screen turns off as usual.
        () => {},
      );
    };
    request();
    document.addEventListener("visibilitychange", request);
    return () => {
      isStopped = true;
      document.removeEventListener("visibilitychange", request);
      void lock?.release();
    };
  }, [isActive]);
}
