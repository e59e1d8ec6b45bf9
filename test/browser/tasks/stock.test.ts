// Stock that is counted, and stock that needs attention.

import { expect } from "bun:test";
import type { Page } from "playwright-core";
import type { Shop } from "./shop.ts";
import { defineTask } from "./task.ts";

/** In stock: 1 of each. */
const SHELF = [580469, 591340, 591341];
const LOW = 580469;

defineTask({
  number: 10,
  title: "Count a shelf of three pets",
  keyboard: async (person) => {
    const { page } = person;
    await person.tabTo(page.getByRole("link", { name: "Stock-take" }), { back: true });
    await person.press("Enter");
    for (const petId of SHELF) {
      await isScanFocused(page);
      await person.scan(String(petId));
      await page.getByLabel("Counted", { exact: true }).waitFor();
      await person.type("2");
      await person.press("Enter");
    }
    await isScanFocused(page);
    await person.tabTo(page.getByRole("button", { name: "Show differences" }), { back: true });
    await person.press("Enter");
    await person.tabTo(page.getByLabel(/^Note/));
    await person.press("Enter");
    await page.getByText("Counted 3 pets, 3 differences").first().waitFor();
  },
  touch: async (person) => {
    const { page } = person;
    await person.tap(page.getByRole("link", { name: "Stock-take" }));
    for (const petId of SHELF) {
      await isScanFocused(page);
      await person.scan(String(petId));
      await person.type("2");
      await person.tap(page.getByRole("button", { name: "Next" }));
    }
    await person.tap(page.getByRole("button", { name: "Show differences" }));
    await person.tap(page.getByRole("button", { name: "Apply 3 differences" }));
    await page.getByText("Counted 3 pets, 3 differences").first().waitFor();
  },
  expectDone: async (shop) => {
    for (const petId of SHELF) expect(await shop.entry(petId)).toMatchObject({ quantity: 2 });
    const { entries } = await shop.admin.revisionPage();
    expect(entries[0]).toMatchObject({ reason: "counted", pets: 3 });
  },
});

defineTask({
  number: 13,
  title: "See what is low, and mend it",
  prepare: async ({ admin }: Shop) => {
    await admin.putLabels([{ petId: LOW, low: 3 }]);
  },
  keyboard: async (person) => {
    const { page } = person;
    await person.tabTo(page.getByRole("link", { name: "Trends" }), { back: true });
    await person.press("Enter");
    await person.tabTo(lowQuantity(page));
    await person.type("5");
    await person.press("Enter");
    await lowQuantity(page).waitFor({ state: "detached" });
  },
  touch: async (person) => {
    const { page } = person;
    await person.tap(page.getByRole("link", { name: "Trends" }));
    await person.tap(lowQuantity(page));
    await person.type("5");
    await person.tap(page.getByRole("list", { name: "Low stock" }).getByRole("button", { name: "Save" }));
    await lowQuantity(page).waitFor({ state: "detached" });
  },
  expectDone: async (shop) => {
    expect(await shop.entry(LOW)).toMatchObject({ quantity: 5 });
  },
});

async function isScanFocused(page: Page): Promise<void> {
  await page.locator("#scan:focus").waitFor();
}

function lowQuantity(page: Page) {
  return page.getByRole("list", { name: "Low stock" }).getByLabel(/^Quantity of/);
}
