// Narrow and wide fonts, whatever fonts a machine has: the page's letters are set closer or wider apart.

import type { Page } from "playwright-core";

/** DejaVu Sans is wider than Arial by about as much as the wide one; the narrow one is as Arial Narrow. */
export const FONTS = { narrow: "-0.06em", usual: "0", wide: "0.09em" } as const;

export type Font = keyof typeof FONTS;

/** A style sheet made by a script, as the page's policy allows no other. */
export async function useFont(page: Page, font: Font): Promise<void> {
  await page.evaluate(`(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { letter-spacing: ${FONTS[font]} !important; }");
    document.adoptedStyleSheets = [sheet];
  })()`);
}
