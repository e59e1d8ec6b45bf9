// The form of an API key: "petstock_", 32 random letters and digits, and six that are the CRC32 of all before them. So a
// typo is recognised without a look-up, and scanners for leaked secrets recognise a key.

import { crc32 } from "node:zlib";
import {
  KEY_CHECKSUM_LENGTH as CHECKSUM_LENGTH,
  KEY_PATTERN,
  KEY_PREFIX as PREFIX,
  KEY_RANDOM_LENGTH as RANDOM_LENGTH,
  LINK_CODE_LENGTH,
} from "../inventory/key-form.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export const KEY_LENGTH = PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH;

const FORM = new RegExp(`^${KEY_PATTERN.source}$`);

/** A key of 190 random bits. It is shown once and never stored. */
export function makeKey(): string {
  const body = PREFIX + randomText(RANDOM_LENGTH);
  return body + checksum(body);
}

/** A text has the form of a key, with the right checksum; the key need not exist. */
export function isWellFormedKey(text: string): boolean {
  if (!FORM.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text.endsWith(checksum(body));
}

/** SHA-256 of a whole key, or of a link's code, 64 hex digits, which is stored. A slow hash protects weak secrets; 130 random bits need none. */
export function hashKey(key: string): string {
  return Bun.SHA256.hash(key, "hex");
}

export const HASH_BYTES = 32;

/** The same hash as bytes, written to `target`, which has `HASH_BYTES`. */
export function hashKeyInto(target: Uint8Array<ArrayBuffer>, key: string): void {
  Bun.SHA256.hash(key, target);
}

/** The code of a link: 131 random bits. It is in the link and never stored. */
export function makeLinkCode(): string {
  return randomText(LINK_CODE_LENGTH);
}

/** A key's public name, in lists, logs and the ledger: 12 letters and digits. */
export function makeKeyId(): string {
  return randomText(12);
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = ALPHABET[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      // 248 is the largest multiple of 62 in a byte: with larger values the first letters would be more frequent.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}
