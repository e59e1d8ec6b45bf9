// What goes with TLS: the cipher suites, and HTTP Strict Transport Security (RFC 6797), so that a browser that was here over
// TLS comes back over nothing else.

import { andThen } from "../inventory/awaitable.ts";
import type { Handler } from "./operation.ts";

/**
 * For TLS 1.2: ephemeral key exchange and authenticated encryption alone (RFC 9325, section 4.2). The runtime would also take
 * RSA key exchange, with which the private key opens recorded traffic, and CBC. Those of TLS 1.3 are all of this kind.
 */
export const CIPHERS = ["AES128-GCM-SHA256", "AES256-GCM-SHA384", "CHACHA20-POLY1305"]
  .flatMap((cipher) => [`ECDHE-ECDSA-${cipher}`, `ECDHE-RSA-${cipher}`])
  .join(":");

/** A year, as is usual. Without includeSubDomains: they are not ours to speak for. */
const POLICY = "max-age=31536000";

export function withTransportSecurity(handler: Handler): Handler {
  return (request, listener) =>
    andThen(handler(request, listener), (response) => {
      response.headers.set("Strict-Transport-Security", POLICY);
      return response;
    });
}
