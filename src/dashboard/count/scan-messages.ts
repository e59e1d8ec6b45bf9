// Messages between the page and the worker that decodes the camera's pictures.

import type { SentError } from "../data/worker-messages.ts";

export interface ScanRequest {
  readonly image: ImageData;
}

export type ScanMessage = { readonly id: number } & (
  | { readonly kind: "end"; readonly code: string | undefined }
  | { readonly kind: "error"; readonly error: SentError }
);
