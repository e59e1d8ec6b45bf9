// Edits of a key that the service refused: whose they are stays known, and another person sends them only after a question.

import { expect, test } from "bun:test";
import { quantities, revokeKey } from "../../support/stock.ts";
import { isRead, isUpdate, isUpdateOf } from "./network.ts";
import { TestPage } from "./page.ts";
import { startShop } from "./shop.ts";

const { service, key: ben, admin } = await startShop(["1,5,available", "2,10,pending"], "--name", "Ben");

const refusal = (): Response =>
  Response.json(
    { code: "invalid_api_key", message: "the API key is not known", status: 401 },
    { status: 401 },
  );

/** A page on which Ben has signed in after Ana's key was refused; `edit` is what Ana did until then. */
async function openAfter(ana: string, edit: (page: TestPage) => Promise<void>): Promise<TestPage> {
  const page = await TestPage.open(service, { key: ana });
  await page.until("Ana's name", ({ me }) => me?.name.startsWith("Ana") === true);
  await edit(page);
  await page.until("the refusal", ({ session }) => session.phase === "refused");
  await page.signIn(ben);
  await page.until("Ben's name", ({ me }) => me?.name === "Ben");
  return page;
}

/** An edit of pet 1 that the service refuses, because it has just revoked the key. */
async function editWhileRevoked(page: TestPage, key: string, name: string): Promise<void> {
  const release = page.network.hold(isUpdate);
  page.edit(1, "7");
  await revokeKey(service, key, name);
  release();
  await page.untilSave(1, "failed");
}

function retry(page: TestPage): void {
  const failed = page.save(1);
  if (failed?.kind !== "failed") throw new Error("the save has not failed");
  failed.retry();
}

async function actorOf(petId: number): Promise<string> {
  const { entries } = await admin.movementPage({ petId, pageSize: 1 });
  return entries[0]!.actor;
}

test("another person is asked before it is sent in their name, and nothing is sent without a yes", async () => {
  const ana = await service.makeKey("--name", "Ana 1");
  using page = await openAfter(ana, (it) => editWhileRevoked(it, ana, "Ana 1"));
  const sent = page.network.countOf(isUpdate);
  retry(page);
  expect(page.state.foreignEdit).toMatchObject({
    petId: 1n,
    edit: "{by} set pet 1 to 7, which was not saved.",
    by: "Ana 1",
    as: "Ben",
  });
  expect(page.network.countOf(isUpdate)).toBe(sent);
  expect(await quantities(service, ben)).toBe("5 10");
  page.state.foreignEdit!.send();
  await page.sees("Saved: pet 1, 5 → 7");
  expect(await actorOf(1)).toContain("Ben");
});

test("another person is asked before a conflict is decided in their name", async () => {
  const ana = await service.makeKey("--name", "Ana 2");
  using page = await openAfter(ana, async (it) => {
    const release = it.network.hold(isRead);
    await service.update(ben, 2, 30);
    it.edit(2, "21");
    await it.untilSave(2, "conflict");
    release();
    await revokeKey(service, ana, "Ana 2");
  });
  page.dashboard.saves.useMine(2n);
  expect(page.state.foreignEdit).toMatchObject({
    petId: 2n,
    edit: "{by} set pet 2 to 21, which was not saved.",
    by: "Ana 2",
    as: "Ben",
  });
  expect(await quantities(service, ben)).toBe("5 30");
  page.state.foreignEdit!.send();
  await page.sees("Saved: pet 2, 30 → 21");
});

test("what was still waiting is not sent in another name, and says whose it is", async () => {
  const ana = await service.makeKey("--name", "Ana 3");
  let release = (): void => {};
  using page = await openAfter(ana, async (it) => {
    release = it.network.hold(isUpdate);
    it.edit(1, "6");
    it.edit(1, "7");
    await revokeKey(service, ana, "Ana 3");
  });
  release();
  const failed = await page.untilSave(1, "failed");
  expect(failed).toMatchObject({ message: "Ana 3 made this edit, and you are signed in as Ben" });
  expect(await quantities(service, ben)).toBe("5 10");
});

test("the same key, once the service accepts it again, sends what was waiting without a question", async () => {
  const ana = await service.makeKey("--name", "Ana 4");
  using page = await TestPage.open(service, { key: ana });
  const restore = page.network.drop(isUpdateOf(1));
  page.edit(1, "7");
  await page.untilSave(1, "unconfirmed");
  page.network.answerOnce(isUpdateOf(2), refusal());
  page.edit(2, "11");
  await page.until("the refusal", ({ session }) => session.phase === "refused");
  restore();
  await page.signIn(ana);
  await page.sees("Saved: pet 1, 5 → 7");
  expect(page.state.foreignEdit).toBeUndefined();
});

test("a new key of the same name sends it without a question", async () => {
  const ana = await service.makeKey("--name", "Ana 5");
  using page = await TestPage.open(service, { key: ana });
  await page.until("the name", ({ me }) => me?.name === "Ana 5");
  await editWhileRevoked(page, ana, "Ana 5");
  await page.signIn(await service.makeKey("--name", "Ana 5"));
  await page.until("the name", ({ session }) => session.identity === "known");
  retry(page);
  await page.sees("Saved: pet 1, 5 → 7");
});
