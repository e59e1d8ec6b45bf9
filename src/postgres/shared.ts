// One answer for all who asked before it was asked for: a thousand who ask at once cost two questions.

import { noop } from "./deadline.ts";

export class Shared<T> {
  readonly #ask: () => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  /** What is asked after this call. A question that is under way began before it. */
  get(): Promise<T> {
    if (this.#next !== undefined) return this.#next;
    if (this.#running === undefined) return this.#start();
    this.#next = this.#startAfter(this.#running);
    return this.#next;
  }

  async #startAfter(running: Promise<T>): Promise<T> {
    // Its failure is told to those who waited for it.
    await running.catch(noop);
    this.#next = undefined;
    return this.#start();
  }

  #start(): Promise<T> {
    const running = this.#ask();
    this.#running = running;
    const end = () => {
      this.#running = undefined;
    };
    running.then(end, end);
    return running;
  }
}
