// Takes the dashboard's pictures in docs/screenshots: `npm run screenshots`. With the sample inventory and a service of its own.

import { join } from "node:path";
import { closeBrowser } from "../test/support/browser.ts";
import { TestService } from "../test/support/service.ts";
import { DashboardTab } from "../test/browser/dashboard.ts";

const ROOT = join(import.meta.dir, "..");
const FOLDER = join(ROOT, "docs/screenshots");
const LARGE = { width: 1280, height: 800 };
const SMALL = { width: 390, height: 760 };

const [, ...rows] = (await Bun.file(join(ROOT, "examples/sample-inventory.csv")).text()).trim().split("\n");
const service = await TestService.start({ rows });
const key = await service.makeKey();
try {
  await takeAll();
} finally {
  await closeBrowser();
  await service[Symbol.asyncDispose]();
}

async function takeAll(): Promise<void> {
  await using tab = await DashboardTab.open(service, {
    viewport: LARGE,
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  const { page } = tab;
  const take = (name: string) => page.screenshot({ path: join(FOLDER, `${name}.png`) });
  await page.getByLabel("API key").waitFor();
  await take("sign-in");

  await tab.signIn(key);
  await page.getByRole("button", { name: /^available/ }).click();
  await tab.sees("Live");
  const [first, second, third] = (await tab.petIds()).map(BigInt) as [bigint, bigint, bigint];
  await edit(tab, first, "+4");
  await tab.row(first).getByText("Saved").waitFor();
  await service.update(key, third, 6);
  await tab.row(third).getByText("Changed from").waitFor();
  await tab.quantity(second).click();
  await page.keyboard.type("+2");
  await page.mouse.move(0, 0);
  await take("table");
  await page.emulateMedia({ colorScheme: "dark" });
  await take("table-dark");
  await page.emulateMedia({ colorScheme: "light" });

  await page.locator(":focus").fill("3");
  await service.update(key, second, 2);
  await tab.press("Enter");
  await tab.note(second).getByRole("button", { name: "Use mine" }).waitFor();
  await take("conflict");
  await page.setViewportSize(SMALL);
  await take("small");
  await page.setViewportSize(LARGE);
  await tab.note(second).getByRole("button", { name: "Keep theirs" }).click();

  await page.getByRole("button", { name: "Import CSV" }).click();
  const ids = (await tab.petIds()).slice(0, 9);
  const file = [
    "Pet;Count",
    ...ids.map((id, at) => `${id};${at + 1}`),
    "12345;4",
    `${ids[3]};1,5`,
    `${ids[0]};9`,
  ];
  await page.getByLabel("Or paste rows from a spreadsheet").fill(file.join("\n"));
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: /^Change \d/ }).waitFor();
  await take("import-csv");
}

async function edit(tab: DashboardTab, petId: bigint, text: string): Promise<void> {
  await tab.quantity(petId).click();
  await tab.page.keyboard.type(text);
  await tab.press("Enter");
}
