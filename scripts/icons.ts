// Draws the icons of the page on a home screen from src/dashboard/icon.svg: `bun scripts/icons.ts`, after the drawing has changed.

import { join } from "node:path";
import { closeBrowser, BrowserTab } from "../test/support/browser.ts";

const FOLDER = join(import.meta.dir, "../src/dashboard");
const drawing = await Bun.file(join(FOLDER, "icon.svg")).text();

/** `part`: of the icon's width that the drawing has. Systems cut a maskable icon down to a circle of four fifths. */
const ICONS = [
  { name: "icon-192.png", size: 192, part: 1, ground: "transparent" },
  { name: "icon-512.png", size: 512, part: 1, ground: "transparent" },
  { name: "icon-maskable.png", size: 512, part: 0.56, ground: "white" },
  { name: "apple-touch-icon.png", size: 180, part: 0.7, ground: "white" },
];

for (const { name, size, part, ground } of ICONS) {
  await using tab = await BrowserTab.open({
    url: "http://localhost",
    viewport: { width: size, height: size },
  });
  await tab.page.setContent(
    `<style>body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${ground} }
    svg { width: ${part * 100}vw }</style>${drawing}`,
  );
  const png = await tab.page.screenshot({ omitBackground: true });
  await Bun.write(join(FOLDER, "icons", name), png);
}
await closeBrowser();
