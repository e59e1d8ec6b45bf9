// Where an element of a JSON array ends: at a comma or the closing bracket outside strings and inner brackets. The end
// counts as part of the element's record. Must never judge an element: parseJson does.

import { type Boundary, type Breakage, LF, QUOTE, RECORD_BYTES_MAX, SPACE, type Window } from "./boundary.ts";

const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const BEFORE_ARRAY = 0;
const IN_ARRAY = 1;
const IN_STRING = 2;
const AFTER_BACKSLASH = 3;
const AFTER_ARRAY = 4;

export class JsonArrayBoundary implements Boundary {
  line = 1;
  currentLine = 1;
  blank = false;
  broken: Breakage | undefined;
  #state = BEFORE_ARRAY;
  #depth = 0;
  /** A byte of the present element was seen. */
  #begun = false;
  /** A comma was seen, so that another element must follow. */
  #continued = false;

  next(window: Window): boolean {
    const { bytes, to } = window;
    for (let at = window.at; at < to; at++) {
      const byte = bytes[at] as number;
      if (byte === LF) this.currentLine += 1;
      if (this.#state === IN_STRING) {
        if (byte === QUOTE || byte === LF) this.#state = IN_ARRAY;
        else if (byte === BACKSLASH) this.#state = AFTER_BACKSLASH;
      } else if (this.#state === AFTER_BACKSLASH) this.#state = IN_STRING;
      else if (byte > SPACE && this.#ends(byte)) {
        window.at = at + 1;
        return true;
      }
      if (this.broken !== undefined) break;
    }
    window.at = to;
    return this.#endsBlank(window);
  }

  tooLong(): Breakage & { fatal: boolean } {
    const rule = `the item is longer than ${RECORD_BYTES_MAX} bytes: is a bracket or a double quote not closed?`;
    return { line: this.line, rule, fatal: true };
  }

  end(): Breakage | undefined {
    this.blank = true;
    if (this.#state === AFTER_ARRAY) return undefined;
    if (this.#depth > 0 || this.#state === IN_STRING || this.#state === AFTER_BACKSLASH) {
      return {
        line: this.line,
        rule: "the file ends within this item: is a bracket or a double quote not closed?",
      };
    }
    const rule =
      this.#state === BEFORE_ARRAY
        ? 'the file holds no JSON array: an empty inventory is "[]"'
        : 'the file ends within the array, before its closing "]": was it cut off?';
    return { line: this.currentLine, rule };
  }

  /** A byte that is no white space, outside strings; true where it ends a record. */
  #ends(byte: number): boolean {
    if (this.#state !== IN_ARRAY) return this.#opens(byte);
    const wasEmpty = !this.#begun;
    if (wasEmpty) this.line = this.currentLine;
    this.#begun = true;
    if (byte === QUOTE) this.#state = IN_STRING;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth += 1;
    else if (this.#depth > 0) {
      if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#depth -= 1;
    } else if (byte === COMMA || byte === CLOSE_BRACKET) {
      this.blank = wasEmpty && byte === CLOSE_BRACKET && !this.#continued;
      this.#begun = false;
      this.#continued = true;
      if (byte === CLOSE_BRACKET) this.#state = AFTER_ARRAY;
      return true;
    }
    return false;
  }

  #opens(byte: number): boolean {
    this.line = this.currentLine;
    if (this.#state === BEFORE_ARRAY && byte === OPEN_BRACKET) {
      this.#state = IN_ARRAY;
      this.blank = true;
      return true;
    }
    const rule =
      this.#state === BEFORE_ARRAY
        ? 'the file does not begin with "[": it must be one JSON array of items (one item a line is .ndjson)'
        : 'there is text behind the array\'s closing "]": remove it';
    this.broken = { line: this.currentLine, rule };
    return false;
  }

  /** White space around the array is a record of its own, so that it never counts as one that is too long. */
  #endsBlank({ start, to }: Window): boolean {
    this.blank = this.#state === BEFORE_ARRAY || this.#state === AFTER_ARRAY;
    return this.blank && this.broken === undefined && to > start;
  }
}
