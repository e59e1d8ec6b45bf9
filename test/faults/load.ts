// Clients that write as fast as they are answered, until the service is gone; and what each of their updates came to.
// Every value is sent once and grows with time, so a value names its update and a lost one cannot hide.

/** One update of the load. Moments are counted, not timed: whatever happened earlier has the smaller number. */
export interface Update {
  /** Also its value, so 1 is the first ever sent. */
  readonly number: number;
  readonly petId: number;
  readonly requestId: string;
  readonly sentAt: number;
  /** When its 200 was read; undefined where no answer came. */
  acknowledgedAt: number | undefined;
}

export interface LoadOptions {
  readonly pets: number;
  readonly clients: number;
  readonly random: () => number;
}

export class Load {
  /** By number, from all rounds. */
  readonly updates: Update[] = [];
  /** Answers that are neither a 200 nor a broken connection. */
  readonly surprises: string[] = [];
  acknowledged = 0;
  readonly #options: LoadOptions;
  #moment = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  /** Resolves when every client has lost the service; gives the updates of this run. */
  async run(url: string, key: string): Promise<readonly Update[]> {
    const first = this.updates.length;
    const { clients } = this.#options;
    await Promise.all(Array.from({ length: clients }, () => this.#client(url, key)));
    return this.updates.slice(first);
  }

  async #client(url: string, key: string): Promise<void> {
    for (;;) {
      const update = this.#next();
      const answer = await send(url, key, update);
      // The service is gone: whether this one was applied, nobody was told.
      if (answer === undefined) return;
      if (answer.status === 200 && answer.body.includes(`"quantity":${update.number},`)) {
        update.acknowledgedAt = this.#tick();
        this.acknowledged += 1;
      } else {
        this.surprises.push(`${update.requestId}: ${answer.status} ${answer.body}`);
      }
    }
  }

  #next(): Update {
    const number = this.updates.length + 1;
    const petId = 1 + Math.floor(this.#options.random() * this.#options.pets);
    const requestId = `update-${number}`;
    const update = { number, petId, requestId, sentAt: this.#tick(), acknowledgedAt: undefined };
    this.updates.push(update);
    return update;
  }

  #tick(): number {
    this.#moment += 1;
    return this.#moment;
  }
}

async function send(
  url: string,
  key: string,
  { petId, number, requestId }: Update,
): Promise<{ status: number; body: string } | undefined> {
  try {
    const response = await fetch(`${url}/v1/inventory/${petId}`, {
      method: "PATCH",
      headers: {
        Authorization: `Bearer ${key}`,
        "Content-Type": "application/json",
        "X-Request-Id": requestId,
      },
      body: `{"quantity":${number}}`,
    });
    return { status: response.status, body: await response.text() };
  } catch {
    return undefined;
  }
}
