// The dashboard can be put on a home screen: the page names a manifest, which names icons of the sizes that it says.

import { expect, test } from "bun:test";
import { decode } from "fast-png";
import { sharedService } from "../support/shared-service.ts";

const { service } = await sharedService(["1,5,available"]);

async function sizeOf(path: string): Promise<string> {
  const response = await fetch(service.url + path);
  expect(response.headers.get("Content-Type")).toBe("image/png");
  const { width, height } = decode(await response.bytes());
  return `${width}x${height}`;
}

test("the manifest opens the page by itself, and its icons have their sizes", async () => {
  const page = await (await fetch(service.url)).text();
  const address = /rel="manifest" href="([^"]+)"/.exec(page)?.[1];
  const response = await fetch(service.url + address);
  expect(response.headers.get("Content-Type")).toBe("application/manifest+json");
  const manifest = (await response.json()) as { readonly icons: readonly { src: string; sizes: string }[] };
  expect(manifest).toMatchObject({ start_url: "/", display: "standalone" });
  for (const { src, sizes } of manifest.icons) expect(await sizeOf(src)).toBe(sizes);
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(["192x192", "512x512", "512x512"]);
});

test("iPads and iPhones find their icon", async () => {
  const page = await (await fetch(service.url)).text();
  const address = /rel="apple-touch-icon" href="([^"]+)"/.exec(page)?.[1] ?? "";
  expect(await sizeOf(address)).toBe("180x180");
});
