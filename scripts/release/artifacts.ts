// The files of a release: executables, checksums, and the bill of materials.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Target } from "../targets.ts";
import { billOfMaterials } from "./bill-of-materials.ts";
import { ROOT, run } from "./command.ts";
import { sign } from "./signature.ts";

interface Release {
  readonly version: string;
  readonly targets: readonly Target[];
  /** The file of the key that signs the checksums; without one they are not signed. */
  readonly key: string | undefined;
}

/** Makes the files in `folder`, which is emptied before. Throws a ReleaseError. */
export function makeArtifacts(folder: string, { version, targets, key }: Release): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // The same for every target.
  const inputs = join(folder, "inputs.json");
  for (const target of targets) {
    const outfile = join(folder, `petstock-${version}${target.replace("bun", "")}`);
    const places = ["--target", target, "--outfile", outfile, "--inputs", inputs];
    run(process.execPath, join(ROOT, "scripts/build.ts"), ...places);
  }
  const sources = JSON.parse(readFileSync(inputs, "utf8")) as string[];
  rmSync(inputs);
  writeFileSync(join(folder, `petstock-${version}.cdx.json`), billOfMaterials(sources));
  const sums = join(folder, "SHA256SUMS");
  writeFileSync(sums, checksums(folder));
  if (key !== undefined) sign(sums, { key, comment: `petstock ${version}` });
}

/** The checksums in the format of `sha256sum --check`. */
function checksums(folder: string): string {
  const lines = readdirSync(folder)
    .toSorted()
    .map((name) => {
      const hash = new Bun.CryptoHasher("sha256").update(readFileSync(join(folder, name)));
      return `${hash.digest("hex")}  ${name}\n`;
    });
  return lines.join("");
}
