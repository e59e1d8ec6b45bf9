// Messages between the page and its data worker.

import type { PetBatch } from "./pet-columns.ts";
import type { LabelBlock } from "./label-block.ts";
import type { LabelRanks } from "./label-table.ts";
import type { ReadResult } from "./read-list.ts";
import type { SentError } from "./sent-error.ts";

export interface ReadRequest {
  readonly read: "list" | "labels";
  readonly url: string;
  /** Only ever in a message: never in an address, never stored. */
  readonly apiKey: string;
  readonly etag: string | undefined;
}

/** `id` names a read in all messages about it. */
export type WorkerRequest = { readonly id: number } & (ReadRequest | { readonly abort: true });

export type WorkerMessage = { readonly id: number } & (
  | { readonly kind: "start" }
  | { readonly kind: "batch"; readonly batch: PetBatch }
  | { readonly kind: "block"; readonly block: LabelBlock }
  | { readonly kind: "end"; readonly result: ReadResult | undefined; readonly ranks?: LabelRanks }
  | { readonly kind: "error"; readonly error: SentError }
);
