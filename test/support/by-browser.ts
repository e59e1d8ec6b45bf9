// What playwright does in Chromium alone, done in each browser of the tests: taps, fingers, downloads.

import { test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { BROWSER } from "./browser-name.ts";
import { downloadInFolder } from "./downloads.ts";
import { putFinger } from "./firefox.ts";
import { actFinger } from "./webkit.ts";

/** playwright's taps need Chromium: a touch by WebDriver BiDi is followed by no click, and WebKit's driver has none. */
export async function tap(element: Locator): Promise<void> {
  if (BROWSER === "chromium") await element.tap();
  else await element.click();
}

/** A test that WebKit is left out of, as its driver has no `what`. */
export function testWith(
  what: "fingers" | "languages but the system's" | "requests that a test can stop",
): TestFunction {
  if (BROWSER !== "webkit") return test;
  return (name) => console.log(`left out: ${name}: WebKit's driver has no ${what}`);
}

type TestFunction = (name: string, run: () => Promise<void>) => void;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Puts a finger on the page, until the returned function lifts it. */
export async function touch(page: Page, point: Point): Promise<() => Promise<void>> {
  if (BROWSER === "firefox") return putFinger(page, point);
  if (BROWSER === "webkit") return actFinger(page, point);
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
  if (BROWSER !== "chromium") return downloadInFolder(act);
  const [file] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: file.suggestedFilename(), bytes: await Bun.file(await file.path()).bytes() };
}
