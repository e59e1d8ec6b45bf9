// The address of a shop, where a browser reaches a test's service: its own address is this machine's only, so a phone could not
// open a link to it.

import { BROWSER } from "../support/browser-name.ts";
import { withShopName } from "../support/firefox.ts";
import type { TestService } from "../support/service.ts";
import type { DashboardTab } from "./dashboard.ts";

export const SHOP = "http://petstock.example";

/** Leads the tab's requests to the shop's address to the service. Returns that address. */
export async function answerAtShop(
  tab: DashboardTab,
  { url }: Pick<TestService, "url">,
  shop = SHOP,
): Promise<string> {
  // Through playwright, Firefox's requests lose their bodies, and WebKit's cannot be seen: both know the name (firefox.ts, browser.ts).
  if (BROWSER !== "chromium") return withShopName(url);
  if (shop.startsWith("http:")) tab.tab.expectProblem(/Cross-Origin-Opener-Policy header has been ignored/);
  await tab.page.route(`${shop}/**`, async (route) => {
    // Requests in flight fail when the tab is closed.
    await route.fetch({ url: route.request().url().replace(shop, url) }).then(
      (response) => route.fulfill({ response }),
      () => {},
    );
  });
  return shop;
}
