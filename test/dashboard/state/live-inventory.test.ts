// The live list: how it loads, what marks changes by others, and when it is requested.

import { describe, expect, test } from "bun:test";
import { petstockOrThrow } from "../../support/petstock.ts";
import { TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { isList } from "./network.ts";
import { TestPage } from "./page.ts";
import { startShop } from "./shop.ts";

const { service, key } = await startShop(["1,5,available", "2,7,pending", "3,0,sold"]);

describe.each([
  ["over a stream", true],
  ["by reading the list again", false],
] as const)("%s", (_, streams) => {
  test("the first rows are shown, and the session begins, before the whole list has loaded", async () => {
    using page = await TestPage.open(service, { streams });
    const release = page.network.halve(isList);
    page.dashboard.session.signIn(key, { remember: false });
    await page.until(
      "the first rows",
      ({ session }) => page.dashboard.pets.size > 0 && session.phase === "in",
    );
    expect(page.state.loading).toBe("partial");
    expect(page.dashboard.pets.size).toBeLessThan(3);
    release();
    await page.untilLoaded();
    expect([...page.dashboard.pets.items()].map(({ petId }) => petId)).toEqual([1n, 2n, 3n]);
    expect(page.state.marks.size).toBe(0);
  });

  test("changes by others appear, marked for a while with the quantity before", async () => {
    using page = await TestPage.open(service, { streams, key, timing: { changeMarkMs: 50 } });
    const marks: (number | undefined)[] = [];
    page.dashboard.store.subscribe(() => marks.push(page.state.marks.get(2n)));
    await service.update(key, 2, 70);
    await page.shows(2, 70);
    await page.until("the mark to disappear", ({ marks: { size } }) => size === 0);
    expect(marks).toContain(7);
  });

  test("own saves are not marked", async () => {
    using page = await TestPage.open(service, { streams, key });
    page.edit(1, "6");
    await page.sees("Saved: pet 1, 5 → 6");
    await page.until("a later list", ({ saved }) => saved.size === 0);
    expect(page.state.marks.size).toBe(0);
  });

  test("a row keeps its place while it is edited, and its edit keeps its text", async () => {
    using page = await TestPage.open(service, { streams, key });
    page.dashboard.editor.begin(page.row(2)!, "1");
    await service.update(key, 2, 99);
    await page.shows(2, 99);
    expect(page.state.editing).toMatchObject({ text: "1", from: { quantity: 7 } });
    expect(page.state.held.get(2n)).toMatchObject({ quantity: 7 });
  });

  test("an edit ends with a notice when others remove its pet; added pets appear", async () => {
    await using other = await TestService.start({ rows: ["1,5,sold", "2,5,sold"] });
    using page = await TestPage.open(other, { streams, key: await other.makeKey() });
    page.dashboard.editor.begin(page.row(2)!);
    const stdin = "petId,quantity,status\n1,5,sold\n3,1,sold";
    await petstockOrThrow(["import", "-", "--format", "csv", "--replace", "--database", other.databaseUrl], {
      stdin,
    });
    await page.sees("Pet 2 was removed by someone else");
    expect(page.state.editing).toBeUndefined();
    expect(page.row(2)).toBeUndefined();
    expect([page.state.marks.has(3n), page.state.marks.get(3n)]).toEqual([true, undefined]);
  });
});

test("a page that is not visible requests nothing, and continues when it is", async () => {
  using page = await TestPage.open(service, { key, streams: false });
  using visible = await TestPage.open(service, { key, streams: false });
  const show = page.hide();
  // One request may be in progress already.
  const before = page.network.countOf(isList) + 1;
  const visibleBefore = visible.network.countOf(isList);
  await until("ten lists of a visible page", () => visible.network.countOf(isList) >= visibleBefore + 10);
  expect(page.network.countOf(isList)).toBeLessThanOrEqual(before);
  show();
  await until("lists again", () => page.network.countOf(isList) > before);
});
