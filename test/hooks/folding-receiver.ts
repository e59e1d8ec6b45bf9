// A receiver that keeps a copy of stock and labels by the rule of docs/hooks.md, and counts what it meets.

import { type JsonObject, parseJson, toJson } from "../../src/contract/json.ts";
import type { Answer, TestService } from "../support/service.ts";
import { type MessageData, type ReceivedMessage, TestReceiver } from "./receiver.ts";

export interface Meetings {
  /** Messages that began at the copy's own position. */
  inOrder: number;
  /** Began before it: delivered before, or after a restart. */
  repeated: number;
  /** Began after it: something was not delivered. */
  skipped: number;
  gone: number;
}

export class FoldingReceiver implements AsyncDisposable {
  readonly receiver = new TestReceiver();
  readonly meetings: Meetings = { inOrder: 0, repeated: 0, skipped: 0, gone: 0 };
  /** Pets that were told to be low at least once. */
  readonly toldLow = new Set<string>();
  position = "";
  readonly #items = new Map<string, string>();
  readonly #labels = new Map<string, string>();
  readonly #ask: (path: string) => Promise<Answer>;

  /** `ask` asks a server that is alive. */
  constructor(ask: (path: string) => Promise<Answer>) {
    this.#ask = ask;
    this.receiver.onMessage = (message) => this.#take(message);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.receiver[Symbol.asyncDispose]();
  }

  /** Stock and labels as the copy has them, by pet. */
  get copy(): { readonly items: string[]; readonly labels: string[] } {
    return { items: sorted(this.#items), labels: sorted(this.#labels) };
  }

  async reload(): Promise<void> {
    const [list, labels] = [await this.#ask("/v1/inventory"), await this.#ask("/admin/v1/labels")];
    this.#items.clear();
    this.#labels.clear();
    const items = list.json as unknown as readonly { petId: bigint }[];
    for (const item of items) this.#items.set(String(item.petId), toJson(item));
    for (const label of (labels.json as unknown as { labels: { petId: bigint }[] }).labels)
      this.#labels.set(String(label.petId), toJson(label));
    this.position = list.headers.get("ETag")!;
    // The labels were read after the list: what differs since then is applied again, which changes nothing.
    await this.#catchUp();
  }

  async #take({ type, data }: ReceivedMessage): Promise<void> {
    for (const { petId } of data.low ?? []) this.toldLow.add(String(petId));
    if (type === "inventory.gone") {
      await this.reload();
      // Counted when the copy is whole again: who waits for it may then change what the copy has.
      this.meetings.gone += 1;
      return;
    }
    if (data.since === this.position) {
      this.meetings.inOrder += 1;
      return this.#apply(data);
    }
    if (revisionOf(data.since) > revisionOf(this.position)) this.meetings.skipped += 1;
    else this.meetings.repeated += 1;
    await this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    const answer = await this.#ask(`/admin/v1/changes?since=${encodeURIComponent(this.position)}`);
    if (answer.code === "position_gone") return this.reload();
    this.#apply(answer.json as unknown as MessageData);
  }

  #apply({ items = [], removed = [], labels = [], unlabeled = [], position }: MessageData): void {
    for (const item of items) this.#items.set(String(item.petId), toJson(item));
    for (const petId of removed) this.#items.delete(String(petId));
    for (const label of labels) this.#labels.set(String(label.petId), toJson(label));
    for (const petId of unlabeled) this.#labels.delete(String(petId));
    this.position = position;
  }
}

/** What a service has, in the form of `copy`. */
export async function truthOf(service: TestService, key: string): Promise<FoldingReceiver["copy"]> {
  const list = await service.ask("GET", "/v1/inventory", { key });
  const labels = await service.ask("GET", "/admin/v1/labels", { key });
  const texts = (all: readonly JsonObject[]) =>
    all.map((each) => [String(each["petId"]), toJson(each)] as const);
  return {
    items: sorted(new Map(texts(parseJson(list.text) as unknown as JsonObject[]))),
    labels: sorted(new Map(texts((labels.json as unknown as { labels: JsonObject[] }).labels))),
  };
}

function sorted(all: ReadonlyMap<string, string>): string[] {
  return [...all.values()].toSorted();
}

function revisionOf(tag: string): number {
  return Number(/^W\/"(\d+)-/.exec(tag)?.[1] ?? 0);
}
