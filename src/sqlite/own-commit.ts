// The newest commit, as the connection that made it remembers it while no other one has written. It saves each commit two
// statements: one for the newest commit, which also tells whether the inventory has moved, and one for the schema's version.

import type { Position } from "../inventory/position.ts";
import { WalIndex } from "./file/wal-index.ts";

export class OwnCommit implements Disposable {
  readonly #index: WalIndex | undefined;
  #position: Position | undefined;

  /** `path`: of a database that this process has open and has read from. */
  constructor(path: string) {
    this.#index = WalIndex.of(path);
  }

  /** Under the write lock. Undefined if another connection may have written since `keep`. */
  recall(): Position | undefined {
    if (this.#index?.isUnchanged === true) return this.#position;
    this.#index?.remember();
    this.#position = undefined;
    return undefined;
  }

  /** After the transaction in which `recall` was asked; `newest` is the newest commit at its end. */
  keep(newest: Position): void {
    if (this.#index === undefined) return;
    // The lock was given back with the commit, so another process may have written already.
    this.#position = this.#index.rememberNext() <= 1 ? newest : undefined;
  }

  [Symbol.dispose](): void {
    this.#index?.[Symbol.dispose]();
  }
}

const NONCE_BYTES = 16;

/**
 * The nonce of the newest commit of this process, in memory that its writers share: one on the writer's thread, one on the service's.
 */
export class OwnNonce {
  readonly #text: Buffer;

  /** `memory`: from `memory` of the first one, also of another thread. */
  constructor(readonly memory: SharedArrayBuffer = new SharedArrayBuffer(NONCE_BYTES)) {
    this.#text = Buffer.from(memory);
  }

  /** Whether a newest commit with `nonce` is another process's. False before the first commit. */
  isOther(nonce: string): boolean {
    return this.#text[0] !== 0 && this.#text.toString("latin1") !== nonce;
  }

  /** Under the write lock. */
  set(nonce: string): void {
    this.#text.write(nonce, "latin1");
  }
}
