// Takes the dashboard's pictures in docs/screenshots: `npm run screenshots`. With a shop and a service of its own.

import { rmSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { closeBrowser } from "../test/support/browser.ts";
import { TemporaryFolder } from "../test/support/temporary-folder.ts";
import { PICTURES } from "./screenshots/pictures.ts";
import { openShop } from "./screenshots/shop.ts";

const FOLDER = join(import.meta.dir, "../docs/screenshots");

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
using folder = new TemporaryFolder();
const shop = await openShop(folder);
try {
  for (const take of PICTURES) await take(shop, FOLDER);
} finally {
  await closeBrowser();
  await shop.service[Symbol.asyncDispose]();
}
