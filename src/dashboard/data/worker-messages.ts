// Messages between the page and its data worker.

import type { PetBatch } from "./pet-columns.ts";
import type { LabelBlock } from "./label-block.ts";
import type { LabelRanks } from "./label-table.ts";
import type { ReadResult } from "./read-list.ts";
import { RequestError } from "../../client/client.ts";

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

/** An error of the client, or any other (`code` undefined). Messages between threads keep no class. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
}

export function sentError(error: unknown): SentError {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const { code, status, retryAfterMs } = error instanceof RequestError ? error : {};
  return { name, message, code, status, retryAfterMs };
}
