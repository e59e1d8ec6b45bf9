// What answers say beside their own headers where they go over TLS.

import { andThen } from "../inventory/eventually.ts";
import type { Listener } from "./client-address.ts";
import type { Handler } from "./operation.ts";

/**
 * A browser that was here over TLS comes back over nothing else (RFC 6797), for a year, as is usual. Without
 * includeSubDomains: they are not ours to speak for.
 */
const STRICT = "max-age=31536000";

/** Tells of a listener that another has taken over from: its clients should come back, to the new one's certificate. */
export interface Takeover {
  isLeaving(listener: Listener): boolean;
}

export function withTransportSecurity(handler: Handler, takeover: Takeover): Handler {
  return (request, listener) =>
    andThen(handler(request, listener), (response) => {
      response.headers.set("Strict-Transport-Security", STRICT);
      if (takeover.isLeaving(listener)) response.headers.set("Connection", "close");
      return response;
    });
}
