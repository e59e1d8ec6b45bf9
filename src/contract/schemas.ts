// Compiles schemas of the contracts with ajv. Integers of 64 bits are exact: `type: integer, format: int64` takes a number or a
// BigInt within an int64, because ajv takes no BigInt for an integer, and no schema can hold the bounds.

import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { OpenApiDocument } from "./document.ts";
import { parseTime } from "./time.ts";

export type Schema = Readonly<Record<string, unknown>>;

/** Compiles a schema of a document, with its references. Errors are all listed. */
export function compileSchema(schema: Schema, document: OpenApiDocument): ValidateFunction {
  const ajv = instances.get(document) ?? makeAjv(document);
  instances.set(document, ajv);
  return ajv.compile(exact(schema) as Schema);
}

/** One for each document, so that each of its components is compiled once. */
const instances = new WeakMap<OpenApiDocument, Ajv2020>();
/** Stands for the document in references. */
const DOCUMENT_ID = "contract";

function makeAjv({ components }: OpenApiDocument): Ajv2020 {
  // Not strict: the contracts have unions with null and members of OpenAPI. Without JSON Schema's own schema: tests check the
  // contracts by it, and to compile it takes longer than all of ours.
  const ajv = new Ajv2020({
    allErrors: true,
    // Errors have the schema that they break, for its description.
    verbose: true,
    strict: false,
    validateFormats: true,
    validateSchema: false,
    meta: false,
  });
  ajv.addFormat("date-time", (text) => parseTime(text) !== undefined);
  // For generators of clients: `minimum` and `maximum` are the bounds here.
  ajv.addFormat("int32", true);
  ajv.addVocabulary(["components"]).addKeyword({
    keyword: "int64",
    validate: (_: true, value: unknown) =>
      typeof value === "bigint" ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value),
    error: { message: "must be an int64" },
  });
  return ajv.addSchema({ components: { schemas: exact(components.schemas) } }, DOCUMENT_ID);
}

/** A copy of a schema in which `{type: integer, format: int64}` is the exact keyword, and references name the document. */
function exact(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(exact);
  if (typeof schema === "string" && schema.startsWith("#/components/")) return DOCUMENT_ID + schema;
  if (typeof schema !== "object" || schema === null) return schema;
  const { type, format, ...rest } = schema as Record<string, unknown>;
  // A service takes the values that it knows; only clients must take others.
  if ("x-extensible-enum" in rest) return { ...rest, type, enum: rest["x-extensible-enum"] };
  if (type === "integer" && format === "int64") return { ...rest, int64: true };
  const isNullable = Array.isArray(type) && type.join() === "integer,null";
  if (isNullable && format === "int64") return { anyOf: [{ ...rest, int64: true }, { type: "null" }] };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, exact(value)]));
}
