// Samples for each operation, to copy and run: files of their own, sent to whichever server shows them.

import listCurl from "./samples/list-inventory.sample.sh" with { type: "text" };
import listClient from "./samples/list-inventory.sample.js" with { type: "text" };
import updateCurl from "./samples/update-inventory.sample.sh" with { type: "text" };
import updateClient from "./samples/update-inventory.sample.js" with { type: "text" };

/** As Scalar takes it. */
export interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** The server that the files name. */
const SERVER = "http://127.0.0.1:8080";

const SAMPLES: Readonly<Record<string, { readonly curl: string; readonly client: string }>> = {
  listInventory: { curl: listCurl, client: listClient },
  updateInventory: { curl: updateCurl, client: updateClient },
};

/** `origin` is that of the server which they are for. */
export function samplesOf(operationId: string, origin: string): Sample[] {
  const texts = SAMPLES[operationId];
  if (texts === undefined) return [];
  return [
    { lang: "shell", label: "curl", source: sentTo(origin, texts.curl) },
    { lang: "javascript", label: "petstock/client", source: sentTo(origin, texts.client) },
  ];
}

function sentTo(origin: string, text: string): string {
  return text.replaceAll(SERVER, origin).trimEnd();
}
