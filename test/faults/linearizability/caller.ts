// Makes the calls of one history over HTTP, and puts the answers into the history's words.

import { revisionOf } from "../../support/event-stream.ts";
import type { Answer as HttpAnswer, TestService } from "../../support/service.ts";
import type { Item } from "../ledger.ts";
import { conflictsOf, type Counts, countsText, idsText } from "./change-sets.ts";
import {
  type Answer,
  type Apply,
  type Call,
  type Event,
  labelledOf,
  type Labels,
  type List,
  type PetChange,
  type PutLabels,
  REFUSED,
  type Says,
  type SetBoth,
  type Stocks,
  type Reply,
  type Undo,
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
  async ask(service: TestService, call: Exclude<Call, Event>, id: string): Promise<Answer> {
    if (call.kind === "set") return this.#set(call);
    try {
      if (call.kind === "list") return this.#listed(await this.#list(service, call));
      if (call.kind === "labels") return this.#labelled(await this.#labels(service));
      if (call.kind === "put") return applied(await this.#put(service, call, id), call);
      if (call.kind === "apply") return applied(await this.#apply(service, call, id), call);
      if (call.kind === "undo") return applied(await this.#undo(service, call, id), call);
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

  #apply(service: TestService, { changes, once, dryRun }: Apply, id: string): Promise<HttpAnswer> {
    return service.ask("POST", `/admin/v1/revisions${dryRun ? "?dryRun=true" : ""}`, {
      key: this.#options.key,
      headers: {
        "Content-Type": "application/json",
        "X-Request-Id": id,
        ...(once !== undefined && { "Idempotency-Key": once }),
      },
      body: JSON.stringify({ reason: "counted", changes: changes.map(changeJson) }),
    });
  }

  #undo(
    service: TestService,
    { revision, skipChanged, dryRun = false }: Undo,
    id: string,
  ): Promise<HttpAnswer> {
    const path = `/admin/v1/revisions/${revision}/undo?dryRun=${dryRun}&skipChanged=${skipChanged}`;
    return service.ask("POST", path, { key: this.#options.key, headers: { "X-Request-Id": id } });
  }

  #put(service: TestService, { names }: PutLabels, id: string): Promise<HttpAnswer> {
    return service.ask("PUT", "/admin/v1/labels", {
      key: this.#options.key,
      headers: { "Content-Type": "application/json", "X-Request-Id": id },
      body: JSON.stringify({ labels: names.map(([petId, name]) => ({ petId, name })) }),
    });
  }

  #labels(service: TestService): Promise<HttpAnswer> {
    return service.ask("GET", "/admin/v1/labels", { key: this.#options.key });
  }

  #labelled({ status, headers, text, code }: HttpAnswer): Answer {
    if (status !== 200) return refusalOf({ status, code, text });
    const { labels } = JSON.parse(text) as { labels: readonly { petId: number; name: string }[] };
    return {
      says: "labelled",
      stocks: new Map(),
      labels: namesOf(labels, this.#options.petIds),
      revision: Number(/^"(\d+)-/.exec(headers.get("ETag") ?? "")?.[1]),
    };
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
      revision: revisionOf(tag),
      position: tag,
    } as const;
    this.#lists.set(tag, reply);
    this.#newestList = tag;
    return reply;
  }

  #stocksOf(items: readonly Item[]): Stocks {
    return new Map(items.filter(({ petId }) => this.#options.petIds.includes(petId)).map(entryOf));
  }
}

function entryOf({ petId, quantity, status }: Item): readonly [number, string] {
  return [petId, `${quantity}-${status}`];
}

/** The names of these pets, and of the one that is in no inventory. */
export function namesOf(
  labels: readonly { readonly petId: number; readonly name: string | null }[],
  petIds: readonly number[],
): Labels {
  const own = new Set(labelledOf(petIds));
  return new Map(labels.flatMap(({ petId, name }) => (own.has(petId) ? [[petId, name ?? ""]] : [])));
}

function changeJson({ ifMatch, label, ifLabel, ...change }: PetChange): object {
  const membersOf = (name: string | null) => (name === null ? null : { name });
  return {
    ...change,
    ...(ifMatch !== undefined && { ifMatch: `"${ifMatch}"` }),
    ...(label !== undefined && { label: membersOf(label) }),
    ...(ifLabel !== undefined && { ifLabel: membersOf(ifLabel) }),
  };
}

interface SetAnswer extends Counts {
  readonly revision: number;
  readonly skipped?: readonly number[];
  readonly problems?: readonly { readonly petId: number }[];
  readonly conflicts?: readonly { petId: number; quantity: number | null; status: string | null }[];
}

function applied({ status, headers, text, code }: HttpAnswer, call: Apply | PutLabels | Undo): Answer {
  const { revision, skipped, problems = [], conflicts = [], ...counts } = JSON.parse(text) as SetAnswer;
  if (status === 200) {
    const isDryRun = "dryRun" in call && call.dryRun === true;
    const says = isDryRun ? "previewed" : headers.has("Idempotency-Replayed") ? "replayed" : "applied";
    const report = countsText(counts) + (skipped === undefined ? "" : ` skipped ${idsText(skipped)}`);
    return { says, stocks: new Map(), report, revision };
  }
  if (code === "idempotency_mismatch") return { says: "mismatch", stocks: new Map() };
  if (code === "invalid_changes" || code === "insufficient_stock") {
    return { says: "invalid", stocks: new Map(), report: idsText(problems.map(({ petId }) => petId)) };
  }
  if (code === "precondition_failed" || code === "changed_since") {
    const pets = conflicts.map(
      (each) => [each.petId, each.quantity === null ? undefined : `${each.quantity}-${each.status}`] as const,
    );
    return conflictsOf(code, pets);
  }
  return refusalOf({ status, code, text });
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
  // `overloaded`: only so many large undos run at once.
  if (code === "unavailable" || code === "overloaded") return REFUSED;
  throw new Error(`unexpected answer ${status} ${text}`);
}

/** Unknown also if the connection is refused: the runtime may first have sent the request on a kept connection. */
function answerToBroken(error: unknown): Answer {
  const { code } = error as { code?: unknown };
  if (code === "ECONNREFUSED" || code === "ECONNRESET") return UNKNOWN;
  throw error;
}
