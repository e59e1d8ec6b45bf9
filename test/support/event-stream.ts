// Reads a stream of changes (GET /admin/v1/changes), and keeps a copy of the inventory that follows its events.

import { isJsonObject, parseJson } from "../../src/contract/json.ts";
import { parsePositionTag } from "../../src/contract/position-tag.ts";
import { until } from "./until.ts";

export interface StreamEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: string;
}

export interface StreamOptions {
  readonly since?: string;
  /** Ask who made the changes. */
  readonly actors?: boolean;
  readonly lastEventId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly tls?: Bun.TLSOptions & { checkServerIdentity?: () => undefined };
  /** Called with each event as soon as it is read. */
  readonly onEvent?: (event: StreamEvent) => void;
}

/** The revision of a position, or of a list's tag; -1 if it is none. */
export function revisionOf(position: string): number {
  return parsePositionTag(position)?.revision ?? -1;
}

export class EventStream implements AsyncDisposable {
  readonly response: Response;
  readonly events: StreamEvent[] = [];
  /** Quantities by pet, as the events so far say. */
  readonly quantities = new Map<string, number>();
  comments = 0;
  /** `complete`: the service ended the stream. */
  state: "open" | "complete" | "broken" = "open";
  #text = "";
  /** An event that is not as the contract says. */
  #failure: unknown;
  readonly #abort: AbortController;
  readonly #onEvent: StreamOptions["onEvent"];

  private constructor(response: Response, abort: AbortController, onEvent: StreamOptions["onEvent"]) {
    this.response = response;
    this.#abort = abort;
    this.#onEvent = onEvent;
    void this.#read();
  }

  static async open(url: string, key: string, options: StreamOptions = {}): Promise<EventStream> {
    const stream = await EventStream.tryOpen(url, key, options);
    if (stream.response.status === 200) return stream;
    throw new Error(`the stream was answered with ${stream.response.status}: ${await stream.ended()}`);
  }

  /** Also gives refusals. */
  static async tryOpen(url: string, key: string, options: StreamOptions = {}): Promise<EventStream> {
    const { since, actors, lastEventId, headers = {}, tls, onEvent } = options;
    const query = new URLSearchParams({ ...(since && { since }), ...(actors && { actors: "true" }) });
    const abort = new AbortController();
    const response = await fetch(`${url}/admin/v1/changes?${query}`, {
      headers: {
        Authorization: `Bearer ${key}`,
        Accept: "text/event-stream",
        ...(lastEventId !== undefined && { "Last-Event-ID": lastEventId }),
        ...headers,
      },
      signal: abort.signal,
      ...(tls && { tls }),
    } as RequestInit);
    return new EventStream(response, abort, onEvent);
  }

  /** The position of the last event. */
  get position(): string {
    return this.events.findLast(({ id }) => id !== undefined)?.id ?? "";
  }

  get revision(): number {
    return revisionOf(this.position);
  }

  /** Resolves when the last event has this quantity of the pet. */
  async shows(petId: bigint | number, quantity: number): Promise<void> {
    await until(`the stream to show ${quantity} of pet ${petId}`, () => {
      return this.quantities.get(String(petId)) === quantity;
    });
  }

  /** Resolves with the text that is no event, when the response has ended. Throws if an event was not as the contract says. */
  async ended(limitMs?: number): Promise<string> {
    await until("the stream to end", () => this.state !== "open", limitMs);
    if (this.#failure !== undefined) throw this.#failure;
    return this.#text;
  }

  /** Leaves, without waiting. */
  abort(): void {
    this.#abort.abort();
  }

  /** Leaves. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort();
    await until("the stream to end", () => this.state !== "open");
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.response.body!) this.#take(decoder.decode(chunk, { stream: true }));
      this.state = "complete";
    } catch {
      this.state = "broken";
    }
  }

  #take(text: string): void {
    try {
      this.#takeBlocks(text);
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  #takeBlocks(text: string): void {
    const blocks = (this.#text + text).split("\n\n");
    this.#text = blocks.pop() ?? "";
    for (const block of blocks) {
      if (block.startsWith(":")) this.comments += 1;
      else this.#takeEvent(eventOf(block));
    }
  }

  #takeEvent(event: StreamEvent): void {
    const { items, removed } = readChanges(event);
    for (const { petId, quantity } of items) this.quantities.set(petId, quantity);
    for (const petId of removed) this.quantities.delete(petId);
    this.events.push(event);
    this.#onEvent?.(event);
  }
}

function eventOf(block: string): StreamEvent {
  const fields = block.split("\n").map((line) => {
    const at = line.indexOf(": ");
    return [line.slice(0, at), line.slice(at + 2)] as const;
  });
  const names = fields.map(([name]) => name);
  if (new Set(names).size < names.length) throw new Error(`an event repeats a field: ${block}`);
  const { event = "", id, data = "" } = Object.fromEntries(fields);
  return { event, id, data };
}

/** Ids as text. Throws if the data is not the JSON of listChanges, or its position is not the event's id. */
function readChanges({ event, id, data }: StreamEvent) {
  const value = parseJson(data);
  if (!isJsonObject(value)) throw new Error(`not an object: ${data}`);
  if (event === "gone") return { items: [], removed: [] };
  const { position, items, removed, labels, unlabeled, actors, ...rest } = value as Record<string, unknown>;
  const more = Object.keys(rest);
  const hasLabels = Array.isArray(labels) && Array.isArray(unlabeled);
  const areNamed = actors === undefined || Array.isArray(actors);
  if (event !== "changes" || position !== id || !hasLabels || !areNamed || more.length > 0)
    throw new Error(`not an event: ${event} ${data}`);
  return {
    items: (items as { petId: number | bigint; quantity: number }[]).map((item) => ({
      petId: String(item.petId),
      quantity: item.quantity,
    })),
    removed: (removed as (number | bigint)[]).map(String),
  };
}
