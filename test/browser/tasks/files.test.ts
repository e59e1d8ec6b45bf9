// Files of spreadsheets: imported, exported.

import { expect } from "bun:test";
import { defineTask } from "./task.ts";

/** As Excel saves it where the comma is the decimal sign. */
const DELIVERY = {
  name: "delivery.csv",
  text: "petId;quantity;status\r\n305144;2;available\r\n580469;0;sold\r\n912345;5;pending\r\n",
};

defineTask({
  number: 11,
  title: "Import a file with statuses",
  keyboard: async (person) => {
    const { page } = person;
    await person.tabTo(page.getByRole("button", { name: "Import" }));
    await person.press("Enter");
    await person.tabTo(page.getByRole("dialog").locator("input[type=file]"));
    await person.chooseFile(DELIVERY, () => person.press("Enter"));
    const apply = page.getByRole("button", { name: "Import 3 changes", disabled: false });
    await person.tabTo(apply);
    await person.press("Enter");
    await page.getByText("1 pet added, 2 pets changed").waitFor();
  },
  touch: async (person) => {
    const { page } = person;
    await person.tap(page.getByRole("button", { name: "Import" }));
    await person.chooseFile(DELIVERY, () => person.tap(page.getByText("choose one")));
    await person.tap(page.getByRole("button", { name: "Import 3 changes", disabled: false }));
    await page.getByText("1 pet added, 2 pets changed").waitFor();
  },
  expectDone: async (shop) => {
    expect(await shop.entry(305144)).toMatchObject({ quantity: 2, status: "available" });
    expect(await shop.entry(580469)).toMatchObject({ quantity: 0, status: "sold" });
    expect(await shop.entry(912345)).toMatchObject({ quantity: 5, status: "pending" });
    expect((await shop.admin.revisionPage()).entries[0]).toMatchObject({ reason: "import", pets: 3 });
  },
});

defineTask({
  number: 12,
  title: "Export the stock for a spreadsheet",
  keyboard: async (person) => {
    const { page } = person;
    await person.tabTo(page.getByRole("button", { name: "Export" }));
    await person.press("Enter");
    await person.tabTo(page.getByRole("button", { name: "Download" }));
    await person.download(() => person.press("Enter"));
  },
  touch: async (person) => {
    const { page } = person;
    await person.tap(page.getByRole("button", { name: "Export" }));
    await person.download(() => person.tap(page.getByRole("button", { name: "Download" })));
  },
  expectDone: async ({ admin }, { downloaded }) => {
    const [, ...rows] = new TextDecoder("utf-16le").decode(downloaded).trim().split("\r\n");
    const inStock: string[] = [];
    for await (const { petId, quantity } of (await admin.snapshot()).items) {
      if (quantity > 0) inStock.push(String(petId));
    }
    expect(rows.map((row) => row.split("\t")[0])).toEqual(inStock);
  },
});
