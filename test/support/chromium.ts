// Finds Chromium for browser tests: $CHROME_PATH, else the system's, else the one from npm.

import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

export interface Chromium {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Throws, with the reason, where this platform has none. */
export async function findChromium(): Promise<Chromium> {
  const chosen = process.env["CHROME_PATH"];
  if (chosen !== undefined && chosen !== "") {
    if (!existsSync(chosen)) throw new Error(`CHROME_PATH is ${chosen}, where there is nothing`);
    return { path: chosen, env: {} };
  }
  const installed = SYSTEM_NAMES.map((name) => Bun.which(name)).find((path) => path !== null);
  if (installed !== undefined) return { path: installed, env: {} };
  if (process.platform === "linux" && process.arch === "x64") return packagedChromium();
  throw new Error(
    `no Chromium for ${process.platform} ${process.arch}: npm has one for linux x64 alone; ` +
      "install Chromium or Chrome, or set CHROME_PATH to its program",
  );
}

/** Unpacked once for each version, into a temporary folder that later runs find again. */
async function packagedChromium(): Promise<Chromium> {
  const root = join(import.meta.dir, "../../node_modules/@sparticuz/chromium");
  const { version } = await Bun.file(join(root, "package.json")).json();
  const folder = join(tmpdir(), `petstock-chromium-${version}-${process.getuid?.() ?? 0}`);
  if (!existsSync(folder)) await unpack(join(root, "bin"), folder);
  const env = {
    LD_LIBRARY_PATH: join(folder, "lib"),
    // Without a font no text is drawn.
    FONTCONFIG_FILE: join(folder, "fonts.conf"),
  };
  return { path: join(folder, "chromium"), env };
}

const decompress = promisify(brotliDecompress);

/** Unpacks beside the target and then renames, so that no process finds an incomplete copy. */
async function unpack(packed: string, folder: string): Promise<void> {
  const unfinished = mkdtempSync(`${folder}-`);
  const bytesOf = async (name: string) => decompress(await Bun.file(join(packed, name)).bytes());
  await Bun.write(join(unfinished, "chromium"), await bytesOf("chromium.br"));
  chmodSync(join(unfinished, "chromium"), 0o755);
  for (const name of ["al2023.tar.br", "fonts.tar.br"]) {
    await new Bun.Archive(await bytesOf(name)).extract(unfinished);
  }
  mkdirSync(join(unfinished, "font-cache"));
  writeFileSync(join(unfinished, "fonts.conf"), fontsConf(folder));
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process was faster.
    rmSync(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

function fontsConf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <match><edit name="family" mode="append_last"><string>Open Sans</string></edit></match>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`;
}
