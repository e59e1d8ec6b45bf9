// The values of exact JSON (json.ts), and what a text is refused for.

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
