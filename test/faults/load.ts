// Clients that write and list as fast as they are answered, until they are stopped or the service ends, and the outcome
// of each update. Some are change sets, which set several pets to one value. Each value is sent once and grows with time: a
// value identifies its update, so a lost one is noticed.

import { until } from "../support/until.ts";

/** What an update changes: the quantities of its pets, their names, or both. */
export type Changed = "stock" | "label" | "both";

/** One update of the load. Moments are counted, not timed: whatever happened earlier has the smaller number. */
export interface Update {
  /** Also its value, and the name that it gives; 1 is the first update. */
  readonly number: number;
  readonly changed: Changed;
  /** Several for a change set. */
  readonly petIds: readonly number[];
  readonly requestId: string;
  readonly sentAt: number;
  /** When its 200 was read; undefined if there was no answer, or another one. */
  acknowledgedAt: number | undefined;
  /** The code of its 503; undefined if there was no answer, or another one. */
  refusedWith: string | undefined;
}

export interface LoadOptions {
  readonly pets: number;
  readonly clients: number;
  /** The number of clients that list; none if absent. */
  readonly readers?: number;
  /** Whether some change sets change labels, too; for a key of a manager. */
  readonly labels?: boolean;
  /** Codes that a 503 may have; no 503 is expected if absent. A client continues after a 503 and a pause. */
  readonly mayRefuse?: readonly string[];
  readonly random: () => number;
}

/** The pause of a client after a 503. */
const PAUSE_MS = 10;
/** One of this many updates is a change set. */
const SET_EVERY = 5;
/** With labels: one of this many updates is a change set that changes only labels, also that of a pet that is in no inventory. */
const LABELS_EVERY = 7;
const PETS_OF_SET = 4;
/** No pet of an inventory has such an id. */
const UNKNOWN_FROM = 1_000_000;

export class Load {
  /** By number, from all rounds. */
  readonly updates: Update[] = [];
  /** Unexpected answers. */
  readonly surprises: string[] = [];
  acknowledged = 0;
  /** How many updates were refused, by code. */
  readonly refused: Record<string, number> = {};
  /** The numbers of lists that were answered completely, and that were refused. */
  lists = 0;
  refusedLists = 0;
  readonly #options: LoadOptions;
  #moment = 0;
  #stopped = false;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  /** The current moment: whatever is sent or read later has a larger one. */
  get moment(): number {
    return this.#moment;
  }

  /** Resolves when every client has lost the service, or stopped; gives the updates of this run. */
  async run(url: string, key: string): Promise<readonly Update[]> {
    const first = this.updates.length;
    this.#stopped = false;
    const { clients, readers = 0 } = this.#options;
    await Promise.all([
      ...Array.from({ length: clients }, () => this.#write(url, key)),
      ...Array.from({ length: readers }, () => this.#read(url, key)),
    ]);
    return this.updates.slice(first);
  }

  /** Resolves once so many more updates are acknowledged. */
  async more(updates: number, limitMs?: number): Promise<void> {
    const target = this.acknowledged + updates;
    await until("more updates to be acknowledged", () => this.acknowledged >= target, limitMs);
  }

  /** Every client ends with its next answer. */
  stop(): void {
    this.#stopped = true;
  }

  async #write(url: string, key: string): Promise<void> {
    while (!this.#stopped) {
      const update = this.#next();
      const answer = await send(url, key, update);
      // The service is gone: this update's outcome is unknown.
      if (answer === undefined) return;
      if (answer.status === 200 && saysApplied(answer, update)) {
        update.acknowledgedAt = this.#tick();
        this.acknowledged += 1;
        continue;
      }
      update.refusedWith = this.#refusalOf(answer);
      if (update.refusedWith === undefined) this.#wonder(update.requestId, answer);
      else this.refused[update.refusedWith] = (this.refused[update.refusedWith] ?? 0) + 1;
      await Bun.sleep(PAUSE_MS);
    }
  }

  async #read(url: string, key: string): Promise<void> {
    while (!this.#stopped) {
      const answer = await list(url, key);
      if (answer === undefined) return;
      if (answer.status === 200 && JSON.parse(answer.body).length === this.#options.pets) this.lists += 1;
      else if (this.#refusalOf(answer) !== undefined) this.refusedLists += 1;
      else this.#wonder("a list", answer);
      await Bun.sleep(PAUSE_MS);
    }
  }

  #refusalOf({ status, body }: Answer): string | undefined {
    if (status !== 503) return undefined;
    const { code, message, ...rest } = JSON.parse(body);
    const isError = typeof message === "string" && rest.status === 503 && Object.keys(rest).length === 1;
    return isError && this.#options.mayRefuse?.includes(code) ? code : undefined;
  }

  #wonder(what: string, { status, body }: Answer): void {
    this.surprises.push(`${what}: ${status} ${body.slice(0, 300)}`);
  }

  #next(): Update {
    const number = this.updates.length + 1;
    const { pets, random } = this.#options;
    const first = Math.floor(random() * pets);
    const changed = this.#changedBy(number);
    const isSet = changed !== "stock" || number % SET_EVERY === 0;
    const size = isSet ? Math.min(PETS_OF_SET, pets) : 1;
    const petIds = Array.from({ length: size }, (_, i) => 1 + ((first + i) % pets));
    if (changed === "label") petIds[0] = UNKNOWN_FROM + first;
    const requestId = `update-${number}`;
    const update = {
      number,
      changed,
      petIds,
      requestId,
      sentAt: this.#tick(),
      acknowledgedAt: undefined,
      refusedWith: undefined,
    };
    this.updates.push(update);
    return update;
  }

  #changedBy(number: number): Changed {
    if (this.#options.labels !== true) return "stock";
    if (number % LABELS_EVERY === 0) return "label";
    return number % (2 * SET_EVERY) === 0 ? "both" : "stock";
  }

  #tick(): number {
    this.#moment += 1;
    return this.#moment;
  }
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

function send(url: string, key: string, update: Update): Promise<Answer | undefined> {
  const { petIds, number, changed, requestId } = update;
  const headers = {
    Authorization: `Bearer ${key}`,
    "Content-Type": "application/json",
    "X-Request-Id": requestId,
  };
  if (petIds.length === 1) {
    const body = `{"quantity":${number}}`;
    return answerTo(`${url}/v1/inventory/${petIds[0]}`, { method: "PATCH", headers, body });
  }
  const change = {
    ...(changed !== "label" && { quantity: number }),
    ...(changed !== "stock" && { label: { name: String(number) } }),
  };
  const changes = petIds.map((petId) => ({ petId, ...change }));
  const body = JSON.stringify({ changes });
  return answerTo(`${url}/admin/v1/revisions`, { method: "POST", headers, body });
}

function saysApplied({ body }: Answer, { petIds, number, changed }: Update): boolean {
  if (petIds.length === 1) return body.includes(`"quantity":${number},`);
  const [updated, relabelled] = [changed !== "label", changed !== "stock"].map((is) =>
    is ? petIds.length : 0,
  );
  return body.includes(`"updated":${updated},"removed":0,"relabelled":${relabelled},`);
}

function list(url: string, key: string): Promise<Answer | undefined> {
  return answerTo(`${url}/v1/inventory`, { headers: { Authorization: `Bearer ${key}` } });
}

/** Undefined where the connection broke. */
async function answerTo(address: string, request: RequestInit): Promise<Answer | undefined> {
  try {
    const response = await fetch(address, request);
    return { status: response.status, body: await response.text() };
  } catch {
    return undefined;
  }
}
