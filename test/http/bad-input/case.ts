// A case of invalid input: the bytes of a request, and the expected response.

/** Stands in headers and bodies wherever a client can put text of its own. The log must never contain it. */
export const MARK = "lynx-7f3a";

/** API keys by their defect. Headers and addresses refer to them by name: `{good}`. */
export interface Keys {
  readonly good: string;
  readonly readOnly: string;
  readonly revoked: string;
  readonly expired: string;
  /** Well-formed, but never created. */
  readonly unknown: string;
  readonly typo: string;
  readonly cutShort: string;
  /** The good key, every character percent-encoded, with digits in either case. `encodedTwice` encodes each "%" again. */
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
  /** The error code; absent for a valid request. */
  readonly code?: string;
  /** Part of the error message. */
  readonly says?: string;
  /** Required headers of the response. */
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
/** Pet 1 has this quantity already, so that a valid case changes nothing either. */
export const BODY = '{"quantity":5}';

export const OK: Expected = { status: 200 };

export function badRequest(code: string, says: string): Expected {
  return { status: 400, code, says };
}

/** A case of updateInventory: a valid request, overridden by `request`. */
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

/** A case of listInventory: a valid request, overridden by `request`. */
export function list(name: string, expected: Expected, request: Partial<Case> = {}): Case {
  return { method: "GET", path: LIST, headers: KEY, body: "", ...request, name, ...expected };
}
