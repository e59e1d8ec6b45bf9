// Accessibility problems of an open page, found by axe-core: names, roles, contrast, keyboard.

import type { Page } from "playwright-core";

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

declare const axe: {
  run(options: object): Promise<{ readonly violations: readonly Violation[] }>;
};

const SOURCE = Bun.resolveSync("axe-core/axe.min.js", import.meta.dir);

/** One text for each violation. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // Evaluated through the debugger, as the page's content security policy blocks other scripts.
  const isLoaded = await page.evaluate("typeof axe === 'object'");
  if (isLoaded === false) await page.evaluate(await Bun.file(SOURCE).text());
  const violations = await page.evaluate(async () => {
    const { violations: found } = await axe.run({ resultTypes: ["violations"] });
    return found.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map((each) => `${each.html} ${each.failureSummary}`),
    }));
  });
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n    ${nodes.slice(0, 3).join("\n    ")}`);
}

/** Throws if the page has a violation, in light or dark; `state` names it in the error. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const violations = await accessibilityViolations(page);
    if (violations.length > 0) throw new Error(`${state}, ${colorScheme}:\n  ${violations.join("\n  ")}`);
  }
}
