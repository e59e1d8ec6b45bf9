// Saving quantities: guarded against changes by others, and applied exactly once, even if answers are lost.

import { describe, expect, test } from "bun:test";
import { petstockOrThrow } from "../../support/petstock.ts";
import { quantities, revokeKey, untilQuantities } from "../../support/stock.ts";
import { until } from "../../support/until.ts";
import { isList, isRead, isUpdateOf, type Matches, type TestNetwork } from "./network.ts";
import { TestPage } from "./page.ts";
import { startShop } from "./shop.ts";

const { service, key } = await startShop(["1,5,available", "2,10,pending", "3,0,sold"]);

describe.each([
  ["over a stream", true],
  ["by reading the list again", false],
] as const)("%s", (_, streams) => {
  test("a quantity is set, and shown as saved for a while", async () => {
    using page = await TestPage.open(service, { streams, key, timing: { savedMarkMs: 30 } });
    const shown: (string | undefined)[] = [];
    page.dashboard.store.subscribe(() => {
      const kind = page.save(1)?.kind;
      if (kind !== shown.at(-1)) shown.push(kind);
    });
    page.edit(1, "50");
    await page.sees("Saved: pet 1, 5 → 50");
    await page.until("the mark to disappear", () => page.save(1) === undefined);
    expect(shown).toEqual(["saving", "saved", undefined]);
    expect(await quantities(service, key)).toBe("50 10 0");
  });

  test("while others change the same pet, the user sees both quantities and decides", async () => {
    using page = await TestPage.open(service, { streams, key });
    for (const decide of ["keep theirs", "use mine"]) {
      const release = page.network.hold(isRead);
      page.edit(1, "20");
      await page.untilSave(1, "saved");
      page.dashboard.editor.begin(page.row(1)!);
      page.dashboard.editor.type("21");
      await service.update(key, 1, 30);
      page.dashboard.editor.commit();
      const save = await page.untilSave(1, "conflict");
      expect(save).toMatchObject({ wanted: 21, theirs: { quantity: 30 } });
      // For screen readers, and for rows out of sight.
      await page.sees("Pet 1 was changed by someone else: yours 21, theirs 30. Choose in its row");
      expect(await quantities(service, key)).toStartWith("30 ");
      if (decide === "use mine") page.dashboard.saves.useMine(1n);
      else page.dashboard.saves.dismiss(1n);
      release();
      await untilQuantities(service, key, decide === "use mine" ? "21 10 0" : "30 10 0");
      await page.shows(1, decide === "use mine" ? 21 : 30);
    }
  });

  test("an adjustment adds to the current quantity, also if others have changed it", async () => {
    using page = await TestPage.open(service, { streams, key });
    const release = page.network.hold(isRead);
    page.dashboard.editor.begin(page.row(2)!);
    page.dashboard.editor.type("+5");
    await service.update(key, 2, 100);
    page.dashboard.editor.commit();
    await page.sees("Saved: pet 2, 100 → 105");
    release();
  });

  test("an adjustment that others left no stock for fails with the current quantity", async () => {
    using page = await TestPage.open(service, { streams, key });
    const release = page.network.hold(isRead);
    page.dashboard.editor.begin(page.row(2)!);
    page.dashboard.editor.type("-9");
    await service.update(key, 2, 3);
    page.dashboard.editor.commit();
    expect(await page.untilSave(2, "failed")).toMatchObject({ wanted: 1, message: "Only 3 in stock now" });
    expect(page.row(2)!.quantity).toBe(3);
    release();
  });

  test("edits typed faster than the service answers are saved in order, each on the one before", async () => {
    using page = await TestPage.open(service, { streams, key });
    const release = page.network.hold(isUpdateOf(3));
    page.edit(3, "20");
    page.edit(3, "-2");
    page.edit(3, "+1");
    page.dashboard.editor.begin(page.row(3)!);
    expect(page.state.editing!.text).toBe("19");
    page.dashboard.editor.type("33");
    page.dashboard.editor.commit();
    expect(page.network.countOf(isUpdateOf(3))).toBe(1);
    release();
    await page.sees("Saved: pet 3, 19 → 33");
    expect(page.network.sent.filter(isUpdateOf(3)).map(({ quantity }) => quantity)).toEqual([20, 18, 19, 33]);
    expect(await quantities(service, key)).toBe("5 10 33");
  });

  test("a save that never reached the service is sent when it can be reached again", async () => {
    using page = await TestPage.open(service, { streams, key });
    const restore = page.network.drop(() => true);
    page.edit(1, "33");
    expect(await page.untilSave(1, "unconfirmed")).toMatchObject({ wanted: 33 });
    await page.until("the page to be offline", ({ offlineSince }) => offlineSince !== undefined);
    expect([page.state.waiting, await quantities(service, key)]).toEqual([1, "5 10 0"]);
    restore();
    await page.sees("Saved: pet 1, 5 → 33");
    expect(page.state.waiting).toBe(0);
    expect(await quantities(service, key)).toBe("33 10 0");
  });

  test("if the answer to a save is lost, the next list confirms it, and it was applied once", async () => {
    // Of its own in each mode: the ledger keeps both.
    const wanted = streams ? 34 : 35;
    using page = await TestPage.open(service, { streams, key });
    const restore = page.network.loseAnswers(isUpdateOf(1));
    page.edit(1, String(wanted));
    await page.sees(`Saved: pet 1, 5 → ${wanted}`);
    restore();
    const { stdout } = await petstockOrThrow(["history", "1", "--database", service.databaseUrl, "--json"]);
    expect(stdout.split(`"after":{"quantity":${wanted},`)).toHaveLength(2);
  });

  test("if others changed the pet after a lost answer, the user decides", async () => {
    using page = await TestPage.open(service, { streams, key });
    const releaseLists = page.network.hold(isRead);
    const restore = page.network.drop(isUpdateOf(1));
    page.edit(1, "34");
    await page.untilSave(1, "unconfirmed");
    restore();
    await service.update(key, 1, 7);
    releaseLists();
    expect(await page.untilSave(1, "conflict")).toMatchObject({ wanted: 34, theirs: { quantity: 7 } });
  });

  describe("an adjustment whose answer was lost is applied exactly once", () => {
    type Lose = (network: TestNetwork, matches: Matches) => () => void;
    const neverSent: Lose = (network, matches) => network.drop(matches);
    const answerLost: Lose = (network, matches) => network.loseAnswers(matches);

    test.each([
      { typed: "+5", lose: neverSent, others: 12, notice: "Saved: pet 2, 12 → 17", now: 17 },
      // Others removed the same amount.
      { typed: "-1", lose: neverSent, others: 9, notice: "Saved: pet 2, 9 → 8", now: 8 },
      { typed: "+5", lose: neverSent, others: 10, notice: "Saved: pet 2, 10 → 15", now: 15 },
      { typed: "+5", lose: answerLost, others: 15, notice: "Saved: pet 2, 10 → 15", now: 15 },
      { typed: "+5", lose: answerLost, others: 12, notice: "Already saved: pet 2, +5", now: 12 },
    ])("$typed on 10, $lose.name, others set $others", async ({ typed, lose, others, notice, now }) => {
      using page = await TestPage.open(service, { streams, key });
      const releaseLists = page.network.hold(isRead);
      const restore = lose(page.network, isUpdateOf(2));
      page.edit(2, typed);
      await page.untilSave(2, "unconfirmed");
      restore();
      await service.update(key, 2, others);
      releaseLists();
      await page.sees(notice);
      await page.shows(2, now);
      expect(await quantities(service, key)).toBe(`5 ${now} 0`);
    });

    test("also if more was typed before the first answer was lost", async () => {
      using page = await TestPage.open(service, { streams, key });
      const releaseLists = page.network.hold(isRead);
      const restore = page.network.drop(isUpdateOf(2));
      page.edit(2, "+5");
      page.edit(2, "+3");
      await until("the first to be sent", () => page.network.countOf(isUpdateOf(2)) === 1);
      restore();
      await service.update(key, 2, 12);
      releaseLists();
      await page.sees("Saved: pet 2, 17 → 20");
      expect(await quantities(service, key)).toBe("5 20 0");
    });

    test("also under another key, which has no record of the first attempt", async () => {
      const name = `lost ${streams}`;
      const lost = await service.makeKey("--name", name);
      using page = await TestPage.open(service, { streams, key: lost });
      const releaseLists = page.network.hold(isRead);
      const restore = page.network.loseAnswers(isUpdateOf(2));
      page.edit(2, "+5");
      await page.untilSave(2, "unconfirmed");
      restore();
      await revokeKey(service, lost, name);
      releaseLists();
      await page.until("the key to be refused", ({ session }) => session.phase === "refused");
      await page.signIn(key);
      await page.sees("Saved: pet 2, 10 → 15");
      expect(await quantities(service, key)).toBe("5 15 0");
    });

    test("and is judged by the list when the service may have forgotten its idempotency key; a retry saves it", async () => {
      using page = await TestPage.open(service, { streams, key });
      const releaseLists = page.network.hold(isRead);
      const restore = page.network.drop(isUpdateOf(2));
      page.edit(2, "+5");
      await page.untilSave(2, "unconfirmed");
      restore();
      page.clockAheadMs = 23 * 3_600_000;
      releaseLists();
      const failed = await page.untilSave(2, "failed");
      expect(failed).toMatchObject({ wanted: 15, message: "The inventory still has the old quantity" });
      expect(page.network.countOf(isUpdateOf(2))).toBe(1);
      expect(await quantities(service, key)).toBe("5 10 0");
      page.clockAheadMs = 0;
      if (failed.kind === "failed") failed.retry();
      await page.sees("Saved: pet 2, 10 → 15");
    });
  });
});

/** Pauses the next request for the list; the others follow it. */
async function pauseList({ network }: TestPage) {
  const before = network.countOf(isList);
  const list = network.pause(isList);
  await until("a list to be requested", () => network.countOf(isList) > before);
  return list;
}

describe("a list that was requested before a save", () => {
  test("an acknowledged quantity stays, also when a list that was requested before arrives later", async () => {
    using page = await TestPage.open(service, { streams: false, key });
    const list = await pauseList(page);
    await service.update(key, 2, 70);
    await list.send();
    page.edit(1, "50");
    await page.untilSave(1, "saved");
    const shown = new Set<number>();
    page.dashboard.store.subscribe(() => shown.add(page.row(1)!.quantity));
    list.deliver();
    await page.shows(2, 70);
    await page.until("a later list", ({ saved }) => saved.size === 0);
    expect([...shown]).toEqual([50]);
  });

  test("a list that was requested before an answer was lost does not confirm the save", async () => {
    using page = await TestPage.open(service, { streams: false, key });
    const list = await pauseList(page);
    await list.send();
    const restore = page.network.loseAnswers(isUpdateOf(1));
    page.edit(1, "36");
    await page.untilSave(1, "unconfirmed");
    restore();
    const kinds = new Set<string | undefined>();
    page.dashboard.store.subscribe(() => kinds.add(page.save(1)?.kind));
    list.deliver();
    await page.sees("Saved: pet 1, 5 → 36");
    expect([...kinds]).toEqual(["unconfirmed", "saved"]);
  });
});
