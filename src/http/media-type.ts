// Content negotiation: the form of a response that a client prefers (RFC 9110, section 12.5.1).

import Negotiator from "negotiator";

const JSON_TYPE = "application/json";

/** Whether a client names a media type, and does not accept JSON as much by name. Wildcards select JSON. */
export function prefers(
  accept: string | null,
  type: "text/event-stream" | "text/csv" | "application/x-ndjson",
): boolean {
  if (accept === null) return false;
  const qualities = new Map(accept.split(",").map(rangeOf));
  return (qualities.get(type) ?? 0) > (qualities.get(JSON_TYPE) ?? 0);
}

/** A media range without its parameters, and its weight; a malformed weight counts as 1. */
function rangeOf(text: string): [range: string, quality: number] {
  const [range = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = weight === undefined ? 1 : Number(weight.slice("q=".length));
  return [range, quality >= 0 && quality <= 1 ? quality : 1];
}

/**
 * Whether a GET or HEAD prefers HTML to JSON: a browser that opens an address. Without a preference it is a client of the API.
 */
export function prefersHtml({ method, headers }: Request): boolean {
  const accept = headers.get("Accept");
  if (accept === null || (method !== "GET" && method !== "HEAD")) return false;
  return new Negotiator({ headers: { accept } }).mediaType(["application/json", "text/html"]) === "text/html";
}
