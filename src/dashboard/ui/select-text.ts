// Selects the text of a field when it gets the focus, so that typing replaces it.

interface FocusOfField {
  readonly currentTarget: HTMLInputElement;
}

/** For `onFocus`. In WebKit a dialog that opens, and the click that focuses the field, would put the caret into the text after it. */
export function selectText({ currentTarget: field }: FocusOfField): void {
  field.select();
  queueMicrotask(() => field.select());
  field.addEventListener("mouseup", (event) => event.preventDefault(), { once: true });
}
