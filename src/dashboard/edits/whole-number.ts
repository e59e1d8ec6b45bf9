// Reads a whole number as people type it, with or without thousands separators.

export interface WholeNumber {
  readonly sign: "" | "+" | "-";
  /** The absolute value. */
  readonly number: number;
}

const NUMBER = /^([+-]?)([0-9]{1,15})$/;
/** `1,000`, `1 000`, `1'000`. Not `1.000`, which could be a decimal fraction. */
const GROUPED = /^([+-]?[0-9]{1,3})((?:[\s,'’][0-9]{3})+)$/;

/** Undefined if the text is not a whole number. */
export function readWholeNumber(typed: string): WholeNumber | undefined {
  const text = typed.trim().replace("−", "-");
  const plain = GROUPED.test(text) ? text.replace(/[\s,'’]/g, "") : text.replace(/^([+-])\s+/, "$1");
  const [, sign, digits] = NUMBER.exec(plain) ?? [];
  return digits === undefined ? undefined : { sign: sign as WholeNumber["sign"], number: Number(digits) };
}
