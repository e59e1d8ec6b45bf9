// Writes vendor/mcp/sdk.js, the parts of the MCP SDK and of zod that vendor/mcp/sdk.d.ts names: `bun scripts/mcp-sdk.ts`.

import { join } from "node:path";

const VENDORED = join(import.meta.dir, "../vendor/mcp");

/** The npm packages that are in the file. */
export const VENDORED_PACKAGES = ["@modelcontextprotocol/server", "@modelcontextprotocol/core", "zod"];

/** The file's text. */
export async function mcpSdk(): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(VENDORED, "sdk.d.ts")],
    target: "bun",
    minify: true,
  });
  return outputs[0]!.text();
}

if (import.meta.main) await Bun.write(join(VENDORED, "sdk.js"), await mcpSdk());
