// A QR code on a terminal.

import { encode } from "uqr";
import { type Context, wantsColor } from "./context.ts";

/** Modules of white on each side, as ISO/IEC 18004 demands. */
const QUIET_ZONE = 4;

/** Black on white by number (of 256), because themes redefine the named colours. */
const BLACK_ON_WHITE = "\u001b[38;5;16;48;5;231m";
const RESET = "\u001b[0m";

/**
 * The code as lines of half blocks, two modules in the height of each line; undefined if the terminal is too narrow for it. Without
 * colours the light modules are drawn, which is right on a dark terminal and inverted on a light one; most readers take both.
 */
export function qrCode(text: string, { env, stdout }: Pick<Context, "env" | "stdout">): string | undefined {
  const rows = modulesOf(text);
  if (rows === undefined || rows.length > (stdout.columns ?? Infinity)) return undefined;
  const isColored = wantsColor(env, stdout);
  const draw = (dark: boolean | undefined): boolean => (dark ?? false) === isColored;
  const lines: string[] = [];
  for (let y = 0; y < rows.length; y += 2) {
    const line = rows[y]!.map((upper, x) => block(draw(upper), draw(rows[y + 1]?.[x]))).join("");
    lines.push(isColored ? BLACK_ON_WHITE + line + RESET : line);
  }
  return `${lines.join("\n")}\n`;
}

/** True is dark. Undefined if the text is too long for any code (about 2,900 bytes). */
function modulesOf(text: string): boolean[][] | undefined {
  try {
    return encode(text, { ecc: "L", boostEcc: true, border: QUIET_ZONE }).data;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function block(upper: boolean, lower: boolean): string {
  if (upper) return lower ? "█" : "▀";
  return lower ? "▄" : " ";
}
