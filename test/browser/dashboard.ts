// The dashboard as a person has it: a tab on a service, signed in, and what can be seen and done there.

import type { Locator, Page } from "playwright-core";
import { BrowserTab, type TabOptions } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";

export interface DashboardOptions extends Omit<TabOptions, "url"> {
  /** Signs in with it; stays outside where absent. */
  readonly key?: string;
  /** Whether the browser is to keep the key, so that it outlives a reload. */
  readonly keep?: boolean;
  /** What follows the service's address, such as `?q=1`. */
  readonly query?: string;
}

/** Longer than any of them takes, on a machine with other things to do. */
const PATIENCE_MS = 30_000;

export class DashboardTab implements AsyncDisposable {
  readonly tab: BrowserTab;
  readonly page: Page;

  private constructor(tab: BrowserTab) {
    this.tab = tab;
    this.page = tab.page;
  }

  static async open(
    { url }: Pick<TestService, "url">,
    { key, keep = false, query = "", ...options }: DashboardOptions = {},
  ): Promise<DashboardTab> {
    const dashboard = new DashboardTab(await BrowserTab.open({ url, ...options }));
    dashboard.page.setDefaultTimeout(PATIENCE_MS);
    await dashboard.page.goto(`${url}/${query}`);
    if (key !== undefined) await dashboard.signIn(key, { keep });
    return dashboard;
  }

  async signIn(key: string, { keep = false } = {}): Promise<void> {
    await this.page.getByLabel("API key").fill(key);
    if (keep) await this.page.getByLabel("Keep me signed in").check();
    await this.page.getByRole("button", { name: "Sign in" }).click();
    await this.page.getByLabel("API key").waitFor({ state: "detached" });
  }

  row(petId: bigint | number): Locator {
    return this.page.getByRole("row").filter({
      has: this.page.getByRole("rowheader", { name: String(petId), exact: true }),
    });
  }

  quantity(petId: bigint | number): Locator {
    return this.row(petId).getByRole("gridcell").first();
  }

  note(petId: bigint | number): Locator {
    return this.row(petId).getByRole("gridcell").last();
  }

  /** The ids that are shown, from the top. */
  async petIds(): Promise<string[]> {
    const places = await this.page.getByRole("rowheader").evaluateAll((cells) =>
      cells.map((cell) => ({
        id: String(cell.textContent),
        place: Number((cell as unknown as { parentElement: ParentElement }).parentElement.ariaRowIndex),
      })),
    );
    return places.toSorted((a, b) => a.place - b.place).map(({ id }) => id);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Types it over the pet's quantity. */
  async type(petId: bigint | number, text: string): Promise<void> {
    await this.quantity(petId).click();
    await this.page.keyboard.type(text);
    await this.press("Enter");
  }

  async chooseFile(name: string, text: string): Promise<void> {
    await this.page.getByRole("button", { name: "Change by file" }).click();
    await this.page
      .getByLabel(/choose one/)
      .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  }

  /** Onto whatever is on top. */
  async dropFile(name: string, text: string): Promise<void> {
    const dataTransfer = await this.page.evaluateHandle(
      `(() => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
        return dropped;
      })()`,
    );
    const target = this.page.locator("dialog[open], .page:not(:has(dialog[open]))");
    await target.dispatchEvent("drop", { dataTransfer });
  }

  /** Keeps the updates of a pet from the service until the function that this gives is called. */
  async holdSaves(petId: bigint | number): Promise<() => void> {
    const held = Promise.withResolvers<void>();
    await this.page.route(`**/v1/inventory/${petId}`, async (route) => {
      await held.promise;
      await route.continue();
    });
    return held.resolve;
  }

  /** Resolves once the text is somewhere on the page. */
  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.tab[Symbol.asyncDispose]();
  }
}

interface ParentElement {
  readonly ariaRowIndex: string;
}
