// Makes texts comparable in search: without case and accents.

const NOT_ASCII = /[^\u0000-\u007f]/;
const ACCENTS = /\p{M}/gu;
const NOT_WORD = /[^\p{L}\p{N}]+/u;
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f]/g;

export function fold(text: string): string {
  const plain = NOT_ASCII.test(text) ? text.normalize("NFD").replace(ACCENTS, "") : text;
  return plain.toLowerCase();
}

/** The text's words, folded: `Señor Cat-2` is `senor`, `cat` and `2`. */
export function foldedWords(text: string): string[] {
  return fold(text).split(NOT_WORD).filter(Boolean);
}

/** Folded, with spaces for control characters, which separate labels. */
export function foldedCode(code: string): string {
  return fold(code).replace(CONTROLS, " ");
}
