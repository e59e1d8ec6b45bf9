// A person at the dashboard, by keyboard or by touch, whose steps are counted. The focus moves only by keys: an element that
// the keyboard reaches late costs its Tabs.

import type { Locator, Page } from "playwright-core";
import { downloadOf, tap, touch } from "../../support/by-browser.ts";

export type Hand = "keyboard" | "touch";

/** Tabs to an element before the test fails: no part of a page is so far away. */
const TABS_MAX = 80;

export class Steps {
  /** Keys that are pressed on purpose, such as Tab, Enter and shortcuts; the Enter of an on-screen keyboard, too. */
  keys = 0;
  /** Taps, and swipes that bring an element into view. */
  taps = 0;
  /** Characters of texts and numbers. */
  typed = 0;
  /** Codes read by a scanner or a camera. */
  scans = 0;

  /** Such as `3 keys, 2 typed`. */
  toString(): string {
    const parts = [plural(this.keys, "key"), plural(this.taps, "tap"), plural(this.scans, "scan")];
    if (this.typed > 0) parts.push(`${this.typed} typed`);
    return parts.filter((part) => part !== undefined).join(", ");
  }
}

export interface ChosenFile {
  readonly name: string;
  readonly text: string;
}

export class Person {
  readonly steps = new Steps();
  readonly page: Page;
  /** The last file that was downloaded. */
  downloaded: Uint8Array = new Uint8Array();

  constructor(page: Page) {
    this.page = page;
    // From now on the browser reports its file dialogs; asked for only when a key is pressed, that may come too late.
    page.on("filechooser", () => {});
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.steps.keys += 1;
      await this.page.keyboard.press(key);
    }
  }

  async type(text: string): Promise<void> {
    this.steps.typed += text.length;
    await this.page.keyboard.type(text);
  }

  /** Presses Tab until the element has the focus. */
  async tabTo(element: Locator, { back = false } = {}): Promise<void> {
    await element.waitFor();
    for (let tabs = 0; !(await hasFocus(element)); tabs += 1) {
      if (tabs === TABS_MAX) throw new Error(`${TABS_MAX} Tabs do not reach ${element}`);
      await this.press(back ? "Shift+Tab" : "Tab");
    }
  }

  async tap(element: Locator): Promise<void> {
    await element.waitFor();
    if (!(await isInView(element))) this.steps.taps += 1;
    this.steps.taps += 1;
    await tap(element);
  }

  /** Holds a finger on the element until `effect` is on the page. */
  async hold(element: Locator, effect: Locator): Promise<void> {
    this.steps.taps += 1;
    await element.scrollIntoViewIfNeeded();
    const box = (await element.boundingBox())!;
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const lift = await touch(this.page, point);
    await effect.waitFor();
    await lift();
  }

  /** `act` opens the system's dialog, where the person chooses the file: one step more. */
  async chooseFile(file: ChosenFile, act: () => Promise<void>): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent("filechooser"), act()]);
    if (this.steps.taps > 0) this.steps.taps += 1;
    else this.steps.keys += 1;
    await chooser.setFiles({ name: file.name, mimeType: "text/csv", buffer: Buffer.from(file.text) });
  }

  /** `act` begins a download. */
  async download(act: () => Promise<void>): Promise<void> {
    ({ bytes: this.downloaded } = await downloadOf(this.page, act));
  }

  /** A scanner types the code and presses Enter. */
  async scan(code: string): Promise<void> {
    this.steps.scans += 1;
    await this.page.keyboard.type(`${code}\n`);
  }

  /** Opens a link that the person clicked elsewhere, or whose QR code the phone's camera read. */
  async follow(url: string, by: "key" | "scan"): Promise<void> {
    if (by === "key") this.steps.keys += 1;
    else this.steps.scans += 1;
    await this.page.goto(url);
  }
}

function plural(count: number, unit: string): string | undefined {
  if (count === 0) return undefined;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

async function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((each) => each === each.ownerDocument.activeElement);
}

/** The tests' types are without a DOM. */
declare const IntersectionObserver: new (
  onSeen: (entries: readonly { readonly intersectionRatio: number }[]) => void,
) => { observe(element: unknown): void };

async function isInView(element: Locator): Promise<boolean> {
  return element.evaluate(
    (each) =>
      new Promise<boolean>((resolve) => {
        new IntersectionObserver(([entry]) => resolve(entry!.intersectionRatio > 0.5)).observe(each);
      }),
  );
}
