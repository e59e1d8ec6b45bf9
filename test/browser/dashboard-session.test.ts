// Who may see and change what: signing in and out, keys that are wrong, revoked or for reading alone, and the lost network.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Route } from "playwright-core";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await TestService.start({ rows: ["1,5,available", "2,7,pending"] });
  key = await service.makeKey();
});

afterAll(() => service[Symbol.asyncDispose]());

const WRONG_KEY = `petstock_${"a".repeat(38)}`;

test("a wrong key says so and is still there; the right one is kept where it is to be, and never in an address", async () => {
  await using tab = await DashboardTab.open(service);
  tab.tab.expectProblem(/401/);
  const field = tab.page.getByLabel("API key");
  for (const [typed, words] of [
    ["not a key", /begins with petstock_/],
    [WRONG_KEY, /not known here/],
  ] as const) {
    await field.fill(typed);
    await tab.page.getByRole("button", { name: "Sign in" }).press("Enter");
    await tab.page.getByRole("alert").filter({ hasText: words }).waitFor();
    expect(await field.inputValue()).toBe(typed);
    // There to be typed anew, though the button that was pressed was off meanwhile.
    if (typed === WRONG_KEY) await tab.page.locator("#api-key:focus").waitFor();
  }
  await tab.signIn(key, { keep: true });
  await tab.row(1).waitFor();
  await tab.page.reload();
  await tab.row(1).waitFor();
  await tab.page.getByRole("button", { name: "Sign out" }).click();
  await field.waitFor();
  await tab.page.reload();
  await field.waitFor();
  expect(tab.tab.requested.filter((url) => url.includes(key))).toEqual([]);
  expect(tab.page.url()).toBe(`${service.url}/`);
});

test("a key that was revoked while the page was away is asked for anew", async () => {
  const doomed = await service.makeKey("--name", "away");
  await using tab = await DashboardTab.open(service, { key: doomed, keep: true });
  tab.tab.expectProblem(/401/);
  await tab.row(1).waitFor();
  await tab.page.goto(`${service.url}/livez`);
  await revoke("away");
  await until("the key to be refused", async () => (await service.list(doomed)).status === 401);
  await tab.page.goto(service.url);
  await tab.page.getByRole("alert").filter({ hasText: "not known here" }).waitFor();
});

test("a key for reading shows everything, and why nothing can be edited", async () => {
  await using tab = await DashboardTab.open(service, { key: await service.makeKey("--read-only") });
  tab.tab.expectProblem(/403/);
  await tab.sees("Read-only key: editing is off");
  await tab.quantity(1).focus();
  await tab.press("9", "Enter");
  expect(await tab.page.locator("[role=grid] input").count()).toBe(0);
  expect(await tab.page.getByRole("grid").getAttribute("aria-readonly")).toBe("true");
});

test("a key that is revoked in the middle of an edit costs nothing that was typed", async () => {
  const doomed = await service.makeKey("--name", "doomed");
  await using tab = await DashboardTab.open(service, { key: doomed });
  tab.tab.expectProblem(/401/);
  await tab.quantity(2).click();
  await tab.page.keyboard.type("42");
  await revoke("doomed");
  await tab.page.getByRole("dialog").getByText("Sign in again").waitFor();
  await tab.sees("This key was revoked or has expired.");
  await tab.signIn(key);
  // Where the keyboard was, typing goes on.
  await tab.press("3");
  expect(await tab.row(2).getByRole("textbox").inputValue()).toBe("423");
  await tab.press("Enter");
  await tab.row(2).getByText("Saved").waitFor();
});

test("without a network it says since when, goes on showing, saves nothing twice, and heals by itself", async () => {
  await service.update(key, 1, 5);
  await using tab = await DashboardTab.open(service, { key });
  tab.tab.expectProblem(/ERR_INTERNET_DISCONNECTED/);
  const { page } = tab;
  await tab.sees("Live");
  await page.context().setOffline(true);
  await tab.sees(/Offline since \d/);
  await tab.quantity(1).click();
  await page.keyboard.type("33");
  await tab.press("Enter");
  await tab
    .note(1)
    .getByText(/No answer: is it 33 now/)
    .waitFor();
  await service.update(key, 2, 70);
  await page.context().setOffline(false);
  await tab.note(1).getByText("33 not saved. The list has the old quantity.").waitFor();
  expect(await tab.quantity(2).textContent()).toBe("70");
  const leftOf = async (petId: number) => (await tab.row(petId).getByRole("rowheader").boundingBox())!.x;
  expect(await leftOf(1)).toBe(await leftOf(2));
  await tab.note(1).getByRole("button", { name: "Save again" }).click();
  await tab.sees("Saved: pet 1, 5 → 33");
  expect(await tab.quantity(1).evaluate((cell) => cell.matches(":focus"))).toBe(true);
  expect((await service.list(key)).text).toContain('"petId":1,"quantity":33');
});

test("where the answer to a save is lost, the list tells that it was saved", async () => {
  await service.update(key, 1, 5);
  await using tab = await DashboardTab.open(service, { key });
  tab.tab.expectProblem(/ERR_FAILED/);
  await tab.sees("Live");
  await tab.page.route("**/v1/inventory/1", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await tab.quantity(1).click();
  await tab.page.keyboard.type("34");
  await tab.press("Enter");
  await tab.sees("Saved: pet 1, 5 → 34");
  const { stdout } = await petstockOrThrow(["history", "1", "--database", service.databaseUrl, "--json"]);
  expect(stdout.match(/"after":\{"quantity":34\b/g)).toHaveLength(1);
});

describe("what was to be added or taken is so in the end, once, whatever the list shows after a lost answer", () => {
  async function holdLists({ page }: DashboardTab): Promise<() => void> {
    const held = Promise.withResolvers<void>();
    await page.route("**/v1/inventory", async (route) => {
      await held.promise;
      await route.continue();
    });
    return held.resolve;
  }

  const neverSent = (route: Route): Promise<void> => route.abort();
  const answerLost = async (route: Route): Promise<void> => {
    await route.fetch();
    await route.abort();
  };

  test.each([
    { typed: "+5", lost: neverSent, others: 12, words: "Saved: pet 2, 12 → 17", now: 17 },
    // As many as were to be taken here.
    { typed: "-1", lost: neverSent, others: 9, words: "Saved: pet 2, 9 → 8", now: 8, told: /412/ },
    { typed: "+5", lost: neverSent, others: 10, words: "Saved: pet 2, 10 → 15", now: 15 },
    { typed: "+5", lost: answerLost, others: 15, words: "Saved: pet 2, 10 → 15", now: 15 },
    { typed: "+5", lost: answerLost, others: 12, words: "Saved before: pet 2, +5", now: 12, told: /422/ },
  ])("$typed on 10, $lost.name, others set $others", async ({ typed, lost, others, words, now, told }) => {
    await service.update(key, 2, 10);
    await using tab = await DashboardTab.open(service, { key });
    tab.tab.expectProblem(/ERR_FAILED/);
    if (told !== undefined) tab.tab.expectProblem(told);
    await tab.quantity(2).getByText("10", { exact: true }).waitFor();
    const letLists = await holdLists(tab);
    await tab.page.route("**/v1/inventory/2", lost);
    await tab.type(2, typed);
    await tab.note(2).getByText("No answer").waitFor();
    await tab.page.unroute("**/v1/inventory/2");
    await service.update(key, 2, others);
    letLists();
    await tab.sees(words);
    await until("the page to show it", async () => (await tab.quantity(2).textContent()) === String(now));
    expect((await service.list(key)).text).toContain(`"petId":2,"quantity":${now}`);
  });

  test("also where more was typed before the first answer was given up", async () => {
    await service.update(key, 2, 10);
    await using tab = await DashboardTab.open(service, { key });
    tab.tab.expectProblem(/ERR_FAILED/);
    tab.tab.expectProblem(/412/);
    await tab.quantity(2).getByText("10", { exact: true }).waitFor();
    const letLists = await holdLists(tab);
    let sent = 0;
    await tab.page.route("**/v1/inventory/2", (route) => {
      sent += 1;
      return route.abort();
    });
    await tab.type(2, "+5");
    await tab.type(2, "+3");
    // The first time, and four times again.
    await until("the first to be given up", () => sent === 5);
    await tab.page.unroute("**/v1/inventory/2");
    await service.update(key, 2, 12);
    letLists();
    await tab.sees("Saved: pet 2, 17 → 20");
    expect((await service.list(key)).text).toContain('"petId":2,"quantity":20');
  });

  test("also where another key comes in between, which knows nothing of the first attempt", async () => {
    await service.update(key, 2, 10);
    const lost = await service.makeKey("--name", "lost");
    await using tab = await DashboardTab.open(service, { key: lost });
    tab.tab.expectProblem(/ERR_FAILED/);
    tab.tab.expectProblem(/401/);
    await tab.quantity(2).getByText("10", { exact: true }).waitFor();
    const letLists = await holdLists(tab);
    await tab.page.route("**/v1/inventory/2", answerLost);
    await tab.type(2, "+5");
    await tab.note(2).getByText("No answer").waitFor();
    await tab.page.unroute("**/v1/inventory/2");
    await revoke("lost");
    await until("the key to be refused", async () => (await service.list(lost)).status === 401);
    letLists();
    await tab.sees("This key was revoked or has expired.");
    await tab.signIn(key);
    await tab.sees("Saved: pet 2, 10 → 15");
    expect((await service.list(key)).text).toContain('"petId":2,"quantity":15');
  });
});

describe("where somebody else signs in, in the same tab", () => {
  /** Each update of pet 2 that goes out, as `key quantity`, kept from the service until it is let go on. */
  async function holdUpdates({ page }: DashboardTab, names: Readonly<Record<string, string>>) {
    const sent: string[] = [];
    const held = Promise.withResolvers<void>();
    await page.route("**/v1/inventory/2", async (route) => {
      const { authorization = "" } = route.request().headers();
      const { quantity } = route.request().postDataJSON();
      sent.push(`${names[authorization.replace("Bearer ", "")]} ${quantity}`);
      await held.promise;
      await route.continue();
    });
    return { sent, letGo: held.resolve };
  }

  async function signInAnew(tab: DashboardTab, other: string): Promise<void> {
    await tab.page.getByRole("button", { name: "Sign out" }).click();
    await tab.signIn(other);
    await tab.sees("Live");
  }

  /** What is typed of a pet now comes after all that was to be sent of it before. */
  async function saveAfterAll(tab: DashboardTab): Promise<void> {
    await tab.type(2, "90");
    await tab.sees(/Saved: pet 2, .* 90/);
  }

  test("neither a save nor an undo of the first, which waited for its turn, is sent", async () => {
    await service.update(key, 2, 10);
    const other = await service.makeKey();
    await using tab = await DashboardTab.open(service, { key });
    await tab.quantity(2).getByText("10", { exact: true }).waitFor();
    await tab.sees("Live");
    const { sent, letGo } = await holdUpdates(tab, { [key]: "first", [other]: "other" });
    await tab.type(2, "61");
    await tab.type(2, "62");
    await tab.press("Control+z");
    await until("the first to be sent", () => sent.includes("first 61"));
    await signInAnew(tab, other);
    letGo();
    await tab.quantity(2).getByText("61", { exact: true }).waitFor();
    await saveAfterAll(tab);
    expect(sent).toEqual(["first 61", "other 90"]);
  });

  test("that the first one's key is refused by then is nothing to the other", async () => {
    await service.update(key, 2, 10);
    const gone = await service.makeKey("--name", "gone");
    await using tab = await DashboardTab.open(service, { key: gone });
    tab.tab.expectProblem(/401/);
    await tab.quantity(2).getByText("10", { exact: true }).waitFor();
    await tab.sees("Live");
    const { sent, letGo } = await holdUpdates(tab, { [gone]: "gone", [key]: "other" });
    await tab.type(2, "61");
    await until("it to be sent", () => sent.includes("gone 61"));
    await tab.page.getByRole("button", { name: "Sign out" }).click();
    await revoke("gone");
    await until("the key to be refused", async () => (await service.list(gone)).status === 401);
    await tab.signIn(key);
    const refused = tab.page.waitForResponse((response) => response.status() === 401);
    letGo();
    await refused;
    await saveAfterAll(tab);
    expect(await tab.page.getByRole("dialog").count()).toBe(0);
  });
});

async function revoke(name: string): Promise<void> {
  const { stdout } = await petstockOrThrow(["keys", "list", "--json", "--database", service.databaseUrl]);
  const keys: readonly { name: string; id: string }[] = JSON.parse(stdout);
  const { id } = keys.find((each) => each.name === name)!;
  await petstockOrThrow(["keys", "revoke", id, "--database", service.databaseUrl]);
}
