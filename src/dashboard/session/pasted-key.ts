// The API key in what a person pastes: the key alone, a header, a command, a link, with quotes or broken over lines.

import { KEY_PATTERN, KEY_PREFIX } from "../../inventory/key-form.ts";
import { keyOfLink } from "../../sign-in-link.ts";
import { sessionText } from "../language/en/session.ts";

const WHOLE_KEY = new RegExp(`${KEY_PATTERN.source}(?![0-9A-Za-z])`);

/** Spaces, line ends, and characters that chats and documents add without showing them. */
const INVISIBLE = /[\s\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]+/g;

/** The key; `problem` says why there is none, for the person. */
type PastedKey = { readonly key: string } | { readonly problem: string };

export function pastedKey(text: string): PastedKey {
  // The second, for a key that a terminal broke over lines.
  const [key] = WHOLE_KEY.exec(text) ?? KEY_PATTERN.exec(text.replaceAll(INVISIBLE, "")) ?? [];
  if (key !== undefined) return { key };
  if (!text.includes(KEY_PREFIX)) {
    const { notKey, linkWithoutKey } = sessionText;
    return { problem: (keyOfLink(text) === undefined ? notKey : linkWithoutKey)(KEY_PREFIX) };
  }
  return { problem: sessionText.incompleteKey };
}
