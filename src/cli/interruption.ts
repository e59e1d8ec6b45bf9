// Ctrl-C, or a supervisor's SIGTERM, for work that ends in order.

import { CommandError } from "./context.ts";

/** The signal's reason is a CommandError with these words. A second Ctrl-C ends the process at once. */
export function onInterruption(words: string): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const abort = () => controller.abort(new CommandError(words));
  process.once("SIGINT", abort).once("SIGTERM", abort);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => void process.off("SIGINT", abort).off("SIGTERM", abort),
  };
}
