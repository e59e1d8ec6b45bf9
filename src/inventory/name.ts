// What a name may contain that people give: of a key, an account or a store. Logs, the ledger and a terminal can show it.

/**
 * Letters of any script, digits, punctuation, symbols and emoji. A mark (\p{M}: a combining accent, a vowel sign) needs a
 * character before it, a joiner (ZWJ, ZWNJ) one on each side. Control and format characters are in none of these classes;
 * letters and symbols that are invisible (the Hangul fillers, the Braille blank) are excluded.
 */
const NAME =
  /^(?!\p{M})(?:(?![\u115f\u1160\u3164\uffa0\u2800])[\p{L}\p{M}\p{N}\p{P}\p{S} ]|(?<=[\p{L}\p{M}\p{S}])[\u200c\u200d](?=[\p{L}\p{S}])){1,64}$/u;

/** What `isName` accepts, for messages. */
export const NAME_CONTENT =
  "1 to 64 letters (with marks), digits, punctuation, symbols, emoji or inner spaces";

export function isName(text: string): boolean {
  return NAME.test(text) && text.trim() === text;
}
