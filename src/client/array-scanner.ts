// Cuts the text of one JSON array, however it is chunked, into the texts of its elements. Keeps no more than one element;
// must never judge one: parseJson does.

import { JsonSyntaxError } from "../contract/json.ts";

/** An item takes 70 characters; whoever sends so many sends something else. Bounds the memory. */
const ELEMENT_CHARS_MAX = 4096;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;

type Place = "before" | "array" | "string" | "escape" | "after";

export class ArrayScanner {
  #place: Place = "before";
  /** Of brackets and braces within the present element. */
  #depth = 0;
  /** The present element, as far as it came. */
  #element = "";
  /** A comma was seen, so that another element must follow. */
  #continued = false;

  /** The elements that end within `text`. Throws `JsonSyntaxError`. */
  push(text: string): string[] {
    const elements: string[] = [];
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#place === "array") {
        if (!this.#endsElement(code)) continue;
        this.#take(this.#element + text.slice(start, at), code, elements);
        start = at + 1;
      } else if (this.#place === "string") {
        if (code === QUOTE) this.#place = "array";
        else if (code === BACKSLASH) this.#place = "escape";
      } else if (this.#place === "escape") this.#place = "string";
      else {
        if (code > SPACE) this.#open(code, at);
        start = at + 1;
      }
    }
    this.#keep(text.slice(start));
    return elements;
  }

  /** Whether the closing bracket has come. */
  get ended(): boolean {
    return this.#place === "after";
  }

  #endsElement(code: number): boolean {
    if (code === QUOTE) this.#place = "string";
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.#depth += 1;
    else if (this.#depth > 0) {
      if (code === CLOSE_BRACE || code === CLOSE_BRACKET) this.#depth -= 1;
    } else return code === COMMA || code === CLOSE_BRACKET;
    return false;
  }

  #take(element: string, endedBy: number, elements: string[]): void {
    const isEmptyArray = endedBy === CLOSE_BRACKET && !this.#continued && element.trim() === "";
    if (!isEmptyArray) elements.push(element);
    this.#element = "";
    this.#continued = true;
    if (endedBy === CLOSE_BRACKET) this.#place = "after";
  }

  #open(code: number, at: number): void {
    if (this.#place === "after") throw new JsonSyntaxError("unexpected text after the array", at);
    if (code !== OPEN_BRACKET) throw new JsonSyntaxError("expected an array", at);
    this.#place = "array";
  }

  #keep(rest: string): void {
    this.#element += rest;
    if (this.#element.length > ELEMENT_CHARS_MAX) {
      throw new JsonSyntaxError(`an element is longer than ${ELEMENT_CHARS_MAX} characters`, 0);
    }
  }
}
