// Texts that people write and others read: what labels and notes must not hold.

import { holdsKey } from "./redact.ts";

/** Each would end a line, or control a terminal; PostgreSQL stores no NUL. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/**
 * Bidi controls reverse what stands around them, and characters without width make two different texts look alike. Not the two
 * joiners: scripts and emoji need them.
 */
const INVISIBLE = /[\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]/u;

/** Not `isWellFormed`, which the dashboard's oldest browsers lack. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Why a text is refused. */
export type TextRefusal = "control_character" | "invisible_character" | "lone_surrogate" | "api_key";

/** Undefined if the text may be stored. */
export function refusalOfText(text: string): TextRefusal | undefined {
  if (CONTROL.test(text)) return "control_character";
  if (INVISIBLE.test(text)) return "invisible_character";
  if (LONE_SURROGATE.test(text)) return "lone_surrogate";
  return holdsKey(text) ? "api_key" : undefined;
}

const RULES: Readonly<Record<TextRefusal, string>> = {
  control_character: "has a line break or another control character: remove it",
  invisible_character:
    "has an invisible character, which changes how others read it (a bidi control, or one without width): remove it",
  lone_surrogate: "has half of a character (a lone surrogate): write the whole character",
  api_key: "holds an API key, which must not be stored: remove it, and revoke the key if others have seen it",
};

/** The problem and its remedy, as a predicate that follows the name of the text in a message. */
export function textRule(refusal: TextRefusal): string {
  return RULES[refusal];
}
