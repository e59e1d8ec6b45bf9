// Limit of the list: the runtime sends one and the same body, with the list's own headers, and looks at nothing. In a
// Blob, which of all forms costs the runtime the least.
// Arguments: the file of the body, the file of its headers as JSON.

import { serve } from "bun";

const [bodyPath = "", headersPath = ""] = process.argv.slice(2);
const body = new Blob([await Bun.file(bodyPath).bytes()]);
const headers: Record<string, string> = await Bun.file(headersPath).json();

const server = serve({
  hostname: "127.0.0.1",
  port: 0,
  development: false,
  routes: { "/v1/inventory": () => new Response(body, { headers }) },
});
process.stdout.write(`${server.url.origin}\n`);
