// Clients that update, also with change sets, and list during a fault, and a record of every answer with its time. Each client owns one pet, and
// sends growing values, each once, so that a lost, invented or reordered update shows.

import type { Answer, TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const CLIENTS = 6;
/** Above every deadline of the service: a request that takes longer hangs. */
const ANSWER_LIMIT_MS = 60_000;
/** The pause after a refusal: much shorter than Retry-After, to time the recovery exactly. */
const PAUSE_MS = 10;

export type Verdict = "ok" | "unavailable" | "outcome_unknown" | "wrong";

/** One request and its answer. Times are of performance.now(). */
export interface Exchange {
  readonly kind: "update" | "list";
  readonly petId: number;
  /** The quantity that an update sets, or that a list shows if it was answered. */
  readonly quantity: number;
  readonly requestId: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly verdict: Verdict;
  /** The answer, if it is wrong. */
  readonly words: string;
}

export class Load {
  readonly exchanges: Exchange[] = [];
  readonly #service: TestService;
  readonly #key: string;
  #sent = 0;
  #stopping = false;
  #clients: Promise<unknown> = Promise.resolve();

  constructor(service: TestService, key: string) {
    this.#service = service;
    this.#key = key;
  }

  /** The rows that the service needs. */
  static readonly rows: readonly string[] = Array.from({ length: CLIENTS }, (_, i) => `${i + 1},0,available`);

  start(): void {
    this.#clients = Promise.all(Array.from({ length: CLIENTS }, (_, i) => this.#client(i + 1)));
  }

  /** Resolves when every request is answered. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#clients;
  }

  count(verdict: Verdict, { since = 0, kind }: { since?: number; kind?: Exchange["kind"] } = {}): number {
    return this.exchanges.filter(
      (each) =>
        each.verdict === verdict && each.sentAt >= since && (kind === undefined || kind === each.kind),
    ).length;
  }

  /** Waits until this many requests sent from now on got this verdict. */
  async untilSeen(verdict: Verdict, times: number, kind?: Exchange["kind"]): Promise<void> {
    const since = performance.now();
    const seen = () => this.count(verdict, { since, ...(kind && { kind }) }) >= times;
    await until(`${times} times ${verdict}`, seen, ANSWER_LIMIT_MS);
  }

  get longestMs(): number {
    return Math.max(...this.exchanges.map(({ sentAt, answeredAt }) => answeredAt - sentAt));
  }

  /** The time from the moment until both an update and a list were answered 200 again, in ms. */
  recoveredAfterMs(moment: number): number {
    const first = (kind: Exchange["kind"]) =>
      this.exchanges.find((each) => each.kind === kind && each.verdict === "ok" && each.answeredAt >= moment)
        ?.answeredAt ?? Number.POSITIVE_INFINITY;
    return Math.max(first("update"), first("list")) - moment;
  }

  async #client(petId: number): Promise<void> {
    while (!this.#stopping) {
      const update = await this.#ask("update", petId);
      const list = await this.#ask("list", petId);
      if (update.verdict !== "ok" || list.verdict !== "ok") await Bun.sleep(PAUSE_MS);
    }
  }

  async #ask(kind: Exchange["kind"], petId: number): Promise<Exchange> {
    this.#sent += 1;
    const [quantity, requestId, sentAt] = [this.#sent, `request-${this.#sent}`, performance.now()];
    const answer = await limited(this.#send(kind, { petId, quantity, requestId }))
      // A broken connection or an answer against the contract is as wrong as a 500.
      .catch((error: unknown) => ({ verdict: "wrong" as const, words: String(error), quantity }));
    const exchange = { kind, petId, requestId, sentAt, answeredAt: performance.now(), ...answer };
    this.exchanges.push(exchange);
    return exchange;
  }

  #apply({
    petId,
    quantity,
    headers,
  }: {
    petId: number;
    quantity: number;
    headers: Readonly<Record<string, string>>;
  }): Promise<Answer> {
    return this.#service.ask("POST", "/admin/v1/revisions", {
      key: this.#key,
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({ changes: [{ petId, quantity }] }),
    });
  }

  async #send(
    kind: Exchange["kind"],
    { petId, quantity, requestId }: { petId: number; quantity: number; requestId: string },
  ): Promise<Pick<Exchange, "verdict" | "words" | "quantity">> {
    const headers = { "X-Request-Id": requestId };
    const isSet = kind === "update" && quantity % SET_EVERY === 0;
    const answer = isSet
      ? await this.#apply({ petId, quantity, headers })
      : kind === "update"
        ? await this.#service.update(this.#key, petId, quantity, headers)
        : await this.#service.list(this.#key, headers);
    const { status, code, text } = answer;
    if (status === 200) {
      const shown = kind === "update" ? quantity : quantityIn(text, petId);
      return { verdict: "ok", words: "", quantity: shown };
    }
    const isTold =
      (code === "unavailable" && answer.headers.get("Retry-After") !== null) ||
      (code === "outcome_unknown" && kind === "update");
    const verdict = status === 503 && isTold ? (code as Verdict) : "wrong";
    return { verdict, words: `${status} ${text}`, quantity };
  }
}

/** One of this many quantities is sent as a change set. */
const SET_EVERY = 3;

function quantityIn(list: string, petId: number): number {
  const items = JSON.parse(list) as { petId: number; quantity: number }[];
  return items.find((item) => item.petId === petId)?.quantity ?? Number.NaN;
}

async function limited<T>(answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer for ${ANSWER_LIMIT_MS} ms`)), ANSWER_LIMIT_MS);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
