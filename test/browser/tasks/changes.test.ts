// What others did: a change of one pet, an import, wrong names, and a rename at the same time.

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

defineTask({
  number: 15,
  title: "Undo an import with wrong names",
  prepare: async (shop) => {
    const anna = await shop.colleague("Anna");
    // The column of names has slipped by a row, and two of the pets are sold meanwhile.
    await anna.applyRows(PETS.map((petId, i) => ({ petId, quantity: 7, name: SLIPPED[i]! })));
    await anna.applyChanges({ changes: [{ petId: POTTER, quantity: 0 }] });
  },
  keyboard: async (person) => {
    const { page } = person;
    await person.tabTo(page.getByRole("link", { name: "Activity" }), { back: true });
    await person.press("Enter");
    await person.tabTo(importOf(page).getByRole("button", { name: /^Undo/ }));
    await person.press("Enter");
    await page.getByText("The labels of 3 pets return to what they were").waitFor();
    await person.tabTo(confirmOf(page));
    await person.press("Enter");
    await isUndone(page);
  },
  touch: async (person) => {
    const { page } = person;
    await person.tap(page.getByRole("link", { name: "Activity" }));
    await person.tap(importOf(page).getByRole("button", { name: /^Undo/ }));
    await person.tap(confirmOf(page));
    await isUndone(page);
  },
  expectDone: async (shop) => {
    const names = PETS.map(async (petId) => (await shop.entry(petId)).label?.name);
    expect(await Promise.all(names)).toEqual(NAMES);
    for (const petId of PETS) expect(await shop.entry(petId)).toMatchObject({ quantity: 0, status: "sold" });
  },
});

/** In the sample. */
const NAMES = ["Buddy", "Champ", "Shaq"];
const SLIPPED = ["Wrong", "Slipped", "Shifted"];

const confirmOf = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Undo", exact: true });

function importOf(page: Page) {
  return annas(page).filter({ hasText: "3 pets" });
}

defineTask({
  number: 16,
  title: "Rename a pet while a colleague renames it",
  problem: /412/,
  keyboard: async (person, shop) => {
    const { page } = person;
    await person.type(String(POTTER));
    await person.press("Enter");
    await person.tabTo(nameField(page));
    await person.press("Control+A");
    await person.type("Harry");
    await renameByAnna(shop, page);
    await person.press("Enter");
    await person.tabTo(useMine(page));
    await person.press("Enter");
    await isRenamed(page);
  },
  touch: async (person, shop) => {
    const { page } = person;
    await person.tap(page.getByRole("searchbox"));
    await person.type(String(POTTER));
    await person.press("Enter");
    await nameField(page).waitFor();
    await nameField(page).fill("");
    await person.tap(nameField(page));
    await person.type("Harry");
    await renameByAnna(shop, page);
    await person.tap(panel(page).getByRole("button", { name: "Save" }));
    await person.tap(useMine(page));
    await isRenamed(page);
  },
  expectDone: async (shop) => {
    expect((await shop.entry(POTTER)).label).toMatchObject({ name: "Harry", kind: "cat, black" });
    const { entries } = await shop.admin.movementPage({ petId: POTTER });
    expect(entries.slice(0, 2).map(({ label }) => label?.after?.name)).toEqual(["Harry", "Ron"]);
  },
});

const panel = (page: Page) => page.locator(".pet-panel");
const nameField = (page: Page) => panel(page).getByRole("textbox", { name: "Name" });
const useMine = (page: Page) => panel(page).getByRole("button", { name: "Use mine" });

async function renameByAnna(shop: Shop, page: Page): Promise<void> {
  const anna = await shop.colleague("Anna");
  await anna.applyChanges({ changes: [{ petId: POTTER, label: { name: "Ron" } }] });
  await panel(page).getByText("Changed by someone else: now Ron").waitFor();
}

async function isRenamed(page: Page): Promise<void> {
  await panel(page).getByRole("heading", { name: "Harry", level: 2 }).waitFor();
  await panel(page).getByText("Saved", { exact: true }).waitFor();
}

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
