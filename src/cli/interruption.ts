// Ctrl-C, or a supervisor's SIGTERM, during work that can be stopped safely.

import { CommandError, type Context } from "./context.ts";

/** The signal's reason is a CommandError with this message. A second Ctrl-C ends the process at once. */
export function onInterruption(
  context: Pick<Context, "process">,
  message: string,
): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const abort = () => controller.abort(new CommandError(message));
  context.process.once("SIGINT", abort).once("SIGTERM", abort);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => void context.process.off("SIGINT", abort).off("SIGTERM", abort),
  };
}
