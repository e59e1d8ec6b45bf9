// The query parameters of each operation, as admin.yaml declares them: how a text is read, and the rule in words.

import { adminApiDocument } from "../contract/document.ts";
import { INT64_IN_WORDS, inWords } from "../contract/schema-words.ts";
import { parseTime } from "../contract/time.ts";
import { parsePetId } from "../inventory/item.ts";

export interface QueryParameter {
  readonly name: string;
  /** The value if the parameter is absent; undefined if there is none. */
  readonly fallback: unknown;
  /** Undefined if the text breaks the rule. */
  readonly read: (text: string) => unknown;
  /** The rule for its value, such as "an integer from 1 to 1000". */
  readonly rule: string;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly "x-extensible-enum"?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly description?: string;
  readonly examples?: readonly string[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
}

const known = new Map<string, ReadonlyMap<string, QueryParameter>>();

/** By name, in the order of the contract. Read for the first request: no start waits for it. */
export function parametersOf(operationId: string): ReadonlyMap<string, QueryParameter> {
  if (known.size === 0)
    for (const operation of operations()) known.set(operation.operationId, read(operation));
  return known.get(operationId)!;
}

function operations(): Operation[] {
  const { paths } = adminApiDocument() as unknown as { paths: Record<string, Record<string, Operation>> };
  return Object.values(paths).flatMap((item) => Object.values(item));
}

function read({ parameters }: Operation): ReadonlyMap<string, QueryParameter> {
  const inQuery = parameters.map(resolve).filter((parameter) => parameter.in === "query");
  return new Map(inQuery.map(({ name, schema }) => [name, parameterOf(name, resolve(schema))]));
}

/** Follows a reference; members beside it are kept (JSON Schema 2020-12). */
function resolve<T extends { readonly $ref?: string }>(node: T): T {
  if (node.$ref === undefined) return node;
  const { $ref, ...rest } = node;
  const found = $ref
    .split("/")
    .slice(1)
    .reduce((at: unknown, step) => (at as Record<string, unknown>)[step], adminApiDocument());
  return { ...(found as T), ...rest };
}

function parameterOf(name: string, schema: Schema): QueryParameter {
  return { name, fallback: schema.default, ...kindOf(schema) };
}

type Kind = Pick<QueryParameter, "read" | "rule">;

const BOOLEAN: Kind = {
  read: (text) => (text === "true" ? true : text === "false" ? false : undefined),
  rule: "true or false",
};
const TIME: Kind = {
  read: parseTime,
  rule: "a time such as 2026-03-01T09:30:00Z (RFC 3339; in a query + is %2B)",
};
const INT64: Kind = { read: parsePetId, rule: INT64_IN_WORDS };

function kindOf(schema: Schema): Kind {
  if (schema.type === "boolean") return BOOLEAN;
  if (schema.type === "integer") return schema.maximum === undefined ? INT64 : integer(schema);
  if (schema.format === "date-time") return TIME;
  const values = schema.enum ?? schema["x-extensible-enum"];
  return values === undefined ? string(schema) : oneOf(values);
}

/** Bounded, so that a double holds it. */
function integer({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): Kind {
  return {
    read: (text) => {
      const value = Number(parsePetId(text) ?? Number.NaN);
      return value >= minimum && value <= maximum ? value : undefined;
    },
    rule: `an integer from ${minimum} to ${maximum}`,
  };
}

function oneOf(words: readonly string[]): Kind {
  return {
    read: (text) => (words.includes(text) ? text : undefined),
    rule: `one of ${words.join(", ")}`,
  };
}

function string(schema: Schema): Kind {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern = "" } = schema;
  const form = new RegExp(pattern, "u");
  return {
    // U+FFFD stands for bytes that are not UTF-8.
    read: (text) => {
      const length = [...text].length;
      const fits = length >= minLength && length <= maxLength;
      return fits && form.test(text) && !text.includes("\ufffd") ? text : undefined;
    },
    rule: ruleOf(schema),
  };
}

function ruleOf(schema: Schema): string {
  const { examples = [], minLength, maxLength, pattern } = schema;
  if (minLength === undefined || examples.length > 0) return inWords(schema);
  return `${minLength} to ${maxLength} characters${pattern === undefined ? "" : ", without control characters"}`;
}
