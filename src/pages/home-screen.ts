// What a browser asks for when the dashboard is put on a home screen: the manifest (https://www.w3.org/TR/appmanifest/) and the icons.

import appleIcon from "../dashboard/icons/apple-touch-icon.png" with { type: "file" };
import icon192 from "../dashboard/icons/icon-192.png" with { type: "file" };
import icon512 from "../dashboard/icons/icon-512.png" with { type: "file" };
import maskable from "../dashboard/icons/icon-maskable.png" with { type: "file" };
import { makeAsset, sendAsset } from "../http/assets.ts";
import type { Operation } from "../http/operation.ts";
import type { RouteTable } from "../http/dispatch.ts";
import { lazy } from "./lazy.ts";

const ICONS = { "/icon-192.png": icon192, "/icon-512.png": icon512, "/icon-maskable.png": maskable };
/** Where iPads and iPhones look for it. */
const APPLE_ICON = "/apple-touch-icon.png";

const MANIFEST = {
  id: "/",
  name: "Pet store inventory",
  short_name: "Pet store",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: "#ffffff",
  theme_color: "#0f766e",
  icons: [
    { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icon-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};

export function homeScreenRoutes(): RouteTable {
  const icons = Object.entries({ ...ICONS, [APPLE_ICON]: appleIcon });
  return {
    "/app.webmanifest": {
      GET: send("application/manifest+json", () => new TextEncoder().encode(JSON.stringify(MANIFEST))),
    },
    ...Object.fromEntries(
      icons.map(([address, path]) => [address, { GET: send("image/png", () => Bun.file(path).bytes()) }]),
    ),
  };
}

type Bytes = Uint8Array<ArrayBuffer>;

function send(type: string, bytes: () => Bytes | Promise<Bytes>): Operation {
  return sendAsset(
    lazy(async () => makeAsset({ bytes: await bytes(), type, isCompressed: type === "image/png" })),
  );
}
