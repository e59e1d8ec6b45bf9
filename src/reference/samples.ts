// Code samples for each operation, adapted to the server that shows them. Each sample is a file that tests can run.

import listCurl from "./samples/list-inventory.sample.sh" with { type: "text" };
import listClient from "./samples/list-inventory.sample.js" with { type: "text" };
import updateCurl from "./samples/update-inventory.sample.sh" with { type: "text" };
import updateClient from "./samples/update-inventory.sample.js" with { type: "text" };
import { SAMPLE_SERVER } from "./sample-server.ts";

/** Scalar's format (`x-codeSamples`). */
export interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

const SAMPLES: Readonly<Record<string, { readonly curl: string; readonly client: string }>> = {
  listInventory: { curl: listCurl, client: listClient },
  updateInventory: { curl: updateCurl, client: updateClient },
};

/** `origin`: the server that the samples send their requests to. */
export function samplesOf(operationId: string, origin: string): Sample[] {
  const texts = SAMPLES[operationId];
  if (texts === undefined) return [];
  return [
    { lang: "shell", label: "curl", source: withServer(origin, texts.curl) },
    { lang: "javascript", label: "petstock-client", source: withServer(origin, texts.client) },
  ];
}

function withServer(origin: string, text: string): string {
  return text.replaceAll(SAMPLE_SERVER, origin).trimEnd();
}
