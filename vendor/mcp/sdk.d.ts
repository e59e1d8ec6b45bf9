export { type CallToolResult, createMcpHandler, McpServer } from "@modelcontextprotocol/server";
export { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
export {
  array,
  boolean,
  enum,
  int,
  iso,
  literal,
  NEVER,
  type output,
  strictObject,
  string,
  union,
  type ZodObject,
} from "zod";
