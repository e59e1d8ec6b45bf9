// A whole number as people type it, and as the table shows it.

export interface WholeNumber {
  readonly sign: "" | "+" | "-";
  /** Without its sign. */
  readonly number: number;
}

const NUMBER = /^([+-]?)([0-9]{1,15})$/;
/** `1,000`, `1 000`, `1'000`: separators of thousands, and nothing that could be a fraction. */
const GROUPED = /^([+-]?[0-9]{1,3})((?:[\s,'’][0-9]{3})+)$/;

/** Undefined for what is none. */
export function readWholeNumber(typed: string): WholeNumber | undefined {
  const text = typed.trim().replace("−", "-");
  const plain = GROUPED.test(text) ? text.replace(/[\s,'’]/g, "") : text.replace(/^([+-])\s+/, "$1");
  const [, sign, digits] = NUMBER.exec(plain) ?? [];
  return digits === undefined ? undefined : { sign: sign as WholeNumber["sign"], number: Number(digits) };
}
