// A case of invalid input: the bytes of a request, and the expected response.

/** Stands in headers and bodies wherever a client can put text of its own: must never come up in the log. */
export const MARK = "lynx-7f3a";

/** Keys by what is wrong with them. A header or an address says `{good}` where one belongs. */
export interface Keys {
  readonly good: string;
  readonly readOnly: string;
  readonly revoked: string;
  readonly expired: string;
  /** Well-formed, and never made. */
  readonly unknown: string;
  readonly typo: string;
  readonly cutShort: string;
  /** The good one, every character of it percent-encoded, with digits in either case; and every "%" of that again. */
  readonly encoded: string;
  readonly encodedTwice: string;
}

export function percentEncoded(text: string): string {
  const escapes = [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`);
  return escapes.map((each, index) => (index % 2 === 0 ? each : each.toUpperCase())).join("");
}

export type Headers = readonly (readonly [name: string, value: string])[];

export interface Expected {
  readonly status: number;
  /** Absent where the request is a good one. */
  readonly code?: string;
  /** A part of the message. */
  readonly says?: string;
  /** Headers that the answer must have. */
  readonly answers?: Readonly<Record<string, string>>;
}

export interface Case extends Expected {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array;
}

export const LIST = "/v1/inventory";
export const ITEM = "/v1/inventory/1";
export const KEY: Headers = [["Authorization", "Bearer {good}"]];
export const TYPE: Headers = [["Content-Type", "application/json"]];
/** What pet 1 has already: a good row changes nothing either. */
export const BODY = '{"quantity":5}';

export const OK: Expected = { status: 200 };

export function badRequest(code: string, says: string): Expected {
  return { status: 400, code, says };
}

/** A row about updateInventory; good but for what `request` says. */
export function update(name: string, expected: Expected, request: Partial<Case> = {}): Case {
  return {
    method: "PATCH",
    path: ITEM,
    headers: [...KEY, ...TYPE],
    body: BODY,
    ...request,
    name,
    ...expected,
  };
}

/** A row about listInventory; good but for what `request` says. */
export function list(name: string, expected: Expected, request: Partial<Case> = {}): Case {
  return { method: "GET", path: LIST, headers: KEY, body: "", ...request, name, ...expected };
}
