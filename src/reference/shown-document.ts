// The OpenAPI document as the reference shows it: with this server to try requests on, and code samples.

import { curlSample, type Parameter, type SampledOperation } from "./curl-sample.ts";
import { samplesOf } from "./samples.ts";

interface Operation extends SampledOperation {
  readonly operationId: string;
}

/** The parts of the OpenAPI document that are changed for the reference. */
export interface ShownDocument {
  readonly info: { readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
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
  const { info, servers, paths, components } = contract;
  return {
    ...contract,
    info: { ...info, description: `${info.description}\n${links}` },
    servers: [{ url: `${origin}${prefix}`, description: "This server" }, ...servers],
    paths: mapValues(paths, (operations, path) =>
      mapValues(operations, (operation, method) => {
        const address = `${origin}${prefix}${path}`;
        const samples = samplesOf(operation.operationId, origin);
        const made = () => curlSample(operation, { method, address, parameters: components.parameters });
        return {
          ...operation,
          parameters: operation.parameters.map((each) => ("$ref" in each ? each : withoutExample(each))),
          "x-codeSamples": samples.length > 0 ? samples : [made()],
        };
      }),
    ),
    components: { ...components, parameters: mapValues(components.parameters, withoutExample) },
  };
}

/**
 * Scalar sends every parameter that has an example. For `If-Match` or `Idempotency-Key` the example would be wrong from the
 * second request on, so the examples of optional parameters move to their descriptions.
 */
function withoutExample(parameter: Parameter): Parameter {
  const { example, ...rest } = parameter;
  if (parameter.required || example === undefined) return parameter;
  return { ...rest, description: `${parameter.description.trimEnd()}. Example: \`${String(example)}\`` };
}

function mapValues<A, B>(
  record: Readonly<Record<string, A>>,
  change: (value: A, key: string) => B,
): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
