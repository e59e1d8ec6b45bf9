// The bodies of requests as they arrive: up to a size, within a time, at a minimum rate, and while their API key is usable. Bodies of
// JSON are in memory as a whole, so their sizes are bounded: for each key and in all, until their work is done.

import { ApiError } from "../http/api-error.ts";
import { type BodyLimit, checkJsonType, incompleteJson } from "../http/read-body.ts";
import { KeySlots } from "../inventory/key-slots.ts";
import type { KeyRecord } from "../inventory/key-store.ts";
import type { KeyEndings } from "../keys/key-endings.ts";
import { type UploadLimits, uploadOf } from "./upload.ts";

/**
 * JSON of one key at most, and of all together, bytes: 32 MiB as text take some 150 MB when they are read and checked. Clients of
 * change sets send some 50 KB.
 */
const KEY_BYTES_MAX = 8 * 1024 * 1024;
const ALL_BYTES_MAX = 32 * 1024 * 1024;
/** 1 MiB in a minute need 140 kbit/s. */
const JSON_TIMEOUT_MS = 60_000;

export class IncomingBodies {
  readonly #endings: KeyEndings;
  readonly #ofKeys = new KeySlots(KEY_BYTES_MAX);
  #bytes = 0;

  constructor(endings: KeyEndings) {
    this.#endings = endings;
  }

  /** Throws what `uploadOf` throws. */
  bytesOf(request: Request, key: KeyRecord, limits: UploadLimits): AsyncGenerator<Uint8Array> {
    return uploadOf(request, { ...limits, watch: (onEnd) => this.#endings.watch(key.id, onEnd) });
  }

  /**
   * Reads JSON as text, and works on it. Throws `unsupported_media_type`, `body_too_large`, `invalid_json` if the body is not
   * UTF-8 or is incomplete, `request_timeout`, `overloaded` where bodies of JSON take too much memory, and what the work throws.
   */
  async withJson<T>(
    request: Request,
    { key, limit }: { readonly key: KeyRecord; readonly limit: BodyLimit },
    work: (text: string) => Promise<T>,
  ): Promise<T> {
    checkJsonType(request);
    const bytes = Number(request.headers.get("Content-Length") ?? limit.bytesMax);
    const reserved = Math.min(bytes, limit.bytesMax);
    this.#reserve(key, reserved);
    try {
      return await work(await this.#textOf(request, key, limit));
    } finally {
      this.#ofKeys.free(key.id, reserved);
      this.#bytes -= reserved;
    }
  }

  #reserve({ id, name }: KeyRecord, bytes: number): void {
    if (this.#bytes + bytes > ALL_BYTES_MAX) throw tooMuch("The service reads");
    if (!this.#ofKeys.take(id, bytes)) throw tooMuch(`The API key "${name}" has`);
    this.#bytes += bytes;
  }

  async #textOf(request: Request, key: KeyRecord, { bytesMax, advice }: BodyLimit): Promise<string> {
    const chunks: Uint8Array[] = [];
    const limits = { bytesMax, advice, timeoutMs: JSON_TIMEOUT_MS, brokenOff: incompleteJson };
    for await (const chunk of this.bytesOf(request, key, limits)) chunks.push(chunk);
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
    } catch {
      throw incompleteJson();
    }
  }
}

function tooMuch(who: string): ApiError {
  const message = `${who} too much JSON under way; nothing was changed. Try again shortly, with fewer requests at once.`;
  return new ApiError("overloaded", message, { "Retry-After": "1" });
}
