// Exact JSON (RFC 8259). JSON.parse rounds numbers to doubles and silently keeps the last of repeated members; here an
// integer keeps every digit, a number that is not an int64 stays text, and a repeated member is an error. Without
// dependencies, so that the client can use it in a browser.

/** A number that is not an int64, as it was written: `1.5`, `1e400`, `2147483647.0000000001`. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An integer is a `number` while that is exact (2^53 - 1), then a `bigint`; any other number a `JsonNumber`. */
export type JsonValue = null | boolean | string | number | bigint | JsonNumber | JsonValue[] | JsonObject;

/** Has no prototype, so that a member called `__proto__` is a member. */
export interface JsonObject {
  [member: string]: JsonValue;
}

export function isJsonObject(value: JsonValue): value is JsonObject {
  const isComposite = typeof value === "object" && value !== null;
  return isComposite && !Array.isArray(value) && !(value instanceof JsonNumber);
}

/** The text is not JSON. `offset` counts UTF-16 units from 0. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** An object has a member twice: RFC 8259, section 4, allows it, and it is always a mistake. */
export class DuplicateMemberError extends Error {
  override readonly name = "DuplicateMemberError";
  readonly member: string;

  constructor(member: string) {
    super(`${JSON.stringify(member)} is there twice`);
    this.member = member;
  }
}

/** Deep enough for any document of ours; bounds the recursion. */
const DEPTH_MAX = 64;

/** Reads one JSON text. Throws `JsonSyntaxError` or `DuplicateMemberError`. */
export function parseJson(text: string): JsonValue {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

/** After so many elements `parseJsonInSteps` pauses: about a ms of work. */
const STEP_ELEMENTS = 1_000;

/**
 * Reads one JSON text like `parseJson`, with pauses, in which the caller can let other work run: after every thousand elements
 * of an array in an object. For texts that are large because such an array is long.
 */
export function* parseJsonInSteps(text: string): Generator<undefined, JsonValue> {
  const reader = new Reader(text);
  const value = yield* reader.valueInSteps();
  reader.end();
  return value;
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** So few digits that a double holds the integer: nearly all numbers, and quick to read. */
const SHORT_INTEGER = /^-?[0-9]{1,15}$/;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /true|false|null/y;
const WORDS: Record<string, boolean | null> = { true: true, false: false, null: null };

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): JsonValue {
    if (depth > DEPTH_MAX) throw this.#error(`nested deeper than ${DEPTH_MAX} levels`);
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
    } while (this.#takes(","));
    if (!this.#takes("}")) throw this.#error('expected "," or "}"');
    return object;
  }

  *#arrayInSteps(): Generator<undefined, JsonValue[]> {
    const array: JsonValue[] = [];
    this.#at += 1;
    if (this.#takes("]")) return array;
    do {
      array.push(this.value(2));
      if (array.length % STEP_ELEMENTS === 0) yield;
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
    const quoted = this.#match(STRING);
    if (quoted === undefined) throw this.#error("malformed string");
    // The pattern has checked the text, so JSON.parse only resolves the escapes.
    return quoted.includes("\\") ? JSON.parse(quoted) : quoted.slice(1, -1);
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

/** `JSON.rawJSON` (ECMAScript 2026) is missing in the types of the runtime, and in browsers before 2025. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** A value as JSON with every digit of its BigInts. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "bigint" ? rawJSON(String(each)) : each,
  );
}

const NUMBER_PARTS = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;
const INT64_DIGITS = 19;

/**
 * The int64 that a JSON number's text names exactly: `14`, `14.0`, `1e3`; undefined if it has a fraction or is out
 * of range. Decided on the text, as JSON Schema's `integer` is: no double is involved.
 */
export function exactInt64(text: string): bigint | undefined {
  const parts = NUMBER_PARTS.exec(text);
  if (parts === null) return undefined;
  const [, sign, whole = "", fraction = "", exponentText = "0"] = parts;
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.slice(0, lengthWithoutTrailingZeros(digits));
  if (significant === "") return 0n;
  const exponent = Number(exponentText) - fraction.length + (digits.length - significant.length);
  if (exponent < 0 || significant.length + exponent > INT64_DIGITS) return undefined;
  const magnitude = BigInt(significant + "0".repeat(exponent));
  const value = sign === "-" ? -magnitude : magnitude;
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** Counted by hand: a pattern such as /0+$/ takes quadratic time on a number of many zeros. */
function lengthWithoutTrailingZeros(digits: string): number {
  let length = digits.length;
  while (length > 0 && digits[length - 1] === "0") length -= 1;
  return length;
}
