// Codes as a camera sees them: rows of modules, dark or light.

import { encode } from "uqr";

export type Modules = readonly (readonly boolean[])[];

/** Of the digits 0 to 9 in the left half, with odd parity (ISO/IEC 15420). */
const ODD = [
  "0001101",
  "0011001",
  "0010011",
  "0111101",
  "0100011",
  "0110001",
  "0101111",
  "0111011",
  "0110111",
  "0001011",
];
/** Which digits of the left half have even parity (1), by the first digit. */
const PARITY = [
  "000000",
  "001011",
  "001101",
  "001110",
  "010011",
  "011001",
  "011100",
  "010101",
  "010110",
  "011010",
];

const inverted = (bits: string): string => bits.replaceAll(/./g, (bit) => (bit === "0" ? "1" : "0"));
const reversed = (bits: string): string => [...bits].toReversed().join("");

export function ean13(code: string): Modules {
  const [first = 0, ...digits] = [...code].map(Number);
  const left = digits.slice(0, 6).map((digit, at) => {
    const odd = ODD[digit]!;
    return PARITY[first]![at] === "0" ? odd : reversed(inverted(odd));
  });
  const right = digits.slice(6).map((digit) => inverted(ODD[digit]!));
  const row = ["101", ...left, "01010", ...right, "101"].join("");
  return Array.from({ length: 40 }, () => [...row].map((bit) => bit === "1"));
}

export function qrCode(text: string): Modules {
  return encode(text).data;
}
