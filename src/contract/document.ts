// openapi.yaml as data. Imported once, as text: imported both as text and as an object it becomes the object twice in
// the compiled executable.

import text from "../../openapi.yaml" with { type: "text" };

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

/** Integers of so many digits may be beyond 2^53; in the middle of a word or of quotes they are none. */
const LONG_INTEGER = /(?<![\w"'.+-])-?[0-9]{16,}(?![\w"'.])/g;
/** Nothing that anybody writes. */
const MARK = "\u{f8ff}";

/** YAML as JSON, with every digit of long integers, which the reader of YAML makes doubles of: it is shown texts instead. */
export function exactJson(yaml: string): string {
  const marked = Bun.YAML.parse(yaml.replace(LONG_INTEGER, `${MARK}$&`));
  const json = JSON.stringify(marked);
  // Alone in its quotes it was a value, elsewhere a part of a text.
  return json.replace(new RegExp(`"${MARK}(-?[0-9]+)"`, "g"), "$1").replaceAll(MARK, "");
}
