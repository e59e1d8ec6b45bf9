// Routes for the dashboard, its workers, the API reference, the OpenAPI documents and the clients' packages. Each is made when it
// is first requested, off the server's thread: that delays neither the start nor API requests.

import {
  adminApiJson,
  adminApiText,
  olderAdminApiJson,
  olderOpenApiJson,
  openApiJson,
  openApiText,
} from "../contract/document.ts";
import { type Asset, makeAsset, sendAsset } from "../http/assets.ts";
import type { Operation } from "../http/operation.ts";
import type { RouteTable } from "../http/dispatch.ts";
import { andThen, type Awaitable } from "../inventory/awaitable.ts";
import { ASSETS, bundleOf } from "./bundle.ts";
import { packageRoutes } from "./client-package.ts";
import { ENTRIES, type Entry } from "./entries.ts";
import { homeScreenRoutes } from "./home-screen.ts";
import { lazy } from "./lazy.ts";

/** `version`: that of the service. */
export function pageRoutes(version: string): RouteTable {
  const delivered = ENTRIES.map((entry) => ({
    paths: entry.paths,
    assets: lazy(() => makeAssets(entry, version)),
  }));
  const entryRoutes = delivered.flatMap(({ paths, assets }) => {
    const route = { GET: sendAsset(() => andThen(assets(), ({ entry }) => entry)) };
    return paths.map((path): [string, { GET: Operation }] => [path, route]);
  });
  return {
    ...Object.fromEntries(entryRoutes),
    [`${ASSETS}:name`]: { GET: sendAsset(({ params }) => findFile(delivered, params?.["name"] ?? "")) },
    ...homeScreenRoutes(),
    "/openapi.yaml": {
      GET: sendDocument("application/yaml", () => openApiText),
    },
    "/openapi.json": {
      GET: sendDocument("application/json", openApiJson),
    },
    "/openapi-3.0.json": {
      GET: sendDocument("application/json", olderOpenApiJson),
    },
    "/admin/openapi.yaml": {
      GET: sendDocument("application/yaml", () => adminApiText),
    },
    "/admin/openapi.json": {
      GET: sendDocument("application/json", adminApiJson),
    },
    "/admin/openapi-3.0.json": {
      GET: sendDocument("application/json", olderAdminApiJson),
    },
    ...packageRoutes(version),
  };
}

interface EntryAssets {
  readonly entry: Asset;
  readonly files: ReadonlyMap<string, Asset>;
}

async function makeAssets({ source, policy, content }: Entry, version: string): Promise<EntryAssets> {
  const { entry: bundled, files } = await bundleOf(source);
  const entry =
    content === undefined ? bundled : { ...bundled, bytes: filled(bundled.bytes, content(version)) };
  const assets = files.map(async (file): Promise<[string, Asset]> => [
    file.name,
    await makeAsset({ ...file, immutable: true }),
  ]);
  return { entry: await makeAsset({ ...entry, policy }), files: new Map(await Promise.all(assets)) };
}

/** The page with content in its element for that. */
function filled(page: Uint8Array, content: string): Uint8Array<ArrayBuffer> {
  const element = '<div id="content">';
  return new TextEncoder().encode(new TextDecoder().decode(page).replace(element, () => element + content));
}

type Delivered = { readonly assets: () => Awaitable<EntryAssets> };

/** Bundles the entries if needed: after a restart, a browser may request a file before its page. */
function findFile([first, ...others]: readonly Delivered[], name: string): Awaitable<Asset | undefined> {
  if (first === undefined) return undefined;
  return andThen(first.assets(), ({ files }) => files.get(name) ?? findFile(others, name));
}

function sendDocument(type: string, text: () => string): Operation {
  return sendAsset(lazy(() => makeAsset({ bytes: new TextEncoder().encode(text()), type })));
}
