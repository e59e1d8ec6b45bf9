// Tells browsers that open an address from clients of the API.

import Negotiator from "negotiator";

/** Whether a GET or HEAD prefers HTML to JSON (RFC 9110, section 12.5.1). Without a preference it is a client. */
export function wantsPage({ method, headers }: Request): boolean {
  const accept = headers.get("Accept");
  if (accept === null || (method !== "GET" && method !== "HEAD")) return false;
  return new Negotiator({ headers: { accept } }).mediaType(["application/json", "text/html"]) === "text/html";
}
