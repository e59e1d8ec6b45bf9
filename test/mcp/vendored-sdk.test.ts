// vendor/mcp/sdk.js is made of the packages in package-lock.json: an update of them without `npm run generate` fails.

import { expect, test } from "bun:test";
import { join } from "node:path";
import lock from "../../package-lock.json" with { type: "json" };
import { mcpSdk, VENDORED_PACKAGES } from "../../scripts/mcp-sdk.ts";

test("the vendored SDK is made of its packages as it is", async () => {
  const vendored = await Bun.file(join(import.meta.dir, "../../vendor/mcp/sdk.js")).text();
  if ((await mcpSdk()) === vendored) return;
  throw new Error("vendor/mcp/sdk.js is stale: run `npm run generate`, and commit it with package-lock.json");
});

test("no installation of the service has its packages", () => {
  const packages = new Map<string, object>(Object.entries(lock.packages));
  for (const name of VENDORED_PACKAGES)
    expect(packages.get(`node_modules/${name}`)).toMatchObject({ dev: true });
});
