// Links that hold a code: whose key they give is said before, the key is made when the person agrees, and once.

import { expect, test } from "bun:test";
import { until } from "../../support/until.ts";
import { TestPage, TestStorage } from "./page.ts";
import { startShop } from "./shop.ts";

const { service, key: ana } = await startShop(["1,5,available"], "--name", "Ana", "--role", "admin");

interface Made {
  readonly id: string;
  readonly code: string;
  readonly link: { readonly openedAt: string | null };
}

async function askAdmin(method: string, path: string, body?: object) {
  const headers = { "Content-Type": "application/json" };
  const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  return (await service.ask(method, `/admin/v1/keys${path}`, { key: ana, ...sent })).json;
}

async function makeLink(name: string, linkValidFor = "15m"): Promise<Made> {
  return (await askAdmin("POST", "", { name, role: "clerk", linkValidFor })) as unknown as Made;
}

const openedAt = async (id: string) => {
  const { keys } = (await askAdmin("GET", "")) as unknown as { keys: Made[] };
  return keys.find((each) => each.id === id)!.link.openedAt;
};

const fragmentOf = ({ code }: Pick<Made, "code">) => `#code=${code}`;

async function isAsked(page: TestPage, name: string): Promise<void> {
  await page.until(
    "the question",
    ({ session: { offer } }) => offer?.once === true && offer.me?.name === name,
  );
}

async function message(page: TestPage): Promise<string> {
  return until("a message", () => (page.state.session.checking ? undefined : page.state.session.message));
}

const isSignIn = ({ path, query }: { readonly path: string; readonly query: string }) =>
  path === "/admin/v1/sign-in" && !query.includes("dryRun");

test("asks first, then makes the key, signs in, and stores it; nothing is used up before", async () => {
  const storage = new TestStorage();
  const made = await makeLink("Ben");
  using page = await TestPage.open(service, { fragment: fragmentOf(made), storage });
  await isAsked(page, "Ben");
  expect(page.state).toMatchObject({ me: undefined, loading: "none", session: { phase: "out" } });
  expect([await openedAt(made.id), storage.locals.size]).toEqual([null, 0]);
  page.dashboard.session.answerOffer("use");
  await page.untilLoaded();
  await page.until("whose key it is", ({ me }) => me?.name === "Ben");
  expect(await openedAt(made.id)).not.toBeNull();
  expect([...storage.locals.values()]).toEqual([page.dashboard.session.apiKey]);
  using next = await TestPage.open(service, { storage });
  await next.untilLoaded();
});

test("a link that is left stays good, and one that was used says when", async () => {
  const made = await makeLink("Cleo");
  using page = await TestPage.open(service, { fragment: fragmentOf(made) });
  await isAsked(page, "Cleo");
  page.dashboard.session.answerOffer("leave");
  expect(page.state.session).toMatchObject({ phase: "out", checking: false, offer: undefined });
  page.address.openFragment(fragmentOf(made));
  await isAsked(page, "Cleo");
  page.dashboard.session.answerOffer("use");
  await page.untilLoaded();
  using other = await TestPage.open(service, { fragment: fragmentOf(made) });
  expect(await message(other)).toMatch(
    /^This link works once, and was opened on .+ at .+\. Ask for a new one\.$/,
  );
  page.address.openFragment(fragmentOf(made));
  await page.until("the notice", ({ notice }) =>
    (notice?.text ?? "").startsWith("You are still signed in. This link works once, and was opened on "),
  );
  expect(page.dashboard.session.isOpen).toBe(true);
});

test.each([true, false])("a link that is pasted into the form asks, too; stored: %p", async (remember) => {
  const storage = new TestStorage();
  using page = await TestPage.open(service, { storage });
  const made = await makeLink("Ina");
  page.dashboard.session.signIn(` ${service.url}/${fragmentOf(made)}\n`, { remember });
  await isAsked(page, "Ina");
  page.dashboard.session.answerOffer("use");
  await page.untilLoaded();
  await page.until("whose key it is", ({ me }) => me?.name === "Ina");
  expect([...storage.locals.values()].includes(page.dashboard.session.apiKey)).toBe(remember);
  expect(page.state.session.remember).toBe(remember);
});

test("of two pages that agree at the same time, one signs in", async () => {
  const fragment = fragmentOf(await makeLink("Dan"));
  using first = await TestPage.open(service, { fragment });
  using second = await TestPage.open(service, { fragment });
  const pages = [first, second];
  for (const page of pages) await isAsked(page, "Dan");
  for (const page of pages) page.dashboard.session.answerOffer("use");
  for (const page of pages)
    await page.until("the end", ({ session, me }) => me !== undefined || !session.checking);
  const isIn = pages.map(({ dashboard }) => dashboard.session.hasKey);
  expect(isIn.toSorted()).toEqual([false, true]);
  expect(await message(pages[isIn.indexOf(false)]!)).toContain("This link works once");
});

test("a link that has expired, was withdrawn, replaced or cut says so, and signs in nobody", async () => {
  const late = await makeLink("Eve", "1s");
  const withdrawn = await makeLink("Fay");
  await askAdmin("DELETE", `/${withdrawn.id}`);
  const replaced = await makeLink("Gil");
  await askAdmin("POST", `/${replaced.id}/link`);
  await until("the link has expired", async () => {
    const body = JSON.stringify({ code: late.code });
    return (await service.ask("POST", "/admin/v1/sign-in?dryRun=true", { body })).status === 410;
  });
  for (const [code, text] of [
    [late.code, /^This link expired on .+\. Ask for a new one\.$/],
    [withdrawn.code, /^This link was withdrawn on .+\. Ask for a new one\.$/],
    [replaced.code, /^This service does not know this link\. A newer one may have replaced it/],
    [replaced.code.slice(1), /^This link is not complete\./],
  ] as const) {
    using page = await TestPage.open(service, { fragment: fragmentOf({ code }) });
    expect(await message(page)).toMatch(text);
    expect(page.state.session).toMatchObject({ phase: "out", offer: undefined });
  }
});

test("where the answer was lost, says that the link may have been used up, and does not repeat it", async () => {
  const made = await makeLink("Hal");
  using page = await TestPage.open(service, { fragment: fragmentOf(made) });
  await isAsked(page, "Hal");
  const restore = page.network.drop(isSignIn);
  page.dashboard.session.answerOffer("use");
  expect(await message(page)).toMatch(/^The answer to this link was lost on the way\./);
  restore();
  expect(page.network.sent.filter(isSignIn).length).toBe(1);
  page.address.openFragment(fragmentOf(made));
  await isAsked(page, "Hal");
});
