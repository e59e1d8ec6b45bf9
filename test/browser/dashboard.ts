// The dashboard in a browser: a tab on a service, and what a user sees and does there.

import type { Locator, Page } from "playwright-core";
import { BrowserTab, type TabOptions } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

export interface DashboardOptions extends Omit<TabOptions, "url"> {
  /** Signs in with this key; stays signed out if absent. */
  readonly key?: string;
  /** Whether the key is in the tab's memory only, so that a reload ends the session. */
  readonly shared?: boolean;
  /** The query of the page's address, such as `?q=1`. */
  readonly query?: string;
  /** Whether `passTime` can be used. */
  readonly clock?: boolean;
}

/**
 * For tests of the page without a network. Elsewhere the browser stores no page: that takes as much of the processor as to open it, and
 * its requests are beside those of the test.
 */
export const STORES_PAGE = { serviceWorkers: "allow" } as const;

export const PHONE = { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true };

/** Generous, for a busy machine. */
const TIMEOUT_MS = 30_000;

export class DashboardTab implements AsyncDisposable {
  readonly tab: BrowserTab;
  readonly page: Page;

  private constructor(tab: BrowserTab) {
    this.tab = tab;
    this.page = tab.page;
  }

  static async open(
    { url }: Pick<TestService, "url">,
    { key, shared = false, query = "", clock = false, ...options }: DashboardOptions = {},
  ): Promise<DashboardTab> {
    const dashboard = new DashboardTab(await BrowserTab.open({ url, serviceWorkers: "block", ...options }));
    dashboard.page.setDefaultTimeout(TIMEOUT_MS);
    if (clock) await dashboard.page.clock.install();
    await dashboard.page.goto(`${url}/${query}`);
    if (key !== undefined) await dashboard.signIn(key, { shared });
    return dashboard;
  }

  async signIn(key: string, { shared = false } = {}): Promise<void> {
    const field = this.page.locator("#api-key");
    await field.fill(key);
    if (shared) await this.page.getByLabel("This is a shared computer").check();
    // In any language.
    await field.press("Enter");
    await field.waitFor({ state: "detached" });
    // The page's code is loaded when it is opened.
    await this.page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
  }

  /** Answers the question of a link that was opened here. */
  async agreeToLink(name: string): Promise<void> {
    await this.page.getByRole("button", { name: `Sign in as ${name}`, exact: true }).click();
  }

  async signOut(): Promise<void> {
    await this.page.getByRole("button", { name: /^Account/ }).click();
    await this.page.getByRole("menuitem", { name: "Sign out" }).click();
    await this.page.getByLabel("API key").waitFor();
  }

  row(petId: bigint | number): Locator {
    return this.page.getByRole("row").filter({
      has: this.page.getByRole("rowheader", { name: String(petId), exact: true }),
    });
  }

  quantity(petId: bigint | number): Locator {
    return this.row(petId).locator(".quantity");
  }

  note(petId: bigint | number): Locator {
    return this.row(petId).locator(".changed");
  }

  /** The ids of the rows shown, from the top. */
  async petIds(): Promise<string[]> {
    const places = await this.page.getByRole("rowheader").evaluateAll((cells) =>
      cells.map((cell) => ({
        id: String(cell.textContent),
        place: Number((cell as unknown as { parentElement: ParentElement }).parentElement.ariaRowIndex),
      })),
    );
    return places.toSorted((a, b) => a.place - b.place).map(({ id }) => id);
  }

  /** Resolves when these rows are shown. */
  async shows(ids: readonly string[]): Promise<void> {
    await until(`${ids} to be shown`, async () => String(await this.petIds()) === String(ids)).catch(
      async (error: unknown) => {
        throw new Error(`${await this.petIds()} is shown`, { cause: error });
      },
    );
  }

  /** Presses the keys until the page, which may have just been opened, takes them. */
  async openCommands(): Promise<Locator> {
    const menu = this.page.getByRole("dialog", { name: "Commands" });
    await until("the command menu", async () => {
      if ((await menu.count()) > 0) return true;
      await this.press("Control+k");
      return false;
    });
    return menu;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Types over the pet's quantity, and presses Enter. */
  async type(petId: bigint | number, text: string): Promise<void> {
    await this.quantity(petId).click();
    await this.page.keyboard.type(text);
    await this.press("Enter");
  }

  async chooseFile(name: string, content: string | Uint8Array): Promise<void> {
    await this.page.getByRole("button", { name: "Import" }).click();
    await this.page
      .getByLabel(/choose one/)
      .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
  }

  /** Drops it onto the topmost element: the dialog, if one is open. */
  async dropFile(name: string, content: string | Uint8Array): Promise<void> {
    const dataTransfer = await this.page.evaluateHandle(
      `(() => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([Uint8Array.of(${Buffer.from(content).join()})], ${JSON.stringify(name)}));
        return dropped;
      })()`,
    );
    const target = this.page.locator("dialog[open], .page:not(:has(dialog[open]))");
    await target.dispatchEvent("drop", { dataTransfer });
  }

  /** Holds requests to an address until the returned function is called. */
  async hold(address: string): Promise<() => void> {
    const held = Promise.withResolvers<void>();
    await this.page.route(address, async (route) => {
      await held.promise;
      await route.continue();
    });
    return held.resolve;
  }

  /** Holds the updates of a pet. */
  holdSaves(petId: bigint | number): Promise<() => void> {
    return this.hold(`**/v1/inventory/${petId}`);
  }

  /** Advances the page's clock, for example past the pause before its next request for the list. */
  async passTime(ms: number): Promise<void> {
    await this.page.clock.fastForward(ms);
  }

  /** Takes the network away, until a request has failed and the page says that it is offline. Needs `clock`. */
  async goOffline(): Promise<void> {
    this.tab.expectProblem(/ERR_INTERNET_DISCONNECTED/);
    await this.page.context().setOffline(true);
    await until("the page to be offline", async () => {
      // The next request. The page may have noticed before it, by the silence.
      await this.passTime(3_000);
      const told = await this.page.getByText(/^Not live since/).count();
      return told > 0 && this.tab.hasMetExpected;
    });
  }

  /** Resolves when the text is on the page. */
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
