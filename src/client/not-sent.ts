// Decides whether a request failed before any byte of it was sent, by the error of `fetch`. Errors are recognised by code, never
// by message; each runtime has its own: Node's undici puts the system's error into `cause`, Bun throws it, browsers tell nothing.

/** The system's or runtime's code, such as `ECONNREFUSED`; undefined in browsers. */
export function systemCodeOf(error: unknown): string | undefined {
  const code = systemErrorOf(error)?.["code"];
  return typeof code === "string" ? code : undefined;
}

/** System calls that come before the connection. */
const CONNECTING: ReadonlySet<unknown> = new Set(["getaddrinfo", "connect"]);

const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
  // The certificate, which is checked before the request is sent (https://nodejs.org/api/tls.html#x509-certificate-error-codes).
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/**
 * True only if it is certain. Never for GET, PUT and DELETE: when a connection in use breaks, runtimes may send these again by
 * themselves (RFC 9110, section 9.2.2), and then give the error of the second connection alone. Bun does.
 */
export function isSurelyNotSent(method: string, error: unknown): boolean {
  if (method !== "PATCH" && method !== "POST") return false;
  const { syscall, code } = systemErrorOf(error) ?? {};
  return syscall === undefined ? NOT_CONNECTED.has(code) : CONNECTING.has(syscall);
}

function systemErrorOf(error: unknown): Record<string, unknown> | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ("code" in each) return each as unknown as Record<string, unknown>;
  }
  return undefined;
}
