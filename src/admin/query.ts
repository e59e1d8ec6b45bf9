// The query of a request to the Admin API, read and checked by admin.yaml: unknown, repeated and malformed parameters are
// refused, so that a mistyped `dryrun=true` changes nothing.

import type { operations } from "../contract/admin.generated.ts";
import { ApiError } from "../http/api-error.ts";
import { parametersOf, type QueryParameter } from "./query-parameters.ts";

type OperationId = keyof operations;

/** Parameters with a default in admin.yaml: always present. */
type Defaulted =
  | "limit"
  | "order"
  | "actors"
  | "dryRun"
  | "replace"
  | "skipChanged"
  | "force"
  | "step"
  | "overlap"
  | "validFor";

type Written<Id extends OperationId> = NonNullable<operations[Id]["parameters"]["query"]>;

/** As read: ids are exact, times are ms since 1970. */
type Value<Id extends OperationId, Name extends keyof Written<Id>> = Name extends "petId"
  ? bigint
  : [Id, Name] extends ["listEntries", "after"]
    ? bigint
    : [Id, Name] extends ["listMovements" | "getTotals", "since" | "until"]
      ? number
      : NonNullable<Written<Id>[Name]>;

/** The query parameters of an operation by name. */
export type Query<Id extends OperationId> = {
  readonly [Name in keyof Written<Id> as Name extends Defaulted ? Name : never]-?: Value<Id, Name>;
} & {
  readonly [Name in keyof Written<Id> as Name extends Defaulted ? never : Name]?: Value<Id, Name>;
};

/** Throws `invalid_query`, which names the parameter. */
export function queryOf<Id extends OperationId>({ url }: Pick<Request, "url">, operationId: Id): Query<Id> {
  const parameters = parametersOf(operationId);
  const at = url.indexOf("?");
  const given = new URLSearchParams(at < 0 ? "" : url.slice(at));
  const query: Record<string, unknown> = {};
  for (const [name, text] of given) {
    const parameter = parameters.get(name);
    if (parameter === undefined) throw unknown(name, [...parameters.keys()]);
    if (name in query) throw invalid(`The query parameter "${name}" is there twice; send it once.`);
    query[name] = valueOf(parameter, text);
  }
  for (const { name, fallback } of parameters.values()) {
    if (fallback !== undefined) query[name] ??= fallback;
  }
  return query as Query<Id>;
}

function valueOf({ name, read, rule }: QueryParameter, text: string): unknown {
  const value = read(text);
  if (value !== undefined) return value;
  throw invalid(`The query parameter "${name}" must be ${rule}; got ${shown(text)}.`);
}

function unknown(name: string, known: readonly string[]): ApiError {
  const hint =
    known.length === 0
      ? "This operation has none."
      : `Accepted are: ${known.map((each) => `"${each}"`).join(", ")}.`;
  return invalid(`The query parameter ${shown(name)} is unknown. ${hint}`);
}

function invalid(message: string): ApiError {
  return new ApiError("invalid_query", message);
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}
