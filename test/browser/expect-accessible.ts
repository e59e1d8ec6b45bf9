// Asserts that a state of a page has no accessibility violation, in light and dark.

import type { Page } from "playwright-core";
import { accessibilityViolations } from "./axe.ts";

/** `state` names it in the error. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const violations = await accessibilityViolations(page);
    if (violations.length > 0) throw new Error(`${state}, ${colorScheme}:\n  ${violations.join("\n  ")}`);
  }
}
