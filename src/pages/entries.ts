// The files that the service delivers to browsers: pages and worker scripts, each with its addresses and its
// Content-Security-Policy.

import { PAGE_PATHS } from "../dashboard/state/pages.ts";
import { contentPolicy } from "../http/assets.ts";
import { referenceContent } from "./reference-content.ts";

export interface Entry {
  /** All are answered with the same file. */
  readonly paths: readonly string[];
  /** A page's HTML or a worker's script, in `src/`. */
  readonly source: string;
  readonly policy: string;
  /** HTML for the page's element `<div id="content">`, made when the page is first requested, by the service's version. */
  readonly content?: (version: string) => string;
}

/** Resources of this service only, which includes its workers; no frames, no inline code. */
const PAGE = { "default-src": "'self'" };

/** A worker has the policy of its own response: it requests data and loads scripts, nothing else. */
const WORKER = { "default-src": "'none'", "connect-src": "'self'", "script-src": "'self'" };

export const ENTRIES: readonly Entry[] = [
  { paths: PAGE_PATHS, source: "dashboard/index.html", policy: contentPolicy(PAGE) },
  {
    paths: ["/data-worker.js"],
    source: "dashboard/data/data-worker.ts",
    policy: contentPolicy(WORKER),
  },
  {
    paths: ["/import-worker.js"],
    source: "dashboard/transfer/import-worker.ts",
    policy: contentPolicy(WORKER),
  },
  {
    paths: ["/scan-worker.js"],
    source: "dashboard/count/scan-worker.ts",
    policy: contentPolicy({ ...WORKER, "script-src": "'self' 'wasm-unsafe-eval'" }),
  },
  {
    paths: ["/service-worker.js"],
    source: "dashboard/service-worker.ts",
    policy: contentPolicy(WORKER),
  },
  {
    paths: ["/docs"],
    source: "reference/page/index.html",
    policy: contentPolicy(PAGE),
    content: referenceContent,
  },
  {
    paths: ["/docs/try"],
    source: "reference/try/index.html",
    // Scalar has its styles and icons inside its script.
    policy: contentPolicy({ ...PAGE, "style-src": "'self' 'unsafe-inline'", "img-src": "'self' data:" }),
  },
];
