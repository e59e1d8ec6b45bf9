// A curl sample for an operation without a sample file, made of the examples in its document.

import type { Sample } from "./samples.ts";

type Reference = { readonly $ref: string };

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly required?: boolean;
  readonly schema: ParameterSchema;
  readonly example?: unknown;
}

/** The members of a parameter's schema that a form reads. */
export interface ParameterSchema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
}

export interface SampledOperation {
  /** Empty: it needs no key. Absent: as the document says. */
  readonly security?: readonly object[];
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: {
    readonly description: string;
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>;
  };
}

interface SampledPlace {
  /** In lower case. */
  readonly method: string;
  /** With the server, and `{name}` for each parameter. */
  readonly address: string;
  /** The document's, for references. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export function curlSample(operation: SampledOperation, place: SampledPlace): Sample {
  const { method, address, parameters } = place;
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  const verb =
    method === "get" || (method === "post" && body !== undefined) ? "" : `-X ${method.toUpperCase()} `;
  const lines = [`curl ${verb}"${withExamples(address, operation.parameters, parameters)}"`];
  if (operation.security?.length !== 0) lines.push('  -H "Authorization: Bearer $PETSTOCK_KEY"');
  if (body !== undefined) {
    const [type, { example }] = body;
    lines.push(`  -H "Content-Type: ${type}"`, `  -d '${JSON.stringify(example)}'`);
  }
  return { lang: "shell", label: "curl", source: lines.join(" \\\n") };
}

function withExamples(
  address: string,
  own: readonly (Parameter | Reference)[],
  shared: SampledPlace["parameters"],
): string {
  const all = own.map((each) =>
    "$ref" in each ? (shared[each.$ref.replace(/^.*\//, "")] as Parameter) : each,
  );
  const inPath = all.filter((each) => each.in === "path");
  const path = inPath.reduce(
    (text, { name, example }) => text.replace(`{${name}}`, String(example)),
    address,
  );
  const needed = all.filter((each) => each.in === "query" && each.required === true);
  const query = needed.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}
