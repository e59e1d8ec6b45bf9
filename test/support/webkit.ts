// A stock WebKitGTK, driven by playwright as a browser of WebDriver BiDi (webkit/endpoint.ts). Requests cannot be seen or changed, and
// there is no finger: a tap is a click, and a
// finger that stays is the events of one.

import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { DOWNLOADS } from "./downloads.ts";

const BIN = join(import.meta.dir, "../../node_modules/.bin");

export type WebKitOptions = Pick<BrowserContextOptions, "colorScheme" | "reducedMotion">;

export async function launchWebKit({ colorScheme, reducedMotion }: WebKitOptions): Promise<Browser> {
  const { firefox } = await import("playwright-core");
  return firefox.launch({
    channel: "moz-firefox",
    executablePath: join(import.meta.dir, "webkit/endpoint.ts"),
    downloadsPath: DOWNLOADS,
    // It is a script of the project's Bun.
    env: { PATH: `${BIN}:${process.env["PATH"]}` },
    args: [
      ...(colorScheme === "dark" ? ["--dark"] : []),
      ...(reducedMotion === "reduce" ? ["--less-motion"] : []),
    ],
  });
}

/** Gives the page the events of a finger, until the returned function gives it those of its end. */
export async function actFinger(
  page: Page,
  { x, y }: { readonly x: number; readonly y: number },
): Promise<() => Promise<void>> {
  const dispatch = (type: string, of: "PointerEvent" | "MouseEvent") =>
    page.evaluate(`document.elementFromPoint(${x}, ${y}).dispatchEvent(new ${of}("${type}", {
      pointerType: "touch", isPrimary: true, clientX: ${x}, clientY: ${y}, bubbles: true, cancelable: true,
    }))`);
  await dispatch("pointerdown", "PointerEvent");
  return async () => {
    await dispatch("pointerup", "PointerEvent");
    await dispatch("click", "MouseEvent");
  };
}
