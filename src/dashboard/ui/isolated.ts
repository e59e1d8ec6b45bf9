// Texts of people and files, such as the names of pets and keys, within texts of ours, as in attributes and notices: a name that is
// written from right to left must not turn around what stands beside it. Elements show such texts as `PersonText`.

/** A bidi control within a text could end its isolation. The service refuses them; a database may come from anywhere. */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Right-to-left scripts: Hebrew, Arabic, Syriac, Thaana, N'Ko and others, and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";

export function withoutBidiControls(text: string): string {
  return text.replaceAll(CONTROLS, "");
}

/** The text between characters that isolate it, where it needs them: most names are searched and copied without. */
export function isolated(text: string): string {
  const plain = withoutBidiControls(text);
  return RIGHT_TO_LEFT.test(plain) ? `${FIRST_STRONG_ISOLATE}${plain}${POP_ISOLATE}` : plain;
}
