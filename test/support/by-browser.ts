// What playwright does in Chromium alone, done in each browser of the tests: taps, fingers, downloads.

import type { Locator, Page } from "playwright-core";
import { BROWSER } from "./browser-name.ts";
import { firefoxDownload, putFinger } from "./firefox.ts";

/** playwright's taps do nothing in Firefox, and a touch by WebDriver BiDi is followed by no click. */
export async function tap(element: Locator): Promise<void> {
  if (BROWSER === "firefox") await element.click();
  else await element.tap();
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Puts a finger on the page, until the returned function lifts it. */
export async function touch(page: Page, point: Point): Promise<() => Promise<void>> {
  if (BROWSER === "firefox") return putFinger(page, point);
  const session = await page.context().newCDPSession(page);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  return async () => {
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await session.detach();
  };
}

export interface Downloaded {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The file that `act` downloads. */
export async function downloadOf(page: Page, act: () => Promise<void>): Promise<Downloaded> {
  if (BROWSER === "firefox") return firefoxDownload(act);
  const [file] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: file.suggestedFilename(), bytes: await Bun.file(await file.path()).bytes() };
}
