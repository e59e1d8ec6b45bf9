// HTTP Strict Transport Security (RFC 6797): a browser that was here over TLS comes back over nothing else.

import { andThen } from "../inventory/eventually.ts";
import type { Handler } from "./operation.ts";

/** A year, as is usual. Without includeSubDomains: they are not ours to speak for. */
const POLICY = "max-age=31536000";

export function withTransportSecurity(handler: Handler): Handler {
  return (request, listener) =>
    andThen(handler(request, listener), (response) => {
      response.headers.set("Strict-Transport-Security", POLICY);
      return response;
    });
}
