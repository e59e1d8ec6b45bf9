// The page at an unknown address, for people: a small page with links to the pages that exist.

import { contentPolicy } from "../http/assets.ts";
import { NO_STORE, type Reply } from "../http/operation.ts";

const STYLE = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 15vh auto; padding: 0 1rem; }
a { color: light-dark(#0f6b64, #5cc9bd); }`;

const HTML = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No such page · Pet store</title>
<style>${STYLE}</style>
<main>
<h1>No such page</h1>
<p>There is nothing at this address. Was it typed by hand, or is the link old?</p>
<p><a href="/">Inventory</a> · <a href="/docs">API reference</a></p>
</main>
</html>
`;

/** The only style that the page's policy allows. */
const STYLE_HASH = new Bun.CryptoHasher("sha256").update(STYLE).digest("base64");

export const MISSING_PAGE: Reply = {
  status: 404,
  headers: {
    ...NO_STORE,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": contentPolicy({
      "default-src": "'none'",
      "style-src": `'sha256-${STYLE_HASH}'`,
    }),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
  },
  body: HTML,
};
