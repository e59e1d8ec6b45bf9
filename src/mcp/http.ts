// The MCP server for one request over HTTP, in the protocol of 2026 and in that of 2025.

import { createMcpHandler } from "../../vendor/mcp/sdk.js";
import { type McpOptions, serverFactory } from "./server.ts";

/** Answers each request on its own. Its tools never change, so nothing can be subscribed to. */
export function answerMcp(request: Request, options: McpOptions): Promise<Response> {
  const { fetch } = createMcpHandler(serverFactory(options), { maxSubscriptions: 0, keepAliveMs: 0 });
  return fetch(request);
}
