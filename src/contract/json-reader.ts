// Reads the text of exact JSON (json.ts) value by value, whole or with pauses.

import { exactInt64 } from "./exact-int64.ts";
import {
  DuplicateMemberError,
  JsonNumber,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
} from "./json-value.ts";

/** Deep enough for any document of ours; bounds the recursion. */
const DEPTH_MAX = 64;

/** After so many values `valueInSteps` pauses: about a ms of work. */
const STEP_VALUES = 4_000;
/** The most values in one member or element of what is read in steps: it is read without a pause. */
const NESTED_VALUES_MAX = 4_000;
/** `valuesMax` of a reader in steps. */
export const VALUES_AT_ONCE_MAX = STEP_VALUES + NESTED_VALUES_MAX;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** So few digits that a double holds the integer: nearly all numbers, and quick to read. */
const SHORT_INTEGER = /^-?[0-9]{1,15}$/;
/** In a string: escapes to resolve, and control characters, which must be escaped. */
const SPECIAL = /[\\\u0000-\u001f]/;
const WORD = /true|false|null/y;
const WORDS: Record<string, boolean | null> = { true: true, false: false, null: null };

/** An array has more elements than the caller takes. */
export class TooManyElementsError extends Error {}

interface JsonLimits {
  /** The most values without a pause. */
  readonly valuesMax?: number;
  /** The most elements of an array that is read in steps. */
  readonly elementsMax?: number;
}

/** One text. Each method throws `JsonSyntaxError` or `DuplicateMemberError`; those in steps also `TooManyElementsError`. */
export class JsonReader {
  readonly #text: string;
  #at = 0;
  readonly #valuesMax: number;
  readonly #elementsMax: number;
  /** Values since the last pause. */
  #values = 0;

  constructor(text: string, { valuesMax = Infinity, elementsMax = Infinity }: JsonLimits = {}) {
    this.#text = text;
    this.#valuesMax = valuesMax;
    this.#elementsMax = elementsMax;
  }

  value(depth: number): JsonValue {
    if (depth > DEPTH_MAX) throw this.#error(`nested deeper than ${DEPTH_MAX} levels`);
    if (++this.#values > this.#valuesMax) throw this.#error("one entry has too many values");
    this.#skipWhitespace();
    switch (this.#text[this.#at]) {
      case "{":
        return this.#object(depth);
      case "[":
        return this.#array(depth);
      case '"':
        return this.#string();
      case "t":
      case "f":
      case "n":
        return this.#word();
      default:
        return this.#number();
    }
  }

  *valueInSteps(): Generator<undefined, JsonValue> {
    this.#skipWhitespace();
    if (this.#text[this.#at] !== "{") return this.value(0);
    const object: JsonObject = Object.create(null);
    this.#at += 1;
    if (this.#takes("}")) return object;
    do {
      const member = this.#member();
      this.#skipWhitespace();
      const value = this.#text[this.#at] === "[" ? yield* this.#arrayInSteps() : this.value(1);
      if (member in object) throw new DuplicateMemberError(member);
      object[member] = value;
      if (this.#isTimeToPause()) yield;
    } while (this.#takes(","));
    if (!this.#takes("}")) throw this.#error('expected "," or "}"');
    return object;
  }

  #isTimeToPause(): boolean {
    if (this.#values < STEP_VALUES) return false;
    this.#values = 0;
    return true;
  }

  *#arrayInSteps(): Generator<undefined, JsonValue[]> {
    const array: JsonValue[] = [];
    this.#at += 1;
    if (this.#takes("]")) return array;
    do {
      if (array.length >= this.#elementsMax) throw new TooManyElementsError();
      array.push(this.value(2));
      if (this.#isTimeToPause()) yield;
    } while (this.#takes(","));
    if (!this.#takes("]")) throw this.#error('expected "," or "]"');
    return array;
  }

  end(): void {
    this.#skipWhitespace();
    if (this.#at < this.#text.length) throw this.#error("unexpected text after the value");
  }

  #object(depth: number): JsonObject {
    const object: JsonObject = Object.create(null);
    this.#at += 1;
    if (this.#takes("}")) return object;
    do {
      const member = this.#member();
      const value = this.value(depth + 1);
      if (member in object) throw new DuplicateMemberError(member);
      object[member] = value;
    } while (this.#takes(","));
    if (!this.#takes("}")) throw this.#error('expected "," or "}"');
    return object;
  }

  /** The name of a member, up to its value. */
  #member(): string {
    this.#skipWhitespace();
    if (this.#text[this.#at] !== '"') throw this.#error("expected a member's name in double quotes");
    const member = this.#string();
    if (!this.#takes(":")) throw this.#error('expected ":"');
    return member;
  }

  #array(depth: number): JsonValue[] {
    const array: JsonValue[] = [];
    this.#at += 1;
    if (this.#takes("]")) return array;
    do array.push(this.value(depth + 1));
    while (this.#takes(","));
    if (!this.#takes("]")) throw this.#error('expected "," or "]"');
    return array;
  }

  #string(): string {
    const end = this.#endOfString();
    const quoted = this.#text.slice(this.#at, end);
    if (end === 0) throw this.#error("malformed string");
    const plain = quoted.slice(1, -1);
    const value = SPECIAL.test(plain) ? resolvedOf(quoted) : plain;
    if (value === undefined) throw this.#error("malformed string");
    this.#at = end;
    return value;
  }

  /** Behind the next quote that no backslash escapes; 0 if there is none. Without a pattern, which takes a step for each character. */
  #endOfString(): number {
    let quote = this.#at;
    for (;;) {
      quote = this.#text.indexOf('"', quote + 1);
      if (quote < 0) return 0;
      let first = quote;
      while (this.#text[first - 1] === "\\") first -= 1;
      if ((quote - first) % 2 === 0) return quote + 1;
    }
  }

  #word(): boolean | null {
    const word = this.#match(WORD);
    if (word === undefined) throw this.#error("expected a value");
    return WORDS[word] as boolean | null;
  }

  #number(): number | bigint | JsonNumber {
    const text = this.#match(NUMBER);
    if (text === undefined) {
      throw this.#error(this.#at < this.#text.length ? "expected a value" : "the text ends too early");
    }
    // Adding 0 makes 0 of -0.
    if (SHORT_INTEGER.test(text)) return Number(text) + 0;
    const integer = exactInt64(text);
    if (integer === undefined) return new JsonNumber(text);
    const short = Number(integer);
    return Number.isSafeInteger(short) ? short : integer;
  }

  /** Without a pattern: usually there is no white space, and to run a pattern costs more than to compare. */
  #skipWhitespace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #takes(sign: string): boolean {
    this.#skipWhitespace();
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #error(what: string): JsonSyntaxError {
    return new JsonSyntaxError(`${what} at character ${this.#at + 1}`, this.#at);
  }
}

/** A JSON string without its escapes; undefined if it is malformed. */
function resolvedOf(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted);
  } catch {
    return undefined;
  }
}
