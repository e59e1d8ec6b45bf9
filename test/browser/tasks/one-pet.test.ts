// One pet: found, corrected, moved to another status, added.

import { expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import type { Person } from "./steps.ts";
import { defineTask } from "./task.ts";

/** No other pet has this name. */
const NAME = "Donatello";
const PET = 643454;
const NEW_PET = 912345;

defineTask({
  number: 2,
  title: "Find a pet by its name",
  keyboard: async (person) => {
    await person.type("donatello");
    await isOnly(person.page, PET);
    await person.press("Enter");
    await panel(person.page, NAME).waitFor();
  },
  touch: async (person) => {
    await person.tap(search(person.page));
    await person.type("donatello");
    await person.tap(row(person.page, PET).getByText(NAME));
    await panel(person.page, NAME).waitFor();
  },
  expectDone: async (_shop, { page }) => {
    expect(new URL(page.url()).searchParams.get("pet")).toBe(String(PET));
    await panel(page, NAME).getByText("cat, black", { exact: true }).waitFor();
  },
});

defineTask({
  number: 3,
  title: "Correct a quantity",
  keyboard: async (person) => {
    await openById(person);
    await person.press("ArrowDown");
    await person.type("4");
    await person.press("Enter");
    await isSaved(person.page);
  },
  touch: async (person) => {
    const { page } = person;
    await person.tap(search(page));
    await person.type(String(PET));
    await isOnly(page, PET);
    await person.tap(row(page, PET).locator(".quantity"));
    await row(page, PET).locator("input:focus").waitFor();
    await person.type("4");
    await person.press("Enter");
    await isSaved(page);
  },
  expectDone: async (shop) => {
    expect(await shop.entry(PET)).toMatchObject({ quantity: 4, status: "pending" });
  },
});

defineTask({
  number: 4,
  title: "Change a status",
  keyboard: async (person) => {
    const { page } = person;
    await openById(person);
    await person.press("ArrowDown", "ArrowRight", "Enter");
    await page.getByRole("menuitemradio", { name: "pending" }).and(page.locator(":focus")).waitFor();
    await person.press("ArrowDown", "Enter");
    await row(page, PET).getByText("sold").waitFor();
  },
  touch: async (person) => {
    const { page } = person;
    await person.tap(search(page));
    await person.type(String(PET));
    await isOnly(page, PET);
    await person.tap(row(page, PET).locator(".status"));
    await person.tap(page.getByRole("menuitemradio", { name: "sold" }));
    await row(page, PET).getByText("sold").waitFor();
  },
  expectDone: async (shop) => {
    expect(await shop.entry(PET)).toMatchObject({ quantity: 1, status: "sold" });
  },
});

defineTask({
  number: 5,
  title: "Add a pet",
  keyboard: async (person) => {
    const { page } = person;
    await person.tabTo(page.getByRole("button", { name: "Add pet" }));
    await person.press("Enter");
    await page.getByLabel("Pet id").and(page.locator(":focus")).waitFor();
    await person.type(String(NEW_PET));
    await person.press("Tab");
    await person.type("3");
    await person.tabTo(page.getByLabel("Name", { exact: true }));
    await person.type("Rex");
    await person.press("Enter");
    await panel(page, "Rex").waitFor();
  },
  touch: async (person) => {
    const { page } = person;
    await person.tap(page.getByRole("button", { name: "Add pet" }));
    await person.type(String(NEW_PET));
    await person.tap(page.getByLabel("Quantity"));
    await person.type("3");
    await person.tap(page.getByLabel("Name", { exact: true }));
    await person.type("Rex");
    await person.tap(page.getByRole("dialog").getByRole("button", { name: "Add pet" }));
    await panel(page, "Rex").waitFor();
  },
  expectDone: async (shop) => {
    const { label, ...item } = await shop.entry(NEW_PET);
    expect(item).toMatchObject({ quantity: 3, status: "available" });
    expect(label?.name).toBe("Rex");
  },
});

function search(page: Page): Locator {
  return page.getByRole("searchbox");
}

function row(page: Page, petId: number): Locator {
  return page.locator(`[data-pet="${petId}"]`);
}

function panel(page: Page, name: string): Locator {
  return page.locator(".pet-panel").filter({ has: page.getByRole("heading", { name }) });
}

/** By an exact id: Enter opens the panel, and the table stands at the pet's quantity. */
async function openById(person: Person): Promise<void> {
  await person.type(String(PET));
  await person.press("Enter");
  await panel(person.page, NAME).waitFor();
}

/** The search has ended. */
async function isOnly(page: Page, petId: number): Promise<void> {
  await page.getByText("1 of 6,332 pets").waitFor();
  await row(page, petId).waitFor();
}

async function isSaved(page: Page): Promise<void> {
  await page.getByRole("status").getByText(`Saved: ${NAME} (${PET}), 1 → 4`).waitFor();
}
