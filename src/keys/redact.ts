// Takes API keys out of texts that clients send, for a log or a ledger: plain ones, and percent-encoded ones.

import { PREFIX } from "./format.ts";

/** A key, or enough of one to guess the rest; and those that follow without a sign between, whose prefix the first one takes. */
const KEY_IN_TEXT = new RegExp(`${PREFIX}[0-9A-Za-z]{20,}(?:_[0-9A-Za-z]{20,})*`, "g");

/** The text with "…" in the place of each key, however often any character of the key is percent-encoded. */
export function withoutKeys(text: string): string {
  return text.includes("%") ? withoutEncodedKeys(text) : text.replace(KEY_IN_TEXT, "…");
}

export function holdsKey(text: string): boolean {
  return withoutKeys(text) !== text;
}

/** Only keys are replaced: the rest stays encoded, since what it decodes to may control a terminal. */
function withoutEncodedKeys(text: string): string {
  const characters = decode(text);
  const decoded = characters.map(({ value }) => value).join("");
  let kept = "";
  let at = 0;
  for (const { index, 0: key } of decoded.matchAll(KEY_IN_TEXT)) {
    kept += `${text.slice(at, characters[index]?.start)}…`;
    at = characters[index + key.length]?.start ?? text.length;
  }
  return kept + text.slice(at);
}

interface Decoded {
  /** One UTF-16 code unit; bytes beyond ASCII stand for themselves, as no key has any. */
  readonly value: string;
  /** Where the text begins that it was decoded from. */
  readonly start: number;
}

const TWO_HEX_DIGITS = /^[0-9A-Fa-f]{2}$/;

/** Decodes until nothing is left to decode, in one pass: what an escape gives may end another one. */
function decode(text: string): Decoded[] {
  const stack: Decoded[] = [];
  for (let start = 0; start < text.length; start++) {
    stack.push({ value: text.charAt(start), start });
    for (let escape = escapeAtEnd(stack); escape !== undefined; escape = escapeAtEnd(stack)) {
      stack.splice(-3, 3, escape);
    }
  }
  return stack;
}

function escapeAtEnd(stack: readonly Decoded[]): Decoded | undefined {
  const [percent, high, low] = [stack.at(-3), stack.at(-2), stack.at(-1)];
  if (percent?.value !== "%" || high === undefined || low === undefined) return undefined;
  const digits = high.value + low.value;
  if (!TWO_HEX_DIGITS.test(digits)) return undefined;
  return { value: String.fromCharCode(Number.parseInt(digits, 16)), start: percent.start };
}
