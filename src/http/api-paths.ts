// The paths of the two contracts, and of the same operations for assistants.

export const ADMIN_PREFIX = "/admin/v1/";
/** Path prefixes of the two contracts. */
export const API_PREFIXES: readonly string[] = ["/v1/", ADMIN_PREFIX];
/** Of the Model Context Protocol. */
export const MCP_PATH = "/mcp";

/** Whether clients with API keys use a path, pages of other origins among them. */
export function isOfApi(path: string): boolean {
  return path === MCP_PATH || API_PREFIXES.some((prefix) => path.startsWith(prefix));
}
