// Removes API keys, plain or percent-encoded, from texts that clients send, before they are logged or stored.

import { KEY_PREFIX } from "./key-form.ts";

/** A key, or enough of a key to guess the rest; also keys that follow directly, whose prefix the first match includes. */
const KEY_IN_TEXT = new RegExp(`${KEY_PREFIX}[0-9A-Za-z]{20,}(?:_[0-9A-Za-z]{20,})*`, "g");
/** No shorter text holds a match: most names and notes are shorter. */
const LENGTH_MIN = KEY_PREFIX.length + 20;

/** The text with "…" in the place of each key, however often any character of the key is percent-encoded. */
export function withoutKeys(text: string): string {
  return text.includes("%") ? withoutEncodedKeys(text) : text.replace(KEY_IN_TEXT, "…");
}

export function holdsKey(text: string): boolean {
  return text.length >= LENGTH_MIN && withoutKeys(text) !== text;
}

/** Replaces keys only: the rest stays encoded, because the decoded text might control a terminal. */
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
  /** One UTF-16 code unit; bytes above ASCII are not decoded further, as no key has any. */
  readonly value: string;
  /** The offset of the text that it was decoded from. */
  readonly start: number;
}

const TWO_HEX_DIGITS = /^[0-9A-Fa-f]{2}$/;

/** Decodes repeatedly encoded text in one pass: the character of an escape may complete another escape. */
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
