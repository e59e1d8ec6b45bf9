// JSON bodies of the Admin API, read exactly and checked with the schemas of admin.yaml.

import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import type { components } from "./admin.generated.ts";
import { InvalidBodyError, quoted, readJson, show } from "./body-text.ts";
import { adminApiDocument } from "./document.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";
import { compileSchema, type Schema } from "./schemas.ts";
import { type Described, INT64_IN_WORDS, inWords } from "./schema-words.ts";

type SchemaName = keyof components["schemas"];

/** Bodies whose entries are checked one by one: the list, and the schema without its entries' rules. */
const LISTS = { ChangeSet: "changes", LabelUpdate: "labels" } as const satisfies Partial<
  Record<SchemaName, string>
>;

/** Bodies that are checked as a whole. */
type WholeBody = "KeyRequest" | "HookRequest" | "HookUpdate" | "SignInRequest";

/**
 * Reads a body and checks it with a schema of admin.yaml; the entries of a ChangeSet or a LabelUpdate are left to
 * `problemIn`. Throws InvalidBodyError with `invalid_json`, `duplicate_field`, `unknown_field` or `invalid_field`.
 */
export function parseAdminBody(text: string, name: WholeBody | keyof typeof LISTS): JsonObject {
  return checkAdminBody(readJson(text, OBJECT_HINT), name);
}

export const OBJECT_HINT = "Send a JSON object.";

/** The same for a body that was read already. */
export function checkAdminBody(body: JsonValue, name: WholeBody | keyof typeof LISTS): JsonObject {
  if (!isJsonObject(body)) {
    throw new InvalidBodyError(
      "invalid_json",
      `The body is ${show(body)}, not an object. Send a JSON object.`,
    );
  }
  const problem = problemIn(body, name, "the body");
  if (problem !== undefined) throw problem;
  return body;
}

/**
 * The problem of a value by a schema of admin.yaml: undefined, `unknown_field` or `invalid_field`. `what` names the value in
 * the message.
 */
export function problemIn(value: JsonValue, name: SchemaName, what: string): InvalidBodyError | undefined {
  const isIllFormed = illFormedMember(value);
  if (isIllFormed !== undefined) {
    return new InvalidBodyError("invalid_field", `${quoted(isIllFormed)} is not well-formed Unicode.`);
  }
  const matches = validator(name);
  const checked = withFewMembers(value);
  if (matches(checked)) return undefined;
  return mistakeIn(checked, matches.errors ?? [], what);
}

/** Whether `problemIn` finds nothing, at a fraction of its cost. */
export function isWithoutProblem(value: JsonValue, name: SchemaName): boolean {
  return illFormedMember(value) === undefined && validator(name)(withFewMembers(value)) === true;
}

/** More than any schema has: among so many members one is unknown, and each further one would only be another mistake. */
const MEMBERS_MAX = 50;

function withFewMembers(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value);
  return members.length > MEMBERS_MAX ? Object.fromEntries(members.slice(0, MEMBERS_MAX)) : value;
}

const validators = new Map<SchemaName, ValidateFunction>();

/** Compiled for the first body: it takes as long as the rest of a start. */
function validator(name: SchemaName): ValidateFunction {
  const known = validators.get(name);
  if (known !== undefined) return known;
  const document = adminApiDocument();
  const compiled = compileSchema(withoutEntries(name, document.components.schemas[name] as Schema), document);
  validators.set(name, compiled);
  return compiled;
}

function withoutEntries(name: SchemaName, schema: Schema): Schema {
  const list = (LISTS as Partial<Record<SchemaName, string>>)[name];
  if (list === undefined) return schema;
  const properties = schema["properties"] as Readonly<Record<string, Schema>>;
  const { items: _, ...rest } = properties[list]!;
  return { ...schema, properties: { ...properties, [list]: rest } };
}

/** Lone surrogates are valid in JSON; no database stores them. */
function illFormedMember(value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return undefined;
  return Object.entries(value).find(([, each]) => typeof each === "string" && !each.isWellFormed())?.[0];
}

function mistakeIn(value: JsonValue, errors: readonly ErrorObject[], what: string): InvalidBodyError {
  const unknown = errors.find(({ keyword }) => keyword === "additionalProperties");
  if (unknown !== undefined) {
    const member = quoted(String(unknown.params["additionalProperty"]));
    return new InvalidBodyError("unknown_field", `${member} is no member of ${what}. Remove it.`);
  }
  const missing = errors.find(({ keyword }) => keyword === "required");
  if (missing !== undefined) {
    const member = quoted(String(missing.params["missingProperty"]));
    return new InvalidBodyError("invalid_field", `${member} is missing in ${what}. Add it.`);
  }
  const [first] = errors;
  const [, member, ...inside] = first?.instancePath.split("/") ?? [];
  if (member === undefined)
    return new InvalidBodyError("invalid_field", `${what} is ${show(value)}, not an object.`);
  const place = [quoted(member), ...inside.map((step) => `[${step}]`)].join("");
  const got = valueAt(value, [member, ...inside]);
  const shown = Array.isArray(got) && got.length === 0 ? "an empty array" : show(got);
  return new InvalidBodyError("invalid_field", `${place} ${ruleOf(first!)}; got ${shown}.`);
}

function valueAt(value: JsonValue, path: readonly string[]): JsonValue {
  return path.reduce((at, step) => (at as JsonObject)[step] ?? null, value);
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  integer: "an integer",
  array: "an array",
  object: "an object",
  boolean: "true or false",
};

/** `: a whole number and a unit` of a text with a form. */
function formOf(schema: ErrorObject["parentSchema"]): string {
  return schema?.["pattern"] === undefined ? "" : `: ${inWords(schema as Described)}`;
}

/** In words, of a schema's own where it has a form: never its regular expression. */
function ruleOf({ keyword, params, parentSchema }: ErrorObject): string {
  const { type, limit } = params as { type?: string; limit?: number };
  switch (keyword) {
    case "enum":
      return `must be one of ${(params["allowedValues"] as readonly unknown[]).join(", ")}`;
    case "const":
      return `must be ${String(params["allowedValue"])}`;
    case "type":
      return `must be ${TYPES[String(type)] ?? String(type)}${formOf(parentSchema)}`;
    case "minimum":
      return `must be at least ${limit}`;
    case "maximum":
      return `must be at most ${limit}`;
    case "minLength":
      return limit === 1 ? "must not be empty" : `must have at least ${limit} characters`;
    case "maxLength":
      return `must have at most ${limit} characters`;
    case "minItems":
      return limit === 1 ? "must have an entry" : `must have at least ${limit} entries`;
    case "maxItems":
      return `must have at most ${limit} entries`;
    case "uniqueItems":
      return "must not have the same entry twice";
    case "int64":
      return `must be ${INT64_IN_WORDS}`;
    default:
      return `must be ${inWords(parentSchema as Described)}`;
  }
}
