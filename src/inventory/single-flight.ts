// One answer for all who asked before its question was put: a thousand callers at once cost two questions.

const noop = () => {};

export class SingleFlight<T> {
  readonly #ask: () => Promise<T>;
  readonly #intervalMs: number;
  /** Settles when the next question may be put; undefined where that is now. */
  #busy: Promise<unknown> | undefined;
  #next: Promise<T> | undefined;

  /** `intervalMs`: the least time between the beginnings of two questions. */
  constructor(ask: () => Promise<T>, { intervalMs = 0 }: { intervalMs?: number } = {}) {
    this.#ask = ask;
    this.#intervalMs = intervalMs;
  }

  /** The answer to a question that is put after this call: one that is under way began before it. */
  get(): Promise<T> {
    if (this.#next !== undefined) return this.#next;
    if (this.#busy === undefined) return this.#start();
    this.#next = this.#startAfter(this.#busy);
    return this.#next;
  }

  async #startAfter(busy: Promise<unknown>): Promise<T> {
    // Its failure is told to those who waited for it.
    await busy.catch(noop);
    this.#next = undefined;
    return this.#start();
  }

  #start(): Promise<T> {
    const answer = this.#ask();
    const busy = this.#intervalMs === 0 ? answer : Promise.allSettled([answer, pause(this.#intervalMs)]);
    this.#busy = busy;
    const end = () => {
      this.#busy = undefined;
    };
    busy.then(end, end);
    return answer;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
