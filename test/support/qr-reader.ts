// Reads QR codes with a library that shares no code with the one that makes them.

import jsQR from "jsqr";
import type { Page } from "playwright-core";

/** Pixels of the camera's picture for each module. */
const SCALE = 4;

/** The text of a code as rows of modules, true for dark, as they are seen: never inverted. Undefined if it cannot be read. */
export function readQrCode(rows: readonly (readonly boolean[])[]): string | undefined {
  const [width, height] = [(rows[0]?.length ?? 0) * SCALE, rows.length * SCALE];
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isDark = rows[Math.floor(y / SCALE)]![Math.floor(x / SCALE)];
      pixels.set(isDark ? [0, 0, 0, 255] : [255, 255, 255, 255], (y * width + x) * 4);
    }
  return jsQR(pixels, width, height, { inversionAttempts: "dontInvert" })?.data;
}

const COLORS = /\u001b\[[0-9;]*m/g;
const BLACK_ON_WHITE = "\u001b[38;5;16;48;5;231m";

/** The modules of a code that is drawn with half blocks; without colours, on a dark terminal. */
export function modulesOnTerminal(text: string): boolean[][] {
  const lines = text.split(/\r?\n/).filter((line) => /^[█▀▄ ]+$/.test(line.replaceAll(COLORS, "")));
  return lines
    .filter((line) => /[█▀▄]/.test(line) || line.startsWith(BLACK_ON_WHITE))
    .flatMap((line) => {
      const isInkDark = line.startsWith(BLACK_ON_WHITE);
      const cells = [...line.replaceAll(COLORS, "")];
      const half = (drawn: string) => cells.map((cell) => drawn.includes(cell) === isInkDark);
      return [half("█▀"), half("█▄")];
    });
}

/** The text of a code in a picture, such as a screenshot; `page` is an empty one, whose policy allows scripts. */
export async function readPicture(page: Page, png: Uint8Array): Promise<string | undefined> {
  const { pixels, width, height } = await page.evaluate<Picture>(`(async () => {
    const bytes = Uint8Array.fromBase64(${JSON.stringify(Buffer.from(png).toString("base64"))});
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    return { pixels: new Uint8Array(data.buffer).toBase64(), width, height };
  })()`);
  const read = Uint8ClampedArray.from(Buffer.from(pixels, "base64"));
  return jsQR(read, width, height, { inversionAttempts: "dontInvert" })?.data;
}

interface Picture {
  /** RGBA, as Base64. */
  readonly pixels: string;
  readonly width: number;
  readonly height: number;
}
