// Gives names to buttons of Scalar that show only an icon, and makes its long examples reachable by keyboard.

const COPY_BUTTONS = ".scalar-code-copy:not([aria-label])";
const EXAMPLES = "code.custom-scroll:not([tabindex])";

interface Part {
  setAttribute(name: string, value: string): void;
  querySelectorAll(selector: string): Iterable<Part>;
}

declare const MutationObserver: new (changed: () => void) => {
  observe(part: Part, options: { readonly childList: true; readonly subtree: true }): void;
};

/** Scalar draws parts as they come into view. */
export function nameButtons(page: Part): void {
  const name = (): void => {
    for (const button of page.querySelectorAll(COPY_BUTTONS)) button.setAttribute("aria-label", "Copy");
    for (const example of page.querySelectorAll(EXAMPLES)) example.setAttribute("tabindex", "0");
  };
  new MutationObserver(name).observe(page, { childList: true, subtree: true });
  name();
}
