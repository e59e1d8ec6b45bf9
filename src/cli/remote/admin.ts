// The client of a service, for commands: which proxy gets its requests, and whether certificates are checked.

import { PetstockAdmin } from "../../client/client.ts";
import { isLoopback } from "../../sign-in-link.ts";
import { type Context, printMessage } from "../context.ts";

export interface ServiceAccount {
  readonly url: string;
  readonly apiKey: string;
}

export function remoteAdmin(context: Context, account: ServiceAccount): PetstockAdmin {
  const { url } = account;
  if (url.startsWith("https:") && context.env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0")
    printMessage(
      context,
      `NODE_TLS_REJECT_UNAUTHORIZED=0: the certificate of ${url} is not checked, so another machine in between can read the API key.`,
    );
  return new PetstockAdmin({ ...account, ...(isLoopback(url) && { fetch: fetchDirectly }) });
}

/** Without the proxy of HTTP_PROXY, HTTPS_PROXY or ALL_PROXY: a key for the own machine never leaves it. */
function fetchDirectly(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, { ...init, proxy: false });
}
