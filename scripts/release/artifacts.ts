// The files of a release: executables, checksums, and the bill of materials.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Target } from "../targets.ts";
import { billOfMaterials } from "./bill-of-materials.ts";
import { ROOT, run } from "./command.ts";

/** Makes the files in `folder`, which is emptied before. Throws a ReleaseError. */
export function makeArtifacts(folder: string, version: string, targets: readonly Target[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const target of targets) {
    const outfile = join(folder, `petstock-${version}${target.replace("bun", "")}`);
    run(process.execPath, join(ROOT, "scripts/build.ts"), "--target", target, "--outfile", outfile);
  }
  writeFileSync(join(folder, `petstock-${version}.cdx.json`), billOfMaterials());
  writeFileSync(join(folder, "SHA256SUMS"), checksums(folder));
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
