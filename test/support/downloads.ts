// Downloads of the browsers that report none of what a page has made, Firefox and WebKit: they are awaited in their folder.

import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "./until.ts";

export const DOWNLOADS = join(tmpdir(), `petstock-downloads-${process.pid}`);

/** The file that `act` downloads. */
export async function downloadInFolder(
  act: () => Promise<void>,
): Promise<{ name: string; bytes: Uint8Array }> {
  rmSync(DOWNLOADS, { recursive: true, force: true });
  mkdirSync(DOWNLOADS);
  await act();
  const files = () => readdirSync(DOWNLOADS);
  // While it is written there is a second file, of parts.
  await until("the download", () => files().length === 1 && statSync(join(DOWNLOADS, files()[0]!)).size > 0);
  const name = files()[0]!;
  return { name, bytes: await Bun.file(join(DOWNLOADS, name)).bytes() };
}
