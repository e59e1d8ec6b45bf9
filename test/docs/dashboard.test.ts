// docs/dashboard.md has the pages and the keys of the dashboard, as its code has them.

import { expect, test } from "bun:test";
import { PAGES } from "../../src/dashboard/state/pages.ts";
import { pageTitle } from "../../src/dashboard/state/page-title.ts";
import { keyList } from "../../src/dashboard/inventory/key-list.ts";
import { codesIn, read, tableUnder } from "./document.ts";

const document = await read("docs/dashboard.md");

test("the table of pages has each page with its address and role", () => {
  const documented = tableUnder(document, "Pages").map((row) => ({
    title: row["page"]!,
    path: codesIn(row["address"]!)[0]!,
    role: codesIn(row["role"]!)[0]!,
  }));
  expect(documented).toEqual(PAGES.map(({ path, role }) => ({ title: pageTitle(path), path, role })));
});

test("the table of keys is what the page shows", () => {
  const documented = tableUnder(document, "Keys").map((row) => [row["keys"]!, row["what they do"]!]);
  expect(documented).toEqual(keyList().map((each) => [...each]));
});
