// What in an open page shuts people out, as axe-core finds it: names, roles, contrast, keyboard.

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

/** One text for each violation; none where all is well. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // Evaluated by the debugger, as the page's own policy lets no script in.
  const isThere = await page.evaluate("typeof axe === 'object'");
  if (isThere === false) await page.evaluate(await Bun.file(SOURCE).text());
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
