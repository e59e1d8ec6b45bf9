// The two contracts, openapi.yaml and admin.yaml, as data. Imported once, as text: if one is imported as text and as an object,
// the compiled executable gets the object twice.

import adminText from "../../admin.yaml" with { type: "text" };
import text from "../../openapi.yaml" with { type: "text" };
import olderAdminText from "./admin-3.0.generated.yaml" with { type: "text" };
import olderText from "./openapi-3.0.generated.yaml" with { type: "text" };

/** The part of an OpenAPI document that the service itself reads. */
export interface OpenApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

export const openApiText: string = text;

export const openApiDocument = Bun.YAML.parse(text) as OpenApiDocument;

/** The same document as JSON. */
export function openApiJson(): string {
  return exactJson(text);
}

/** The same document in OpenAPI 3.0, as JSON. */
export function olderOpenApiJson(): string {
  return exactJson(olderText);
}

/** The contract of the Admin API. */
export const adminApiText: string = adminText;

/** Parsed for the first use: few requests need it, and it would make every start longer. */
export function adminApiDocument(): OpenApiDocument {
  parsedAdminApi ??= Bun.YAML.parse(adminText) as OpenApiDocument;
  return parsedAdminApi;
}

let parsedAdminApi: OpenApiDocument | undefined;

export function adminApiJson(): string {
  return exactJson(adminText);
}

/** The same in OpenAPI 3.0. */
export function olderAdminApiJson(): string {
  return exactJson(olderAdminText);
}

/** Integers that may be above 2^53. Digits within a word or within quotes are not integers. */
const LONG_INTEGER = /(?<![\w"'.+-])-?[0-9]{16,}(?![\w"'.])/g;
/** A private-use character, which no document has. */
const MARK = "\u{f8ff}";

/** YAML as JSON. The YAML parser makes doubles of integers, so that long ones are marked as text to keep every digit. */
export function exactJson(yaml: string): string {
  const marked = Bun.YAML.parse(yaml.replace(LONG_INTEGER, `${MARK}$&`));
  const json = JSON.stringify(marked);
  // Alone in its quotes a marked integer was a value, elsewhere a part of a text.
  return json.replace(new RegExp(`"${MARK}(-?[0-9]+)"`, "g"), "$1").replaceAll(MARK, "");
}
