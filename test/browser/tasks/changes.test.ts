// What others did: a change of one pet, and an import.

import { expect } from "bun:test";
import type { Page } from "playwright-core";
import type { Shop } from "./shop.ts";
import { defineTask } from "./task.ts";

const POTTER = 627797;
const PETS = [305144, 355286, 363493];

defineTask({
  number: 8,
  title: "See who changed a pet, and undo it",
  prepare: async (shop) => {
    const anna = await shop.colleague("Anna");
    await anna.applyChanges({ reason: "damaged", note: "door", changes: [{ petId: POTTER, quantity: 0 }] });
  },
  keyboard: async (person) => {
    const { page } = person;
    await person.press("/");
    await person.type(String(POTTER));
    await person.press("Enter");
    await changeOf(page, "Anna").waitFor();
    await person.press("ArrowDown", "Home", "ArrowRight", "Enter");
    await person.tabTo(page.getByRole("button", { name: /^Undo: back to 1/ }));
    await person.press("Enter");
    await changeOf(page, "Mona").waitFor();
  },
  touch: async (person) => {
    const { page } = person;
    await person.tap(page.getByRole("searchbox"));
    await person.type(String(POTTER));
    await person.press("Enter");
    await changeOf(page, "Anna").waitFor();
    await person.tap(page.getByRole("button", { name: /^Undo: back to 1/ }));
    await changeOf(page, "Mona").waitFor();
  },
  expectDone: async (shop) => {
    expect(await shop.entry(POTTER)).toMatchObject({ quantity: 1, status: "pending" });
  },
});

defineTask({
  number: 9,
  title: "Undo a colleague’s import",
  prepare: importByAnna,
  keyboard: async (person) => {
    const { page } = person;
    await person.tabTo(page.getByRole("link", { name: "Activity" }), { back: true });
    await person.press("Enter");
    await person.tabTo(annas(page).getByRole("button", { name: /^Undo/ }));
    await person.press("Enter");
    await page.getByText("3 pets return to what they were").waitFor();
    await person.tabTo(page.getByRole("button", { name: "Undo 3 pets" }));
    await person.press("Enter");
    await isUndone(page);
  },
  touch: async (person) => {
    const { page } = person;
    await person.tap(page.getByRole("link", { name: "Activity" }));
    await person.tap(annas(page).getByRole("button", { name: /^Undo/ }));
    await person.tap(page.getByRole("button", { name: "Undo 3 pets" }));
    await isUndone(page);
  },
  expectDone: async (shop) => {
    for (const petId of PETS) expect(await shop.entry(petId)).toMatchObject({ quantity: 0, status: "sold" });
  },
});

/** In the timeline of the open pet. */
function changeOf(page: Page, who: string) {
  return page.getByRole("list", { name: /^Changes/ }).getByText(`by ${who}`);
}

async function importByAnna(shop: Shop): Promise<void> {
  const anna = await shop.colleague("Anna");
  await anna.applyRows(PETS.map((petId) => ({ petId, quantity: 7, status: "available" })));
}

function annas(page: Page) {
  return page.getByRole("listitem").filter({ hasText: "Anna" });
}

async function isUndone(page: Page): Promise<void> {
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("status").getByRole("button", { name: "Undo" }).waitFor();
}
