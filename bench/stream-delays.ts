// The delay of a change from its 200 to its event, in one process, so that both times are of one clock.

import { authorization } from "./database.ts";
import { ID_STEP, QUANTITY_COUNT, QUANTITY_MIN } from "./inventories.ts";
import type { Server } from "./children.ts";

export interface DelayOptions {
  readonly key: string;
  readonly count: number;
  /** Updates go to this server, the stream is open at the other. */
  readonly writer: Server;
  readonly reader: Server;
}

const PETS = 1_000;
/** Updates do not come at the pace of the service's looks. */
const PAUSE_MS = 37;
const EVENT_MS_MAX = 10_000;

/** No pet has it: an update to the current quantity would have no event. */
let nextQuantity = QUANTITY_MIN + QUANTITY_COUNT;

/** Milliseconds, ascending; negative delays, of events that come before the 200, count as 0. */
export async function measureDelays({
  key,
  count,
  writer,
  reader,
}: DelayOptions): Promise<readonly number[]> {
  const events = new StreamTexts(reader, key);
  await events.first();
  const delays: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    await Bun.sleep(PAUSE_MS + (turn % 7));
    const petId = (1 + (turn % PETS)) * ID_STEP;
    const quantity = nextQuantity++;
    const seen = events.of(`"petId":${petId},"quantity":${quantity},`);
    const response = await fetch(`${writer.url}/v1/inventory/${petId}`, {
      method: "PATCH",
      headers: { ...authorization({ key }), "Content-Type": "application/json" },
      body: `{"quantity":${quantity}}`,
    });
    const answeredAt = performance.now();
    if (response.status !== 200) throw new Error(`an update answered ${response.status}`);
    const late = Bun.sleep(EVENT_MS_MAX).then(() => Promise.reject(new Error("an event did not come")));
    delays.push(Math.max(0, (await Promise.race([seen, late])) - answeredAt));
  }
  await events.close();
  return delays.toSorted((a, b) => a - b);
}

/** One stream, and when a text came. */
class StreamTexts {
  readonly #abort = new AbortController();
  #looking: { text: string; resolve: (at: number) => void } | undefined;
  readonly #ended: Promise<void>;

  constructor({ url }: Server, key: string) {
    this.#ended = this.#read(url, key).catch((error: unknown) => {
      if (!this.#abort.signal.aborted) throw error;
    });
  }

  first(): Promise<number> {
    return this.of('"position"');
  }

  of(text: string): Promise<number> {
    return new Promise((resolve) => (this.#looking = { text, resolve }));
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#ended;
  }

  async #read(url: string, key: string): Promise<void> {
    const response = await fetch(`${url}/admin/v1/changes`, {
      headers: { ...authorization({ key }), Accept: "text/event-stream" },
      signal: this.#abort.signal,
    });
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      const text = decoder.decode(bytes, { stream: true });
      if (this.#looking !== undefined && text.includes(this.#looking.text))
        this.#looking.resolve(performance.now());
    }
  }
}
