// The int64 in the text of a number, decided without a double.

const NUMBER_PARTS = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;
const INT64_DIGITS = 19;

/**
 * The int64 that a JSON number's text names exactly: `14`, `14.0`, `1e3`; undefined if it has a fraction or is out
 * of range. Decided on the text, as JSON Schema's `integer` is: no double is involved.
 */
export function exactInt64(text: string): bigint | undefined {
  const parts = NUMBER_PARTS.exec(text);
  if (parts === null) return undefined;
  const [, sign, whole = "", fraction = "", exponentText = "0"] = parts;
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.slice(0, lengthWithoutTrailingZeros(digits));
  if (significant === "") return 0n;
  const exponent = Number(exponentText) - fraction.length + (digits.length - significant.length);
  if (exponent < 0 || significant.length + exponent > INT64_DIGITS) return undefined;
  const magnitude = BigInt(significant + "0".repeat(exponent));
  const value = sign === "-" ? -magnitude : magnitude;
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** Counted by hand: a pattern such as /0+$/ takes quadratic time on a number of many zeros. */
function lengthWithoutTrailingZeros(digits: string): number {
  let length = digits.length;
  while (length > 0 && digits[length - 1] === "0") length -= 1;
  return length;
}
