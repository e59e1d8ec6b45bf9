// Several pets at once: removed, changed.

import { expect } from "bun:test";
import type { Page } from "playwright-core";
import type { Person } from "./steps.ts";
import { defineTask } from "./task.ts";

/** The first rows of the table: 1 in stock of each. */
const [FIRST, SECOND, THIRD] = [580469, 591340, 591341] as const;
const PETS = [FIRST, SECOND, THIRD];

defineTask({
  number: 6,
  title: "Remove three pets",
  keyboard: async (person) => {
    await selectByKeys(person);
    await person.press("Delete");
    await person.page
      .getByRole("button", { name: "Remove 3 pets" })
      .and(person.page.locator(":focus"))
      .waitFor();
    await person.press("Enter");
    await isDone(person.page);
  },
  touch: async (person) => {
    await selectByTouch(person);
    await person.tap(person.page.getByRole("button", { name: "Remove", exact: true }));
    await person.tap(person.page.getByRole("button", { name: "Remove 3 pets" }));
    await isDone(person.page);
  },
  expectDone: async (shop) => {
    for (const petId of PETS) await expect(shop.entry(petId)).rejects.toMatchObject({ status: 404 });
    expect((await shop.admin.revisionPage()).entries[0]).toMatchObject({ pets: 3, quantityChange: -3 });
  },
});

defineTask({
  number: 7,
  title: "Add two to each of three pets",
  keyboard: async (person) => {
    await selectByKeys(person);
    await person.tabTo(person.page.getByRole("button", { name: "Adjust" }), { back: true });
    await person.press("Enter");
    await person.page.getByLabel("Change by").and(person.page.locator(":focus")).waitFor();
    await person.type("2");
    await person.press("Enter");
    await isDone(person.page);
  },
  touch: async (person) => {
    await selectByTouch(person);
    await person.tap(person.page.getByRole("button", { name: "Adjust" }));
    await person.type("2");
    await person.tap(person.page.getByRole("button", { name: "Change 3 pets" }));
    await isDone(person.page);
  },
  expectDone: async (shop) => {
    for (const petId of PETS) expect(await shop.entry(petId)).toMatchObject({ quantity: 3 });
    expect((await shop.admin.revisionPage()).entries[0]).toMatchObject({ pets: 3, quantityChange: 6 });
  },
});

async function selectByKeys(person: Person): Promise<void> {
  await person.press("/", "ArrowDown", "Shift+ArrowDown", "Shift+ArrowDown");
  await areSelected(person.page);
}

async function selectByTouch(person: Person): Promise<void> {
  const { page } = person;
  await person.hold(row(page, FIRST), page.getByText("1 pet selected"));
  await person.tap(row(page, SECOND));
  await person.tap(row(page, THIRD));
  await areSelected(page);
}

async function areSelected(page: Page): Promise<void> {
  await page.getByText("3 pets selected").waitFor();
}

function row(page: Page, petId: number) {
  return page.locator(`[data-pet="${petId}"]`);
}

async function isDone(page: Page): Promise<void> {
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("status").getByRole("button", { name: "Undo" }).waitFor();
}
