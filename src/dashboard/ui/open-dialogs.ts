// The dialogs that are open, so that a step back in the browser's history closes the topmost one, as on a phone, and not the page
// below it.

/** Undefined: the dialog must not be interrupted. */
type Dismiss = () => (() => void) | undefined;

const open: Dismiss[] = [];

/** `dismiss` gives what Esc does at that moment. Returns the function to call when the dialog closes. */
export function addOpenDialog(dismiss: Dismiss): () => void {
  open.push(dismiss);
  return () => void open.splice(open.indexOf(dismiss), 1);
}

/** Dismisses the topmost dialog, as Esc does. False if none is open. */
export function dismissTopDialog(): boolean {
  const top = open.at(-1);
  top?.()?.();
  return top !== undefined;
}
