// The contract as the reference shows it: the same, with this very server to try it on, and samples to copy. The contract
// itself stays without either.

import { samplesOf } from "./samples.ts";

interface Parameter {
  readonly in: string;
  readonly description: string;
  readonly required?: boolean;
  readonly example?: unknown;
}

/** The parts of the contract that are shown otherwise than they stand there. */
export interface ShownDocument {
  readonly info: { readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

const LINKS = "The contract itself: [openapi.yaml](/openapi.yaml), [openapi.json](/openapi.json).";

/** `origin` is that of this server. */
export function shownDocument(contract: ShownDocument, origin: string): ShownDocument {
  const { info, servers, paths, components } = contract;
  return {
    ...contract,
    info: { ...info, description: `${info.description}\n${LINKS}` },
    servers: [{ url: `${origin}/v1`, description: "This server" }, ...servers],
    paths: mapValues(paths, (operations) =>
      mapValues(operations, (operation) => ({
        ...operation,
        "x-codeSamples": samplesOf(operation.operationId, origin),
      })),
    ),
    components: { ...components, parameters: mapValues(components.parameters, notFilledIn) },
  };
}

/**
 * Scalar sends each parameter that has an example, with that. For conditions and keys it would be wrong from the second
 * try on, so the example of what may be left out becomes a part of its description.
 */
function notFilledIn(parameter: Parameter): Parameter {
  const { example, ...rest } = parameter;
  if (parameter.required || example === undefined) return parameter;
  return { ...rest, description: `${parameter.description.trimEnd()}. Example: \`${String(example)}\`` };
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
