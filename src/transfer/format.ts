// The three file formats of inventory rows, and the format that a file's name means.

/** `json` is one array, as `GET /v1/inventory` answers it; `ndjson` has one item in each line. */
export const TRANSFER_FORMATS = ["csv", "ndjson", "json"] as const;

export type TransferFormat = (typeof TRANSFER_FORMATS)[number];

const FORMAT_OF_ENDING: Readonly<Record<string, TransferFormat>> = {
  csv: "csv",
  ndjson: "ndjson",
  jsonl: "ndjson",
  json: "json",
};

/** By the ending (`.csv`, `.ndjson`, `.jsonl`, `.json`, in any case); undefined for any other. */
export function formatOfFileName(name: string): TransferFormat | undefined {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(FORMAT_OF_ENDING, ending) ? FORMAT_OF_ENDING[ending] : undefined;
}
