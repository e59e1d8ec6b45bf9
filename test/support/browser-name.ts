// The browser that the browser tests run in: Chromium, or Firefox, where `npm run test:browsers` asks for it.

export const BROWSERS = ["chromium", "firefox"] as const;
export type BrowserName = (typeof BROWSERS)[number];

const chosen = process.env["PETSTOCK_BROWSER"] ?? "chromium";

export const BROWSER = BROWSERS.find((each) => each === chosen) ?? unknownBrowser();

function unknownBrowser(): never {
  throw new Error(`PETSTOCK_BROWSER is ${chosen}; it is one of ${BROWSERS.join(", ")}`);
}
