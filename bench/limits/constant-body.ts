// Limit of the list: the runtime sends a constant body with the list's headers and ignores the request. The body is a Blob,
// the cheapest form for the runtime.
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
