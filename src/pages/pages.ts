// The pages and documents that the service shows of itself, as routes. Made when the first of them is asked for, off the
// server's thread: they cost neither the start nor any request of the interface.

import type { HTMLBundle } from "bun";
import { openApiJson, openApiText } from "../contract/document.ts";
import { type Asset, makeAsset, pagePolicy, sendAsset } from "../http/assets.ts";
import type { Operation } from "../http/operation.ts";
import type { RouteTable } from "../http/server.ts";
import { andThen, type Awaitable } from "../inventory/awaitable.ts";
import dashboard from "../dashboard/index.html";
import reference from "../reference/index.html";
import { bundlePage } from "./bundle.ts";
import { once } from "./once.ts";

interface Page {
  readonly path: string;
  readonly entry: HTMLBundle;
  readonly policy: string;
}

const PAGES: readonly Page[] = [
  { path: "/", entry: dashboard, policy: pagePolicy() },
  {
    path: "/docs",
    entry: reference,
    // The reference brings its styles and symbols within its script.
    policy: pagePolicy({ "style-src": "'self' 'unsafe-inline'", "img-src": "'self' data:" }),
  },
];

/** Of all that the pages need, by names that hold a hash. */
const FOLDER = "/assets/";

export function pageRoutes(): RouteTable {
  const made = PAGES.map((page) => ({ path: page.path, assets: once(() => makePage(page)) }));
  const pages = made.map(({ path, assets }): [string, { GET: Operation }] => [
    path,
    { GET: sendAsset(() => andThen(assets(), ({ html }) => html)) },
  ]);
  return {
    ...Object.fromEntries(pages),
    [`${FOLDER}:name`]: { GET: sendAsset(({ params }) => findFile(made, params?.["name"] ?? "")) },
    "/openapi.yaml": {
      GET: sendDocument("application/yaml", () => openApiText),
    },
    "/openapi.json": {
      GET: sendDocument("application/json", openApiJson),
    },
  };
}

interface PageAssets {
  readonly html: Asset;
  readonly files: ReadonlyMap<string, Asset>;
}

async function makePage({ entry, policy }: Page): Promise<PageAssets> {
  const { html, files } = await bundlePage(entry, FOLDER);
  const assets = files.map(async (file): Promise<[string, Asset]> => [
    file.name,
    await makeAsset({ ...file, immutable: true }),
  ]);
  return { html: await makeAsset({ ...html, policy }), files: new Map(await Promise.all(assets)) };
}

type MadePage = { readonly assets: () => Awaitable<PageAssets> };

/** Whoever has a page from another server, or from before a restart, asks here for its files first. */
function findFile([page, ...others]: readonly MadePage[], name: string): Awaitable<Asset | undefined> {
  if (page === undefined) return undefined;
  return andThen(page.assets(), ({ files }) => files.get(name) ?? findFile(others, name));
}

function sendDocument(type: string, text: () => string): Operation {
  return sendAsset(once(() => makeAsset({ bytes: new TextEncoder().encode(text()), type })));
}
