// Sends cases on many connections at once, judges the answers, and counts them. The first case that breaks a promise
// ends the run.

import { type Found, RawConnection } from "../../support/raw-http.ts";
import {
  type Case,
  caseOf,
  type Grammar,
  isCaseRequestId,
  isWhole,
  type Keys,
  mayClose,
  type Plan,
  planOf,
} from "./case.ts";
import type { Draft, Refusal } from "./draft.ts";
import { type Ended, judge, judgeEnded, pathOf } from "./judge.ts";

/** Much longer than any answer takes, also on a busy machine. */
const ANSWER_MS_MAX = 20_000;

export interface Update {
  readonly requestId: string;
  readonly petId: string;
  readonly quantity: number;
}

export class Fuzzer {
  /** How often each kind of answer came. */
  readonly counts = new Map<string, number>();
  /** The updates in answers of 200. */
  readonly acknowledged: Update[] = [];
  /** Request ids of cases whose answer says that nothing was changed. */
  readonly refused = new Set<string>();
  readonly #url: string;
  readonly #keys: Keys;
  readonly #grammar: Grammar;

  constructor(url: string, keys: Keys, grammar: Grammar) {
    this.#url = url;
    this.#keys = keys;
    this.#grammar = grammar;
  }

  /** Runs the cases of a seed. Throws a FuzzFailure. */
  async run({ seed, count, clients }: { seed: number; count: number; clients: number }): Promise<void> {
    let next = 0;
    let failed = false;
    const client = async () => {
      using lane = new Lane(this.#url);
      while (next < count && !failed) {
        const plan = planOf(seed, next++, this.#grammar);
        try {
          await this.#try(plan, lane);
        } catch (error) {
          failed = true;
          throw new FuzzFailure(plan, error as Error);
        }
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
  }

  /** Runs one case alone on a new connection, and then a valid request on the same one. */
  async replay(plan: Plan): Promise<Error | undefined> {
    using lane = new Lane(this.#url);
    try {
      await this.#try(plan, lane);
      await this.#try(
        { number: -1, way: "whole", seed: 0, requests: [{ seed: 0, steps: [] }], damages: [] },
        lane,
      );
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }

  /** The bytes of a case as they are sent. */
  bytesOf(plan: Plan): Buffer {
    return Buffer.concat(caseOf(plan, this.#keys, this.#grammar).packets);
  }

  async #try(plan: Plan, lane: Lane): Promise<void> {
    const what = caseOf(plan, this.#keys, this.#grammar);
    // A case with an uncertain answer has its own connection, which is closed afterwards.
    const connection = what.certain ? await lane.kept() : await lane.fresh();
    await send(connection, what.packets);
    if (what.certain) await this.#expectAnswer(what.requests[0] as Draft, connection, lane);
    else await this.#expectEnd(what, connection);
  }

  async #expectAnswer(draft: Draft, connection: RawConnection, lane: Lane): Promise<void> {
    const found = await connection.next({ method: draft.method, limitMs: ANSWER_MS_MAX });
    if (found === undefined) {
      const rest = JSON.stringify(connection.rest.toString("latin1"));
      throw new Error(`the connection ended within the answer to ${draft.method}, after ${rest}`);
    }
    judge(draft, found);
    this.#note(draft.method, found);
    if (mayClose(draft)) lane.drop();
  }

  async #expectEnd(what: Case, connection: RawConnection): Promise<void> {
    if (what.ending === "vanish") {
      connection[Symbol.dispose]();
      this.#count("vanished");
      return;
    }
    connection.finish();
    await connection.closed(ANSWER_MS_MAX);
    const { answers, refusal } = judgeEnded(connection.rest);
    expectExplained(what, { answers, refusal });
    for (const found of answers) this.#note("any", found);
    if (refusal !== undefined) this.#count(`runtime ${refusal}`);
    else if (answers.length === 0) this.#count("closed");
  }

  #count(kind: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  #note(method: string, { status, headers, body }: Found): void {
    this.#count(`${status}`);
    const requestId = headers.get("X-Request-Id") ?? "";
    if (status >= 400 && isCaseRequestId(requestId)) this.refused.add(requestId);
    if (status !== 200 || (method !== "PATCH" && method !== "any")) return;
    const [, petId, quantity] = /^\{"petId":(-?\d+),"quantity":(\d+),/.exec(body.toString()) ?? [];
    if (petId !== undefined) this.acknowledged.push({ requestId, petId, quantity: Number(quantity) });
  }
}

/** Throws if the answers are fewer than this case may get. */
function expectExplained({ plan, requests }: Case, { answers, refusal }: Ended): void {
  const [first] = requests as [Draft];
  const outcome = refusal ?? (answers.length === 0 ? "closed" : undefined);
  // After a half-close the runtime drops every answer that is not made at once.
  const isLate = outcome === "closed" && !isAnsweredAtOnce(first);
  const isKnown = outcome === undefined || isLate || first.refusals.has(outcome as Refusal);
  if (isWhole(plan.way) && !isKnown) throw new Error(`the runtime's answer to it is ${outcome}`);
  const least = plan.way === "pipelined" ? atOnce(requests) : 0;
  if (answers.length < least) throw new Error(`${answers.length} answers, not ${least} at the least`);
}

/** How many requests of a pipeline are answered before the first that is not answered at once, or may be refused. */
function atOnce(requests: readonly Draft[]): number {
  const end = requests.findIndex((draft) => {
    return draft.refusals.size > 0 || mayClose(draft) || !isAnsweredAtOnce(draft);
  });
  return end < 0 ? requests.length : end;
}

function isAnsweredAtOnce({ method, target }: Draft): boolean {
  return method === "OPTIONS" || pathOf(target) === "/livez";
}

/** Sends each write in its own packet, as far as a program can. */
async function send(connection: RawConnection, packets: readonly Buffer[]): Promise<void> {
  for (const [at, packet] of packets.entries()) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve));
    if (packet.length > 0) connection.send(packet);
  }
}

/** One client: a connection that is reused while it may be. */
class Lane implements Disposable {
  readonly #url: string;
  #kept: RawConnection | undefined;
  #fresh: RawConnection | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async kept(): Promise<RawConnection> {
    this.#kept ??= await RawConnection.open(this.#url);
    return this.#kept;
  }

  async fresh(): Promise<RawConnection> {
    this.#fresh?.[Symbol.dispose]();
    this.#fresh = await RawConnection.open(this.#url);
    return this.#fresh;
  }

  drop(): void {
    this.#kept?.[Symbol.dispose]();
    this.#kept = undefined;
  }

  [Symbol.dispose](): void {
    this.drop();
    this.#fresh?.[Symbol.dispose]();
  }
}

export class FuzzFailure extends Error {
  override readonly name = "FuzzFailure";
  readonly plan: Plan;

  constructor(plan: Plan, cause: Error) {
    super(cause.message, { cause });
    this.plan = plan;
  }
}
