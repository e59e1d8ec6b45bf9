// The random part of a position: tells a history from another that has the same revision numbers.

/** 16 hex digits. */
export function makeNonce(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString("hex");
}
