// TLS settings: the cipher suites, and HTTP Strict Transport Security (RFC 6797), which makes browsers use only https.

import type { Finisher } from "./operation.ts";

/**
 * For TLS 1.2, only ephemeral key exchange and authenticated encryption (RFC 9325, section 4.2). By default the runtime also
 * accepts CBC, and RSA key exchange, with which the private key decrypts recorded traffic. All suites of TLS 1.3 qualify.
 */
export const CIPHERS = ["AES128-GCM-SHA256", "AES256-GCM-SHA384", "CHACHA20-POLY1305"]
  .flatMap((cipher) => [`ECDHE-ECDSA-${cipher}`, `ECDHE-RSA-${cipher}`])
  .join(":");

/** One year. Without includeSubDomains, because other services may run there. */
const POLICY = "max-age=31536000";

export const setTransportSecurity: Finisher = (response) => {
  response.headers.set("Strict-Transport-Security", POLICY);
};
