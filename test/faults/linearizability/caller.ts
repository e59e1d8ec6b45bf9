// Makes the calls of one history over HTTP, and puts the answers into the history's words.

import type { Answer as HttpAnswer, TestService } from "../../support/service.ts";
import {
  type Answer,
  type Call,
  type List,
  REFUSED,
  type Says,
  type SetBoth,
  type Stocks,
  type Reply,
  UNKNOWN,
  type Update,
} from "./history.ts";
import type { Servers } from "./servers.ts";

export interface CallerOptions {
  readonly servers: Servers;
  readonly key: string;
  /** The pets of the history; a list also shows others. */
  readonly petIds: readonly number[];
}

interface Item {
  readonly petId: number;
  readonly quantity: number;
  readonly status: string;
}

const REFUSALS: Readonly<Record<string, Says>> = {
  pet_not_found: "not_found",
  precondition_failed: "precondition_failed",
  idempotency_mismatch: "mismatch",
};

export class Caller {
  readonly #options: CallerOptions;
  /** By the list's tag, which is valid on every server. */
  readonly #lists = new Map<string, Reply>();
  #newestList = 'W/"none"';

  constructor(options: CallerOptions) {
    this.#options = options;
  }

  /** Sends `id` as the X-Request-Id. Throws if the call may not get this answer. */
  async ask(service: TestService, call: Call, id: string): Promise<Answer> {
    if (call.kind === "set") return this.#set(call);
    try {
      if (call.kind === "list") return this.#listed(await this.#list(service, call));
      return updated(await this.#update(service, call, id), call);
    } catch (error) {
      return answerToBroken(error);
    }
  }

  async #set({ petId, quantity, status }: SetBoth): Promise<Reply> {
    const args = ["set", String(petId), "--quantity", String(quantity), "--status", status, "--json"];
    return {
      says: "updated",
      stocks: this.#stocksOf([JSON.parse(await this.#options.servers.command(args))]),
    };
  }

  #update(service: TestService, { petId, quantity, ifMatch, once }: Update, id: string): Promise<HttpAnswer> {
    const tags =
      ifMatch === undefined || ifMatch === "*" ? ifMatch : ifMatch.map((tag) => `"${tag}"`).join(", ");
    return service.update(this.#options.key, petId, quantity, {
      "X-Request-Id": id,
      ...(tags !== undefined && { "If-Match": tags }),
      ...(once !== undefined && { "Idempotency-Key": once }),
    });
  }

  #list(service: TestService, { conditional = false }: List): Promise<HttpAnswer> {
    return service.list(this.#options.key, conditional ? { "If-None-Match": this.#newestList } : {});
  }

  #listed({ status, headers, text, code }: HttpAnswer): Answer {
    const tag = headers.get("ETag") ?? "";
    const known = this.#lists.get(tag);
    if (status === 304 && known !== undefined) return known;
    if (status !== 200) return refusalOf({ status, code, text });
    const reply = {
      says: "listed",
      stocks: this.#stocksOf(JSON.parse(text)),
      revision: Number(/^W\/"(\d+)-/.exec(tag)?.[1]),
    } as const;
    this.#lists.set(tag, reply);
    this.#newestList = tag;
    return reply;
  }

  #stocksOf(items: readonly Item[]): Stocks {
    const own = items.filter(({ petId }) => this.#options.petIds.includes(petId));
    return new Map(own.map(({ petId, quantity, status }) => [petId, `${quantity}-${status}`]));
  }
}

function updated({ status, headers, text, code }: HttpAnswer, { petId }: Update): Answer {
  const tag = headers.get("ETag")?.slice(1, -1);
  const stocks = new Map(tag === undefined ? [] : [[petId, tag]]);
  const isReplayed = headers.has("Idempotency-Replayed");
  // The contract validator checks for every answer that body and tag agree.
  if (status === 200) return { says: isReplayed ? "replayed" : "updated", stocks };
  const says = REFUSALS[code ?? ""];
  return says === undefined ? refusalOf({ status, code, text }) : { says, stocks };
}

function refusalOf({ status, code, text }: Pick<HttpAnswer, "status" | "code" | "text">): Answer {
  if (code === "outcome_unknown") return UNKNOWN;
  if (code === "unavailable") return REFUSED;
  throw new Error(`unexpected answer ${status} ${text}`);
}

/** Unknown also if the connection is refused: the runtime may first have sent the request on a kept connection. */
function answerToBroken(error: unknown): Answer {
  const { code } = error as { code?: unknown };
  if (code === "ECONNREFUSED" || code === "ECONNRESET") return UNKNOWN;
  throw error;
}
