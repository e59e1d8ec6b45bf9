// Import and export in a browser. The state of imports is tested in test/dashboard/state/import.test.ts.

import { beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator } from "playwright-core";
import { utf16Bytes } from "../../src/transfer/write-spreadsheet.ts";
import { downloadOf, tap, testWith } from "../support/by-browser.ts";
import { sharedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";
import { inlineRows, workbook } from "../support/workbook.ts";
import { expectAccessible } from "./axe.ts";
import { DashboardTab, type DashboardOptions, PHONE } from "./dashboard.ts";

setDefaultTimeout(180_000);

const LONG_ID = "9007199254740993";
const STOCK = ["1,5,available", "2,7,pending", "3,0,sold", `${LONG_ID},4,available`];
const UNCHANGED = STOCK.join(" ");

const { service, key, admin } = await sharedService(STOCK, "--role", "manager");

beforeEach(async () => {
  await admin.applyRows(`petId,quantity,status\n${STOCK.join("\n")}\n`, { replace: true });
  await admin.putLabels([{ petId: 1, name: "Rex", kind: "dog" }], { replace: true });
});

async function stock(): Promise<string> {
  const { items } = await admin.snapshot();
  const rows: string[] = [];
  for await (const { petId, quantity, status } of items) rows.push(`${petId},${quantity},${status}`);
  return rows.join(" ");
}

function open(options: DashboardOptions = {}): Promise<DashboardTab> {
  return DashboardTab.open(service, { key, ...options });
}

/** The button is enabled once the service has checked the plan. */
function importButton({ page }: DashboardTab, name: string | RegExp): Locator {
  return page.getByRole("button", { name, exact: true, disabled: false });
}

test("a file is previewed by groups and imported at once; its problems are downloaded, and all is undone", async () => {
  await using tab = await open();
  const { page } = tab;
  const file = [
    "petId,quantity,status,name,colour",
    "1,50,,Max,red",
    "2,7,,,",
    "8,1,sold,Mia,",
    "3,1.5,,,",
    "x,1,,,",
  ];
  await tab.chooseFile("count.csv", file.join("\r\n"));
  for (const chip of ["Problems 2", "Changed 1", "Added 1", "Labels 2", "Unchanged 1"]) {
    await page.getByRole("button", { name: chip, exact: true }).waitFor();
  }
  await tab.sees("Left out: colour");
  await expectAccessible(page, "the preview");
  await page.getByRole("button", { name: "Changed 1", exact: true }).click();
  expect(await page.getByRole("dialog").getByRole("row").nth(1).innerText()).toMatch(
    /^2\s+Rex\s+dog\s+1\s+5 → 50$/,
  );
  await page.getByRole("button", { name: "Problems 2", exact: true }).click();
  const { name, bytes } = await downloadOf(page, () =>
    page.getByRole("button", { name: "Download the problems" }).click(),
  );
  expect(name).toBe("problems.csv");
  expect(new TextDecoder().decode(bytes)).toMatch(
    /^line,petId,problem\r\n5,"3","Quantity: “1.5” is not a whole number of pets"\r\n6,,/,
  );
  expect(await stock()).toBe(UNCHANGED);
  await tab.sees("1 changed, 1 added, 2 labels changed; 2 rows with problems left out");
  await importButton(tab, "Import 4 changes").click();
  await tab.sees("1 pet added, 1 pet changed, 2 labels changed");
  expect(await stock()).toBe(`1,50,available 2,7,pending 3,0,sold 8,1,sold ${LONG_ID},4,available`);
  await page.getByRole("button", { name: "Undo the import" }).click();
  await tab.sees("Undone: 2 pets imported from count.csv");
  expect(await stock()).toBe(UNCHANGED);
  expect((await admin.labels()).labels).toMatchObject([{ petId: 1n, name: "Rex" }]);
});

test("by keyboard alone: rows are pasted, their columns chosen, and imported with a reason", async () => {
  await using tab = await open();
  const { page } = tab;
  await page.getByRole("button", { name: "Import" }).focus();
  await tab.press("Enter");
  await tab.sees("Drop a file here");
  await expectAccessible(page, "choosing a file");
  await page.getByLabel("Or paste rows from a spreadsheet").focus();
  await page.keyboard.insertText("Kiste\tAnzahl\tFarbe\n1\t11\tred\n2\t22\tblue\n");
  await tab.press("Tab", "Enter");
  await tab.sees("No column was recognised as the pet ids. Choose it above.");
  await tab.sees("Left out: Kiste, Farbe");
  await expectAccessible(page, "the choice of columns");
  await page.getByLabel("Pet id column").focus();
  await page.keyboard.type("Kiste");
  await page.getByRole("button", { name: "Changed 2", exact: true }).waitFor();
  await page.getByLabel("Reason").focus();
  await page.keyboard.type("Counted");
  await page.getByLabel("Note").focus();
  await page.keyboard.type("shelf 3");
  await importButton(tab, "Import 2 changes").press("Enter");
  await tab.sees("2 pets changed");
  await expectAccessible(page, "the outcome");
  expect(await stock()).toStartWith("1,11,available 2,22,pending ");
  const [newest] = (await admin.revisionPage({ pageSize: 1 })).entries;
  expect(newest).toMatchObject({ reason: "counted", note: "shelf 3" });
});

testWith("fingers")(
  "by touch on a phone, the dialog is a whole sheet whose buttons are in reach",
  async () => {
    await using tab = await open(PHONE);
    const { page } = tab;
    await tap(page.getByRole("button", { name: "Import" }));
    await page.getByLabel(/choose one/).setInputFiles({
      name: "delivery.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("petId;quantity;name\r\n1;9;Jürgen\r\n", "latin1"),
    });
    await tab.sees("read as Windows-1252");
    const button = importButton(tab, "Import 2 changes");
    await button.waitFor();
    const [box, dialog] = [(await button.boundingBox())!, (await page.getByRole("dialog").boundingBox())!];
    expect([dialog.width, dialog.height]).toEqual([PHONE.viewport.width, PHONE.viewport.height]);
    expect(box.height).toBeGreaterThanOrEqual(44);
    expect(box.y + box.height).toBeGreaterThan(PHONE.viewport.height - 100);
    await expectAccessible(page, "the preview on a phone");
    await tap(button);
    await tab.sees("1 pet changed, 1 label changed");
    await tap(page.getByRole("button", { name: "Done" }));
    expect((await admin.entry(1)).label?.name).toBe("Jürgen");
  },
);

test("everything is replaced only after the pets to be removed were named", async () => {
  await using tab = await open();
  const { page } = tab;
  await tab.dropFile("all.csv", "petId,quantity\n1,5\n2,8\n");
  // A key has one dry run at a time: the next one may be refused and sent again while the first one still ends.
  await importButton(tab, "Import 1 change").waitFor();
  await page.getByLabel(/^Replace everything/).check();
  await page.getByRole("button", { name: "Removed 2", exact: true }).click();
  await tab.sees(LONG_ID);
  await expectAccessible(page, "the preview of a replacement");
  await importButton(tab, "Import, remove 2 pets").click();
  await tab.sees("1 pet changed, 2 pets removed");
  expect(await stock()).toBe("1,5,available 2,8,pending");
});

test("a long group shows its first rows and the number of the others", async () => {
  await using tab = await open();
  const { page } = tab;
  await tab.chooseFile("bad.csv", `petId,quantity\n1,50\n${"x,1\n".repeat(3_000)}`);
  await page.getByRole("button", { name: "Problems 3,000" }).click();
  // With the header.
  expect(await page.getByRole("dialog").getByRole("row").count()).toBe(101);
  await tab.sees("and 2,900 more rows");
});

testWith("requests that a test can stop")(
  "a reload in the middle of an import loses nothing, and the page says what happened",
  async () => {
    await using tab = await open();
    const { page } = tab;
    const pets = Array.from({ length: 2_000 }, (_, at) => `${at + 1},9,sold`);
    await tab.chooseFile("all.csv", `petId,quantity,status\n${pets.join("\n")}\n`);
    const button = importButton(tab, /^Import 2,000 changes$/);
    await button.waitFor();
    // The request never reaches the service.
    const sent = Promise.withResolvers<void>();
    await page.route("**/admin/v1/revisions*", () => sent.resolve());
    await button.click();
    await sent.promise;
    expect(await stock()).toBe(UNCHANGED);
    // Only then: Firefox sends the requests that are held when the route is removed.
    await page.reload({ waitUntil: "commit" });
    await page.unroute("**/admin/v1/revisions*");
    await tab.sees("The import of all.csv is complete: 1,997 pets added, 3 pets changed");
    expect((await stock()).split(" ")).toEqual([...pets, STOCK[3]!]);
    await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
    await tab.sees("Undone: 2,000 pets imported from all.csv");
    expect(await stock()).toBe(UNCHANGED);
  },
);

test("changes by others of the file's pets are shown before anything is applied", async () => {
  await using tab = await open();
  tab.tab.expectProblem(/412/);
  const { page } = tab;
  await tab.chooseFile("count.csv", "petId,quantity\n1,50\n2,70\n");
  const button = importButton(tab, "Import 2 changes");
  await button.waitFor();
  await admin.applyChanges({ changes: [{ petId: 1, quantity: 6 }] });
  await button.click();
  await page.getByRole("alert").filter({ hasText: "Nothing was imported." }).waitFor();
  await tab.sees("6 → 50");
  expect(await stock()).toStartWith("1,6,available 2,7,pending ");
  await button.click();
  await tab.sees("2 pets changed");
});

test("a clerk is not offered what the key may not do, and is told so; a reader is not offered the import", async () => {
  await using tab = await open({ key: await service.makeKey("--role", "clerk") });
  const { page } = tab;
  await tab.chooseFile("count.csv", "petId,quantity,status\n1,50,sold\n8,1,sold\n");
  await tab.sees("Left out: status (your key changes quantities only)");
  expect(await page.getByLabel(/^Replace everything/).count()).toBe(0);
  await page.getByRole("button", { name: "Problems 1", exact: true }).click();
  await tab.sees("adding pets needs a key with the role manager");
  await importButton(tab, "Import 1 change").click();
  await tab.sees("1 pet changed");
  expect(await stock()).toStartWith("1,50,available ");
  await using readers = await open({ key: await service.makeKey("--role", "reader") });
  await readers.page.getByRole("button", { name: "Export" }).waitFor();
  await until(
    "the import to go",
    async () => (await readers.page.getByRole("button", { name: "Import" }).count()) === 0,
  );
});

test("the file for spreadsheets has names, exact ids and no formulas, and importing it changes nothing", async () => {
  await admin.putLabels([{ petId: LONG_ID, name: "=1+1", code: "0123", low: 2 }]);
  await using tab = await open();
  const { page } = tab;
  await page.getByRole("button", { name: "Export" }).click();
  await expectAccessible(page, "the export");
  await page.getByRole("radio", { name: /^Everything, 4 pets/ }).check();
  const { name, bytes } = await downloadOf(page, () =>
    page.getByRole("button", { name: "Download", disabled: false }).click(),
  );
  expect(name).toMatch(/^inventory-20\d\d-\d\d-\d\d\.csv$/);
  const text = [
    "\ufeffpetId\tname\tkind\tquantity\tstatus\tcode\tlow",
    "1\tRex\tdog\t5\tavailable\t\t",
    "2\t\t\t7\tpending\t\t",
    "3\t\t\t0\tsold\t\t",
    `"=""${LONG_ID}"""\t"=""=1+1"""\t\t4\tavailable\t"=""0123"""\t2`,
    "",
  ].join("\r\n");
  expect(bytes).toEqual(utf16Bytes(text));
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Import" }).click();
  await page
    .getByLabel(/choose one/)
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(bytes) });
  await page.getByRole("button", { name: "Unchanged 4", exact: true }).waitFor();
  await page.getByRole("button", { name: "Nothing to import", disabled: true }).waitFor();
});

test("the pets of the view are exported in the format of the command line", async () => {
  await using tab = await open({ query: "?min=1" });
  const { page } = tab;
  for (const [format, ending, text] of [
    [/^CSV/, "csv", `petId,quantity,status\n1,5,available\n2,7,pending\n${LONG_ID},4,available\n`],
    [/^JSON/, "json", /^\[\{"petId":1,"quantity":5,"status":"available"\},.*\}\]$/],
  ] as const) {
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("radio", { name: /^This view, 3 pets/ }).check();
    await page.getByRole("radio", { name: format }).check();
    const { name, bytes } = await downloadOf(page, () =>
      page.getByRole("button", { name: "Download", disabled: false }).click(),
    );
    expect(name).toMatch(new RegExp(`^inventory-view-[0-9-]{10}\\.${ending}$`));
    expect(new TextDecoder().decode(bytes)).toMatch(
      typeof text === "string" ? new RegExp(`^${text}$`) : text,
    );
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
});

test("a workbook of two sheets is dropped, its sheet and an ambiguous column are chosen, and the next one is read so", async () => {
  const title = [["Lieferung Mai"], []];
  const toys = inlineRows([
    ["Artikel", "Preis"],
    ["Ball", 2.5],
  ]);
  const list = (quantity: number): string =>
    inlineRows([
      ...title,
      ["Artikelnr.", "Unsere Nr.", "Bezeichnung", "EAN", "Bestand"],
      [4711, "1", "Max", "0012345", quantity],
      [4712, LONG_ID, "Mia", "0012346", 4],
      [4713, 9007199254740990, "Tom", "0012347", 1],
    ]);
  const bytes = (quantity: number) =>
    workbook({
      sheets: [
        { name: "Zubehör", rows: toys },
        { name: "Tiere", rows: list(quantity) },
      ],
    });
  await using tab = await open();
  const { page } = tab;
  await tab.dropFile("mai.xlsx", bytes(50));
  await tab.sees("The workbook has several sheets. Choose one above.");
  await expectAccessible(page, "the choice of a sheet");
  await page
    .getByRole("combobox", { name: /^Sheet/ })
    .selectOption({ value: "Tiere", label: "Tiere (3 rows)" });
  await tab.sees("Check the columns: Pet id is taken from “Artikelnr.”");
  await tab.sees("without 1 row above the names");
  await page.getByRole("button", { name: "Added 3", exact: true }).waitFor();
  await page.getByLabel("Pet id column").selectOption("Unsere Nr.");
  await page.getByRole("button", { name: "Changed 1", exact: true }).waitFor();
  await page.getByRole("button", { name: "Problems 1", exact: true }).click();
  await tab.sees("in cell B6 is a number of more than 15 digits");
  await expectAccessible(page, "the preview of a sheet");
  expect(await stock()).toBe(UNCHANGED);
  await importButton(tab, "Import 3 changes").click();
  await tab.sees("1 pet changed, 2 labels changed");
  await page.getByRole("button", { name: "Done" }).click();
  expect(await stock()).toBe(UNCHANGED.replace("1,5,", "1,50,"));
  expect((await admin.entry(LONG_ID)).label).toMatchObject({ name: "Mia", code: "0012346" });
  await page.reload();
  await tab.chooseFile("juni.xlsx", bytes(60));
  await page.getByRole("combobox", { name: /^Sheet/ }).selectOption("Tiere");
  await tab.sees("as chosen for such a file before");
  await importButton(tab, "Import 1 change").click();
  await tab.sees("1 pet changed");
  expect(await stock()).toBe(UNCHANGED.replace("1,5,", "1,60,"));
});

testWith("languages but the system's")(
  "problems that the import worker finds are in the page's language, and so is the file of them",
  async () => {
    await using tab = await open({ locale: "de-CH" });
    const { page } = tab;
    await page.getByRole("button", { name: "Import" }).click();
    const file = "Tier-ID;Menge;Status\r\n1;1.5;\r\n2;9;VERKAUFT\r\n3;1;weg\r\n";
    const buffer = Buffer.from(file);
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "Bestand.csv", mimeType: "text/csv", buffer });
    await page.getByRole("cell", { name: "Menge: „1.5“ ist keine ganze Zahl von Tieren" }).waitFor();
    await page
      .getByRole("cell", { name: "Status: „weg“ ist kein Status: Schreiben Sie verfügbar, reserviert" })
      .waitFor();
    const download = page.getByRole("button", { name: "Probleme herunterladen" });
    const problems = await downloadOf(page, () => download.click());
    expect(new TextDecoder().decode(problems.bytes)).toContain(
      '\r\n2,"1","Menge: „1.5“ ist keine ganze Zahl von Tieren"\r\n',
    );
    await importButton(tab, "1 Änderung importieren").click();
    await page.getByText("1 Tier geändert", { exact: true }).waitFor();
    expect(await stock()).toStartWith("1,5,available 2,9,sold 3,0,sold ");
  },
);

test("a file that cannot be read shows the reason", async () => {
  await using tab = await open();
  await tab.chooseFile("stock.xlsx", "PK\u0003\u0004rest of a workbook");
  await tab.page
    .getByRole("alert")
    .filter({ hasText: "stock.xlsx cannot be read. The workbook is damaged" })
    .waitFor();
  await expectAccessible(tab.page, "a refused file");
});
