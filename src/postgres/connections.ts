// The connections to one server, in pools apart: nothing slow is ever ahead of the question that each list asks.

import { SQL } from "bun";
import { noop } from "./deadline.ts";

/** Longest wait for a connection, s. */
const CONNECT_TIMEOUT_S = 5;

export class Connections {
  /** What changed? Also whether the server still is what it was. */
  readonly questions: SQL;
  /** Groups of updates: one at work, and one that waits for the lock behind it. */
  readonly groups: SQL;
  /** Imports, exports, proofs and keys. */
  readonly works: SQL;
  /** Rejects once these connections are given up, so that nobody waits on a frozen one. */
  readonly lost: Promise<never>;
  readonly #lose: (error: Error) => void;

  constructor(url: string) {
    this.questions = connect(url, 2);
    this.groups = connect(url, 2);
    this.works = connect(url, 4);
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(noop);
    this.lost = promise;
    this.#lose = reject;
  }

  /** Ends every connection at once, whatever it is doing. */
  giveUp(error: Error): void {
    this.#lose(error);
    for (const pool of this.#pools) void pool.close({ timeout: 0 }).catch(noop);
  }

  /** Ends the connections when they have done what they were asked. */
  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close().catch(noop)));
  }

  get #pools(): readonly SQL[] {
    return [this.questions, this.groups, this.works];
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
