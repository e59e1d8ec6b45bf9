// Links that sign in: what they store, what they say, and what they ask before they replace another key.

import { describe, expect, test } from "bun:test";
import { makeKey } from "../../../src/keys/format.ts";
import { revokeKey } from "../../support/stock.ts";
import { until } from "../../support/until.ts";
import { isAdmin, isMe } from "./network.ts";
import { TestPage, TestStorage } from "./page.ts";
import { startShop } from "./shop.ts";

const { service, key: ana } = await startShop(["1,5,available"], "--name", "Ana");
const ben = await service.makeKey("--name", "Ben");

const linkOf = (key: string) => `#key=${key}`;

async function openLink(key: string, storage = new TestStorage()): Promise<TestPage> {
  return TestPage.open(service, { fragment: linkOf(key), storage });
}

async function isAsked(page: TestPage, name: string | undefined): Promise<void> {
  await page.until(
    "the question",
    ({ session }) => session.offer !== undefined && session.offer.me?.name === name,
  );
}

async function agreeTo(page: TestPage, name: string | undefined): Promise<void> {
  await isAsked(page, name);
  page.dashboard.session.answerOffer("use");
}

describe("a link", () => {
  test("asks in a browser without a key; nothing is read or stored before the answer", async () => {
    const storage = new TestStorage();
    using page = await openLink(ana, storage);
    await isAsked(page, "Ana");
    expect(page.state.session.offer).toMatchObject({ me: { name: "Ana", role: "clerk" } });
    expect(page.state).toMatchObject({ me: undefined, loading: "none", session: { phase: "out" } });
    expect(page.network.sent.filter((request) => !isMe(request))).toEqual([]);
    page.dashboard.session.answerOffer("leave");
    expect(page.state.session).toMatchObject({ phase: "out", checking: false, offer: undefined });
    expect([storage.locals.size, page.dashboard.session.hasKey]).toEqual([0, false]);
    // A reload, and a step back, find no key: the address holds it no longer.
    using reloaded = await TestPage.open(service, { storage });
    expect(reloaded.state.session).toMatchObject({ phase: "out", checking: false, offer: undefined });
  });

  test("cannot be agreed to before the question is shown, and a key that is typed meanwhile replaces it", async () => {
    const storage = new TestStorage();
    using page = await TestPage.open(service, { storage });
    const release = page.network.hold(isMe);
    page.address.openFragment(linkOf(ana));
    page.dashboard.session.answerOffer("use");
    expect(page.state.session).toMatchObject({ phase: "out", checking: false });
    page.address.openFragment(linkOf(ana));
    page.dashboard.session.signIn(ben, { remember: true });
    release();
    await page.untilLoaded();
    await page.until("whose key it is", ({ me }) => me?.name === "Ben");
    expect(page.state.session.offer).toBeUndefined();
    expect([...storage.locals.values()]).toEqual([ben]);
  });

  test("without a network says so, and asks as soon as it can", async () => {
    using page = await TestPage.open(service);
    const restore = page.network.drop(() => true);
    page.address.openFragment(linkOf(ana));
    await page.until(
      "the message",
      ({ session }) => session.message === "Cannot reach the service. Trying again…",
    );
    restore();
    await isAsked(page, "Ana");
  });

  test("signs in, says as whom, and stores the key: the next tab is signed in", async () => {
    const storage = new TestStorage();
    using page = await openLink(ana, storage);
    await agreeTo(page, "Ana");
    expect(page.state.session).toMatchObject({ phase: "in", checking: true });
    await page.sees("Signed in as Ana.");
    await page.untilLoaded();
    expect([...storage.locals]).toEqual([["petstock-api-key", ana]]);
    using other = await TestPage.open(service, { storage });
    await other.untilLoaded();
    expect(other.notices).toEqual([]);
  });

  test("on a shared computer ends with its tab, and so does every later one", async () => {
    const storage = new TestStorage();
    {
      using page = await openLink(ana, storage);
      await agreeTo(page, "Ana");
      await page.sees("Signed in as Ana.");
      // The browser's history holds the link: nothing suggests it for a shared computer.
      expect(page.state.notice!.action).toBeUndefined();
      page.dashboard.session.shareComputer();
      await page.sees(
        "The key stays in this tab only: closing or reloading it signs you out. If you signed in by a link with #key= in it, clear the browser's history, too",
      );
      expect(page.state.session).toMatchObject({ phase: "in", remember: false });
    }
    expect([...storage.locals]).toEqual([["petstock-shared-computer", "yes"]]);
    using next = await openLink(ben, storage);
    await agreeTo(next, "Ben");
    await next.sees("Signed in as Ben.");
    await next.untilLoaded();
    expect(storage.locals.has("petstock-api-key")).toBe(false);
    next.dashboard.session.signOut();
    expect(next.state.session).toMatchObject({ phase: "out", remember: false });
    await next.signIn(ana, { remember: true });
    expect([...storage.locals]).toEqual([["petstock-api-key", ana]]);
  });

  test.each([
    ["#key=", "This link is not complete. Open it again, or ask for another one."],
    [linkOf("petstock_abc"), "This link is not complete. Open it again, or ask for another one."],
    [linkOf(makeKey()), "This service does not know this key. Was it made for another one?"],
  ])("that does not sign in leads to the form, with the reason: %s", async (fragment, message) => {
    const storage = new TestStorage();
    using page = await TestPage.open(service, { fragment, storage });
    await page.until("the form", ({ session }) => session.phase === "out" && session.message === message);
    expect(storage.locals.size).toBe(0);
  });

  test("that is opened on the page asks and signs in, too", async () => {
    using page = await TestPage.open(service);
    page.address.openFragment(linkOf(ana));
    await agreeTo(page, "Ana");
    await page.untilLoaded();
    await page.sees("Signed in as Ana.");
  });

  test("without the Admin API signs in, without a name", async () => {
    using page = await TestPage.open(service);
    page.network.deny(isAdmin);
    page.address.openFragment(linkOf(ana));
    await agreeTo(page, undefined);
    await page.sees("Signed in.");
    await page.untilLoaded();
    expect(page.state).toMatchObject({
      me: undefined,
      readOnly: false,
      session: { identity: "unavailable" },
    });
  });
});

describe("while another key is signed in, a link", () => {
  test("asks, and switches only then", async () => {
    const storage = new TestStorage();
    using page = await TestPage.open(service, { key: ana, remember: true, storage });
    page.address.openFragment(linkOf(ben));
    await isAsked(page, "Ben");
    expect(page.state.me?.name).toBe("Ana");
    page.dashboard.session.answerOffer("leave");
    expect(page.state.session.offer).toBeUndefined();
    expect([...storage.locals.values()]).toEqual([ana]);
    page.address.openFragment(linkOf(ben));
    await agreeTo(page, "Ben");
    await page.sees("Signed in as Ben.");
    await page.untilLoaded();
    expect(page.state.me?.name).toBe("Ben");
    expect([...storage.locals.values()]).toEqual([ben]);
  });

  test("asks on a new page of the same browser, too", async () => {
    const storage = new TestStorage();
    storage.locals.set("petstock-api-key", ana);
    using page = await openLink(ben, storage);
    await isAsked(page, "Ben");
    await page.untilLoaded();
    await page.until("whose key it is", ({ me }) => me?.name === "Ana");
  });

  test("asks nothing if it has the same key, or one that the service refuses", async () => {
    using page = await TestPage.open(service, { key: ana });
    page.address.openFragment(linkOf(ana));
    expect(page.state.session.offer).toBeUndefined();
    page.address.openFragment(linkOf(makeKey()));
    await page.sees(
      "You are still signed in with your own key. The link's: This service does not know this key. Was it made for another one?",
    );
    expect(page.state.session).toMatchObject({ phase: "in", offer: undefined });
    page.address.openFragment("#key=");
    await page.sees("This link is not complete. Open it again, or ask for another one.");
  });

  test("asks also after that key was refused", async () => {
    const storage = new TestStorage();
    const gone = await service.makeKey("--name", "Gone");
    await revokeKey(service, gone, "Gone");
    storage.locals.set("petstock-api-key", gone);
    using page = await openLink(ben, storage);
    await page.until("the refusal", ({ session }) => session.phase === "out");
    expect(storage.locals.size).toBe(0);
    await agreeTo(page, "Ben");
    await page.sees("Signed in as Ben.");
    await page.untilLoaded();
    expect([...storage.locals.values()]).toEqual([ben]);
  });

  test("that comes after the refusal of the current key keeps what was typed", async () => {
    const doomed = await service.makeKey("--name", "Doomed");
    using page = await TestPage.open(service, { key: doomed });
    page.dashboard.editor.begin(page.row(1)!);
    page.dashboard.editor.type("42");
    await revokeKey(service, doomed, "Doomed");
    await page.until("the refusal", ({ session }) => session.phase === "refused");
    page.address.openFragment(linkOf(ben));
    await isAsked(page, "Ben");
    expect(page.state.session.phase).toBe("refused");
    page.dashboard.session.answerOffer("use");
    await page.until("the session", ({ session }) => session.phase === "in");
    expect(page.state.editing!.text).toBe("42");
  });
});

describe("a key that expires", () => {
  test("within two weeks is announced; its end is stored with it", async () => {
    const storage = new TestStorage();
    const brief = await service.makeKey("--name", "Brief", "--expires", "13d");
    using page = await TestPage.open(service, { key: brief, remember: true, storage });
    await until("the notice", () =>
      page.notices.some((text) => /^The key expires in 13 days, on .*: ask/.test(text)),
    );
    await until("its end", () => storage.locals.get("petstock-api-key-expires") === page.state.me!.expiresAt);
  });

  test("later is not announced", async () => {
    const long = await service.makeKey("--name", "Long", "--expires", "15d");
    using page = await TestPage.open(service, { key: long });
    await page.until("whose key it is", ({ me }) => me?.name === "Long");
    expect(page.notices).toEqual([]);
  });
});
