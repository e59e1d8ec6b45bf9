// The client of a service, for commands: which proxy gets its requests, whether certificates are checked, and its positions.

import { PetstockAdmin } from "../../client/client.ts";
import { isLoopback } from "../../sign-in-link.ts";
import { type Context, printMessage, CommandError } from "../context.ts";
import { parsePositionTag } from "../../contract/position-tag.ts";
import type { Position } from "../../inventory/position.ts";

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

/** Revision and nonce of a position, which is opaque on the wire: commands show them as for a database. Throws a CommandError. */
export function positionOrThrow(tag: string): Position {
  const position = parsePositionTag(tag);
  if (position !== undefined) return position;
  throw new CommandError(
    `the service gave the position ${JSON.stringify(tag)}, which this petstock does not know`,
  );
}

/** The newest position. */
export async function newestPosition(admin: PetstockAdmin): Promise<Position> {
  return positionOrThrow((await admin.me()).position);
}
