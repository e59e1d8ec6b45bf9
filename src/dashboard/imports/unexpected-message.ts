// What is said of an unexpected error, such as one of the browser.

/** `what` has failed, without a full stop; the browser's words follow. */
export function unexpectedMessage(what: string, error: unknown): string {
  return `${what}: ${error instanceof Error ? error.message : String(error)}`;
}
