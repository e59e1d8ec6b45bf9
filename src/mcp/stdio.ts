// The MCP server on two streams: one message in each line, and nothing else on the output.

import { serveStdio, StdioServerTransport } from "../../vendor/mcp/sdk.js";
import type { Readable, Writable } from "node:stream";
import { InventoryCopy } from "./inventory-copy.ts";
import { type McpOptions, serverFactory } from "./server.ts";

interface StdioOptions extends Omit<McpOptions, "inventory"> {
  readonly input: Readable;
  readonly output: Writable;
  /** Ends the server. */
  readonly signal: AbortSignal;
  /** Takes what is not the protocol. */
  readonly onProtocolError: (error: Error) => void;
}

/** Serves until the input ends, the output is closed, or the signal is aborted. */
export async function serveMcp(options: StdioOptions): Promise<void> {
  const { input, output, onProtocolError } = options;
  const ended = endOf(options);
  const inventory = new InventoryCopy(options.service);
  const server = serveStdio(serverFactory({ ...options, inventory }), {
    transport: new StdioServerTransport(input, output),
    onerror: onProtocolError,
  });
  await ended;
  await server.close();
}

function endOf({ input, output, signal }: StdioOptions): Promise<void> {
  return new Promise((resolve) => {
    const end = () => resolve();
    for (const event of ["end", "close", "error"]) input.once(event, end);
    for (const event of ["close", "error"]) output.once(event, end);
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
  });
}
