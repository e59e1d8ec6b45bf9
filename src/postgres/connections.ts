// The connections to one server, in pools apart: nothing slow is ever ahead of the question that each list asks.

import { SQL } from "bun";
import { noop } from "./deadline.ts";

/** Longest wait for a connection, s. */
const CONNECT_TIMEOUT_S = 5;
/** Longest wait at the end for what was asked: a frozen server never answers it. */
const CLOSE_TIMEOUT_S = 5;

export class Connections {
  /**
   * Whether the server is alive. On a connection of its own: a question that waits for somebody's lock must not look like
   * a server that is frozen, or each new set of connections would end up waiting for the same lock.
   */
  readonly pulse: SQL;
  /** What changed? */
  readonly questions: SQL;
  /** Groups of updates: one at work, and one that waits for the lock behind it. */
  readonly groups: SQL;
  /** Imports, exports, proofs and keys. */
  readonly works: SQL;
  readonly #waiting = new Set<(error: Error) => void>();
  #loss: Error | undefined;

  constructor(url: string) {
    this.pulse = connect(url, 1);
    this.questions = connect(url, 2);
    this.groups = connect(url, 2);
    this.works = connect(url, 3);
  }

  /**
   * Connects all pools, where it can: later the server may have no connection left for us, and the first to ask anything
   * need not wait for a login. A pool that is asked anything makes all of its connections.
   */
  async warm(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool`SELECT 1`.catch(noop)));
  }

  /**
   * Settles as `work` does, or rejects once these connections are given up: nobody waits on a frozen one. Not a race with
   * one promise of their loss, which would remember whoever raced with it for as long as the connections live.
   */
  orLost<T>(work: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    work.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    if (this.#loss === undefined) this.#waiting.add(reject);
    else reject(this.#loss);
    return promise;
  }

  /** Ends every connection at once, whatever it is doing. */
  giveUp(error: Error): void {
    this.#loss = error;
    for (const reject of this.#waiting) reject(error);
    for (const pool of this.#pools) void pool.close({ timeout: 0 }).catch(noop);
  }

  /** Ends the connections when they have done what they were asked. */
  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close({ timeout: CLOSE_TIMEOUT_S }).catch(noop)));
  }

  get #pools(): readonly SQL[] {
    return [this.pulse, this.questions, this.groups, this.works];
  }
}

export function connect(url: string, max: number): SQL {
  return new SQL({
    url,
    max,
    bigint: true,
    connectionTimeout: CONNECT_TIMEOUT_S,
    connection: { application_name: "petstock" },
  });
}
