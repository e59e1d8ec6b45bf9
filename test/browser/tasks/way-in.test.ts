import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { PetstockAdmin } from "../../../src/client/client.ts";
import { linkOwner } from "../../../src/client/sign-in.ts";
import { codeLink, codeOfLink } from "../../../src/sign-in-link.ts";
import { BROWSER } from "../../support/browser-name.ts";
import { readPicture } from "../../support/qr-reader.ts";
import type { Shop } from "./shop.ts";
import { defineTask } from "./task.ts";

defineTask({
  number: 1,
  title: "Sign in by a link",
  isSignedOut: true,
  keyboard: async (person, shop) => {
    await person.follow(await linkTo(shop), "key");
    await signIn(person.page).waitFor();
    await person.press("Enter");
    await person.page.getByText("Signed in as Mona.").waitFor();
  },
  touch: async (person, shop) => {
    await person.follow(await linkTo(shop), "scan");
    await person.tap(signIn(person.page));
    await person.page.getByText("Signed in as Mona.").waitFor();
  },
  expectDone: async (_shop, { page }) => {
    expect(page.url()).not.toContain("#");
    await page.getByRole("rowheader").first().waitFor();
  },
});

defineTask({
  number: 14,
  title: "Give a colleague a key by QR code",
  role: "admin",
  isAtShop: true,
  // playwright takes pictures in Firefox and WebKit with a style sheet, which the page's policy refuses.
  ...(BROWSER !== "chromium" && { problem: /style-src-elem inline|blocked an inline style/ }),
  keyboard: async (person) => {
    const { page } = person;
    await person.tabTo(page.getByRole("link", { name: "Keys" }), { back: true });
    await person.press("Enter");
    await person.tabTo(page.getByRole("button", { name: "New key" }));
    await person.press("Enter");
    await person.type("Ben");
    await person.press("Enter");
    await qrCode(page).waitFor();
  },
  touch: async (person) => {
    const { page } = person;
    await person.tap(page.getByRole("link", { name: "Keys" }));
    await person.tap(page.getByRole("button", { name: "New key" }));
    await person.type("Ben");
    await person.tap(page.getByRole("button", { name: "Make the link" }));
    await qrCode(page).waitFor();
  },
  expectDone: async ({ service }, { page }) => {
    const picture = await qrCode(page).screenshot();
    const link = await readPicture(await page.context().newPage(), picture);
    expect(await linkOwner(codeOfLink(String(link))!, { url: service.url })).toMatchObject({
      name: "Ben",
      role: "clerk",
    });
  },
});

/** For Mona, made by another admin. */
async function linkTo({ service }: Shop): Promise<string> {
  const apiKey = await service.makeKey("--name", "Olga", "--role", "admin");
  const admin = new PetstockAdmin({ url: service.url, apiKey });
  const { code } = await admin.createKey({ name: "Mona", role: "manager", linkValidFor: "15m" });
  return codeLink(service.url, code);
}

function signIn(page: Page) {
  return page.getByRole("button", { name: "Sign in as Mona" });
}

function qrCode(page: Page) {
  return page.getByRole("img", { name: /^QR code/ });
}
