// The browser that the browser tests run in: Chromium, or another one where `npm run test:browsers` asks for it.

export const BROWSERS = ["chromium", "firefox", "webkit"] as const;
export type BrowserName = (typeof BROWSERS)[number];

const chosen = process.env["PETSTOCK_BROWSER"] ?? "chromium";

export const BROWSER = BROWSERS.find((each) => each === chosen) ?? unknownBrowser();

function unknownBrowser(): never {
  throw new Error(`PETSTOCK_BROWSER is ${chosen}; it is one of ${BROWSERS.join(", ")}`);
}
