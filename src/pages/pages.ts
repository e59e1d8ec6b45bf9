// Routes for the dashboard, the API reference and the OpenAPI documents. Each is bundled when it is first requested, off the
// server's thread: that delays neither the start nor API requests.

import type { HTMLBundle } from "bun";
import { adminApiJson, adminApiText, openApiJson, openApiText } from "../contract/document.ts";
import { type Asset, makeAsset, pagePolicy, sendAsset } from "../http/assets.ts";
import type { Operation } from "../http/operation.ts";
import type { RouteTable } from "../http/server.ts";
import { andThen, type Awaitable } from "../inventory/awaitable.ts";
import dashboard from "../dashboard/index.html";
import reference from "../reference/index.html";
import { bundlePage } from "./bundle.ts";
import { lazy } from "./lazy.ts";

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
    // The reference has its styles and icons inside its script.
    policy: pagePolicy({ "style-src": "'self' 'unsafe-inline'", "img-src": "'self' data:" }),
  },
];

/** For the files of both pages. Their names contain a hash of their content. */
const ASSETS = "/assets/";

export function pageRoutes(): RouteTable {
  const pages = PAGES.map((page) => ({ path: page.path, assets: lazy(() => makePage(page)) }));
  const pageRoutesByPath = pages.map(({ path, assets }): [string, { GET: Operation }] => [
    path,
    { GET: sendAsset(() => andThen(assets(), ({ html }) => html)) },
  ]);
  return {
    ...Object.fromEntries(pageRoutesByPath),
    [`${ASSETS}:name`]: { GET: sendAsset(({ params }) => findFile(pages, params?.["name"] ?? "")) },
    "/openapi.yaml": {
      GET: sendDocument("application/yaml", () => openApiText),
    },
    "/openapi.json": {
      GET: sendDocument("application/json", openApiJson),
    },
    "/admin/openapi.yaml": {
      GET: sendDocument("application/yaml", () => adminApiText),
    },
    "/admin/openapi.json": {
      GET: sendDocument("application/json", adminApiJson),
    },
  };
}

interface PageAssets {
  readonly html: Asset;
  readonly files: ReadonlyMap<string, Asset>;
}

async function makePage({ entry, policy }: Page): Promise<PageAssets> {
  const { html, files } = await bundlePage(entry, ASSETS);
  const assets = files.map(async (file): Promise<[string, Asset]> => [
    file.name,
    await makeAsset({ ...file, immutable: true }),
  ]);
  return { html: await makeAsset({ ...html, policy }), files: new Map(await Promise.all(assets)) };
}

type LazyPage = { readonly assets: () => Awaitable<PageAssets> };

/** Bundles the pages if needed: after a restart, a browser may request a file before its page. */
function findFile([page, ...others]: readonly LazyPage[], name: string): Awaitable<Asset | undefined> {
  if (page === undefined) return undefined;
  return andThen(page.assets(), ({ files }) => files.get(name) ?? findFile(others, name));
}

function sendDocument(type: string, text: () => string): Operation {
  return sendAsset(lazy(() => makeAsset({ bytes: new TextEncoder().encode(text()), type })));
}
