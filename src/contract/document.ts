// openapi.yaml as data. Imported once, as text: imported both as text and as an object it becomes the object twice in
// the compiled executable.

import text from "../../openapi.yaml" with { type: "text" };

/** The part of an OpenAPI document that the service itself reads. */
export interface OpenApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

export const openApiText: string = text;

export const openApiDocument = Bun.YAML.parse(text) as OpenApiDocument;
