// The contract as the reference shows it: the same, with this very server to try it on, and samples to copy. The contract
// itself stays without either.

import { samplesOf } from "./samples.ts";

/** The parts of an OpenAPI document that are added to. */
export interface ShownDocument {
  readonly info: { readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

const LINKS = "The contract itself: [openapi.yaml](/openapi.yaml), [openapi.json](/openapi.json).";

/** `origin` is that of this server. */
export function shownDocument<T extends ShownDocument>(contract: T, origin: string): T {
  return {
    ...contract,
    info: { ...contract.info, description: `${contract.info.description}\n${LINKS}` },
    servers: [{ url: `${origin}/v1`, description: "This server" }, ...contract.servers],
    paths: mapValues(contract.paths, (operations) =>
      mapValues(operations, (operation) => ({
        ...operation,
        "x-codeSamples": samplesOf(operation.operationId, origin),
      })),
    ),
  };
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
