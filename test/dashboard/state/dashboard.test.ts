// Views and edits of the dashboard: the view is in the address, and an open edit ends before the view changes.

import { describe, expect, test } from "bun:test";
import { FIRST_VIEW, WHOLE_VIEW } from "../../../src/dashboard/state/view.ts";
import { quantities } from "../../support/stock.ts";
import { isUpdateOf } from "./network.ts";
import { TestPage } from "./page.ts";
import { startShop } from "./shop.ts";

const { service, key } = await startShop(["1,5,available", "2,7,pending"]);

describe("a view", () => {
  test("is opened from the address, and kept through signing in", async () => {
    using page = await TestPage.open(service, { key, query: "?status=available&max=0" });
    expect(page.state.view).toEqual({ ...FIRST_VIEW, statuses: ["available"], quantityMax: 0 });
  });

  test("is a step in the browser's history, unless it is being typed", async () => {
    using page = await TestPage.open(service);
    page.dashboard.setView({ ...WHOLE_VIEW, statuses: ["sold"] });
    page.dashboard.setView({ ...FIRST_VIEW, search: "1" }, { typing: true });
    page.dashboard.setView({ ...FIRST_VIEW, search: "12" }, { typing: true });
    expect(page.address.steps).toEqual(["", "?q=12"]);
    page.address.back();
    expect(page.state.view).toEqual(FIRST_VIEW);
  });
});

describe("a pet's panel", () => {
  test("is in the address beside the view, which stays; going back closes it", async () => {
    using page = await TestPage.open(service, { key, query: "?status=available" });
    page.dashboard.openPet(1n);
    expect([page.state.openPetId, page.address.query()]).toEqual([1n, "?status=available&pet=1"]);
    page.dashboard.openPet(2n);
    page.dashboard.setView({ ...page.state.view, statuses: [] });
    expect([page.state.openPetId, page.address.query()]).toEqual([2n, "?pet=2"]);
    page.address.back();
    page.address.back();
    expect([page.state.openPetId, page.address.query()]).toEqual([undefined, "?status=available"]);
  });

  test("opens from another page, and from an address; closing it is a step of its own", async () => {
    using page = await TestPage.open(service, { key, query: "?pet=2" });
    expect(page.state.openPetId).toBe(2n);
    page.dashboard.closePet();
    expect(page.address.steps).toEqual(["?pet=2", ""]);
    page.dashboard.go("/activity");
    page.dashboard.openPet(1n);
    expect(page.state).toMatchObject({ page: "/", openPetId: 1n });
    expect(page.address.query()).toBe("?pet=1");
  });

  test.each(["", "x", "1.5", "99999999999999999999"])("ignores ?pet=%s", async (text) => {
    using page = await TestPage.open(service, { query: `?pet=${text}` });
    expect(page.state.openPetId).toBeUndefined();
  });
});

describe("when the view changes, an open edit", () => {
  test("with a valid quantity is saved", async () => {
    using page = await TestPage.open(service, { key });
    page.dashboard.editor.begin(page.row(1)!);
    page.dashboard.editor.type("77");
    page.dashboard.setView({ ...WHOLE_VIEW, statuses: ["sold"] });
    await page.sees("Saved: pet 1, 5 → 77");
    expect(page.state).toMatchObject({ editing: undefined });
    expect(page.state.held.size).toBe(0);
  });

  test("with an invalid quantity is discarded", async () => {
    using page = await TestPage.open(service, { key });
    page.dashboard.editor.begin(page.row(1)!);
    page.dashboard.editor.type("abc");
    page.dashboard.setView({ ...WHOLE_VIEW, statuses: ["sold"] });
    expect(page.state.editing).toBeUndefined();
    expect(await quantities(service, key)).toBe("5 7");
  });
});

describe("an edit", () => {
  test("of an invalid quantity stays open with the reason, and sends nothing", async () => {
    using page = await TestPage.open(service, { key });
    for (const [text, error] of [
      ["1.5", "“1.5” is not a whole number"],
      ["-9", "Only 5 in stock: cannot remove 9"],
    ] as const) {
      page.edit(1, text);
      expect(page.state.editing).toMatchObject({ text, error });
    }
    page.dashboard.editor.type("9");
    expect(page.state.editing!.error).toBeUndefined();
    page.dashboard.editor.cancel();
    expect(page.state).toMatchObject({ editing: undefined, undoable: [] });
    expect(await quantities(service, key)).toBe("5 7");
  });

  test.each(["7", " 7 ", "+0"])("that leaves the quantity as it is (%j) sends nothing", async (text) => {
    using page = await TestPage.open(service, { key });
    page.edit(2, text);
    expect(page.state.editing).toBeUndefined();
    expect(page.network.countOf(isUpdateOf(2))).toBe(0);
  });

  test("begun by a key replaces the quantity; otherwise it starts with it", async () => {
    using page = await TestPage.open(service, { key });
    page.dashboard.editor.begin(page.row(1)!, "+");
    expect(page.state.editing).toMatchObject({ text: "+", typed: true });
    page.dashboard.editor.begin(page.row(1)!);
    expect(page.state.editing).toMatchObject({ text: "5", typed: false });
  });
});

test("the cursor moves, and a notice is dismissed", async () => {
  using page = await TestPage.open(service, { key });
  page.dashboard.moveCursor({ petId: 2n, column: "status" });
  expect(page.state.cursor).toEqual({ petId: 2n, column: "status" });
  page.edit(1, "6");
  await page.sees("Saved: pet 1, 5 → 6");
  page.dashboard.dismissNotice();
  expect(page.state.notice).toBeUndefined();
});
