// The OpenAPI document as the page at /docs/try shows it: with this server to try requests on, code samples, and forms that are
// empty, so that a request which is sent as it was opened changes no pet.

import { curlSample, type Parameter, type ParameterSchema, type SampledOperation } from "../curl-sample.ts";
import { samplesOf } from "../samples.ts";

type Body = NonNullable<SampledOperation["requestBody"]>;

type Schemas = Readonly<Record<string, ShownSchema>>;

interface ShownSchema extends ParameterSchema {
  readonly "x-extensible-enum"?: readonly string[];
}

interface Operation extends SampledOperation {
  readonly operationId: string;
}

/** The parts of the OpenAPI document that are changed for the reference. */
export interface ShownDocument {
  readonly info: { readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Schemas;
  };
}

export interface Place {
  /** The address of this server. */
  readonly origin: string;
  /** Before each path of the document. */
  readonly prefix: string;
  /** The document's address without its extension. */
  readonly path: string;
}

export function shownDocument(contract: ShownDocument, { origin, prefix, path: file }: Place): ShownDocument {
  const links = `The OpenAPI document: [openapi.yaml](${file}.yaml), [openapi.json](${file}.json).`;
  const { info, paths, components } = contract;
  const emptied = (parameter: Parameter) => withoutValues(parameter, components.schemas);
  return {
    ...contract,
    info: { ...info, description: `${info.description}\n${links}` },
    servers: [{ url: `${origin}${prefix}`, description: "This server" }],
    paths: mapValues(paths, (operations, path) =>
      mapValues(operations, (operation, method) => {
        const address = `${origin}${prefix}${path}`;
        const samples = samplesOf(operation.operationId, origin);
        const made = () => curlSample(operation, { method, address, parameters: components.parameters });
        return {
          ...operation,
          parameters: operation.parameters.map((each) => ("$ref" in each ? each : emptied(each))),
          ...(operation.requestBody && { requestBody: withoutExamples(operation.requestBody) }),
          "x-codeSamples": samples.length > 0 ? samples : [made()],
        };
      }),
    ),
    components: {
      ...components,
      parameters: mapValues(components.parameters, emptied),
      schemas: mapValues(components.schemas, withKnownValues),
    },
  };
}

/** Scalar does not know the extension, and would show none of the values. */
function withKnownValues(schema: ShownSchema): ShownSchema {
  const { "x-extensible-enum": values, ...rest } = schema;
  return values === undefined ? schema : { ...rest, enum: values };
}

/**
 * Scalar fills its form with examples, defaults and first values, and sends them. They move to the descriptions, so that each value
 * is typed.
 */
function withoutValues(parameter: Parameter, schemas: Schemas): Parameter {
  const { example, schema, ...rest } = parameter;
  const { type, format, enum: values, default: otherwise } = resolved(schema, schemas);
  const texts = [
    parameter.description.trimEnd(),
    values && `One of ${values.map((value) => `\`${value}\``).join(", ")}`,
    otherwise !== undefined && `Default: \`${String(otherwise)}\``,
    example !== undefined && `Example: \`${String(example)}\``,
  ];
  return {
    ...rest,
    description: texts.filter(Boolean).join(". "),
    schema: { type, ...(format && { format }) },
  };
}

function resolved(schema: ParameterSchema, schemas: Schemas): ParameterSchema {
  return schema.$ref === undefined ? schema : schemas[schema.$ref.replace(/^.*\//, "")]!;
}

/** An empty body is refused by every operation. Without an example, Scalar would make one of the schema. */
function withoutExamples(body: Body): Body {
  const content = mapValues(body.content, (media, type) => ({ ...media, example: isJson(type) ? {} : "" }));
  const examples = Object.entries(body.content).flatMap(([type, { example }]) =>
    example === undefined ? [] : [`Example, \`${type}\`:\n\n${fenced(example)}`],
  );
  return { ...body, description: [body.description.trimEnd(), ...examples].join("\n\n"), content };
}

const isJson = (type: string): boolean => type === "application/json";

function fenced(example: unknown): string {
  const text = typeof example === "string" ? example.trimEnd() : JSON.stringify(example, null, 2);
  return `\`\`\`\n${text}\n\`\`\``;
}

function mapValues<A, B>(
  record: Readonly<Record<string, A>>,
  change: (value: A, key: string) => B,
): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
