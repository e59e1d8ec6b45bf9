// Splits the text of a list, however it is chunked, into the texts of its elements. Keeps no more than one element.

import { JsonSyntaxError } from "../contract/json.ts";
import { JsonArrayScanner } from "../contract/json-array-scanner.ts";

/** An item takes 70 characters. Bounds the memory that an answer of another server can take. */
const ELEMENT_CHARS_MAX = 4096;

export class ListElements {
  readonly #scanner = new JsonArrayScanner();
  /** The current element, as far as it has arrived. */
  #element = "";
  readonly #ignoresRest: boolean;

  /** `ignoresRest`: of an array that is a member of an object, what follows it is no error. */
  constructor({ ignoresRest = false } = {}) {
    this.#ignoresRest = ignoresRest;
  }

  /** The elements that end within `text`. Throws `JsonSyntaxError`. */
  push(text: string): string[] {
    const elements: string[] = [];
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const unit = this.#scanner.take(text.charCodeAt(at));
      if (unit === "inner") continue;
      if (unit === "misplaced" && this.isComplete && this.#ignoresRest) break;
      if (unit === "misplaced") throw new JsonSyntaxError("unexpected text outside the array", at);
      if (this.#scanner.endedElement) elements.push(this.#element + text.slice(start, at));
      this.#element = "";
      start = at + 1;
    }
    if (this.#scanner.isInArray) this.#keep(text.slice(start));
    return elements;
  }

  /** The array's closing bracket has arrived. */
  get isComplete(): boolean {
    return this.#scanner.isComplete;
  }

  #keep(rest: string): void {
    this.#element += rest;
    if (this.#element.length > ELEMENT_CHARS_MAX) {
      throw new JsonSyntaxError(`an element is longer than ${ELEMENT_CHARS_MAX} characters`, 0);
    }
  }
}
