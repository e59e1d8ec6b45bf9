// The exact reading of a number's text, against an oracle that computes with rational numbers: this decides which
// quantities and ids are integers, so it may never go through a double.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { exactInt64 } from "../../src/contract/exact-int64.ts";
import { PET_ID_MAX, PET_ID_MIN } from "../../src/inventory/item.ts";

/** The same by rational arithmetic: a mantissa times a power of ten. */
function oracle({ sign, whole, fraction, exponent }: NumberParts): bigint | undefined {
  const mantissa = BigInt(`${sign}${whole}${fraction ?? ""}`);
  const power = exponent - (fraction?.length ?? 0);
  const scale = 10n ** BigInt(Math.abs(power));
  if (power < 0 && mantissa % scale !== 0n) return undefined;
  const value = power < 0 ? mantissa / scale : mantissa * scale;
  return value >= PET_ID_MIN && value <= PET_ID_MAX ? value : undefined;
}

interface NumberParts {
  readonly sign: "" | "-";
  readonly whole: string;
  readonly fraction: string | null;
  readonly exponent: number;
}

const digit = fc.constantFrom(..."0000123456789");
const digits = fc.string({ unit: digit, minLength: 1, maxLength: 25 });
const numberParts: fc.Arbitrary<NumberParts> = fc.record({
  sign: fc.constantFrom<"" | "-">("", "-"),
  whole: fc.oneof(
    digits.map((text) => text.replace(/^0+(?=.)/, "")),
    fc.bigInt(PET_ID_MAX - 3n, PET_ID_MAX + 3n).map(String),
  ),
  fraction: fc.option(fc.oneof(digits, fc.constantFrom("0", "00000000000000000000"))),
  exponent: fc.oneof(fc.constant(0), fc.integer({ min: -45, max: 25 })),
});

test("exactInt64 agrees with rational arithmetic, for any number's text", () => {
  fc.assert(
    fc.property(numberParts, fc.constantFrom("e", "E", "e+"), (parts, mark) => {
      const { sign, whole, fraction, exponent } = parts;
      const point = fraction === null ? "" : `.${fraction}`;
      const power = exponent === 0 ? "" : `${exponent < 0 ? "e" : mark}${exponent}`;
      expect(exactInt64(`${sign}${whole}${point}${power}`)).toBe(oracle(parts));
    }),
    { numRuns: 5000 },
  );
});

test("exactInt64 keeps every int64 through its text", () => {
  fc.assert(
    fc.property(fc.bigInt(PET_ID_MIN, PET_ID_MAX), (value) => expect(exactInt64(String(value))).toBe(value)),
  );
});

test.each(["", " 1", "1 ", "1,0", "1e", "e1", ".5", "1.", "abc", "١"])("%j is no number", (text) => {
  expect(exactInt64(text)).toBeUndefined();
});

// A body of 16 KiB can be one number. Linear time takes less than a millisecond here, quadratic time seconds: of the
// processor's time, which other work on the machine does not lengthen.
test("exactInt64 takes no longer than linear time", () => {
  const before = process.cpuUsage();
  expect(exactInt64(`1${"0".repeat(60_000)}1`)).toBeUndefined();
  const { user } = process.cpuUsage(before);
  expect(user / 1000).toBeLessThan(1000);
});
