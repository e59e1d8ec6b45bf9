// The software bill of materials (CycloneDX), from npm's lock file and the vendored files.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { output, ReleaseError, ROOT } from "./command.ts";

interface Bill {
  readonly metadata: { readonly component: Record<string, unknown> };
  readonly components: unknown[];
}

/** The bill of materials as JSON, for the version in package.json. */
export function billOfMaterials(): string {
  const args = ["--sbom-format", "cyclonedx", "--sbom-type", "application", "--package-lock-only"];
  const bill = JSON.parse(output("npm", "sbom", ...args, "--omit", "dev")) as Bill;
  // npm takes the folder's name.
  bill.metadata.component["name"] = "petstock";
  bill.components.push(vendoredScalar());
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function vendoredScalar(): unknown {
  const readme = readFileSync(join(ROOT, "vendor/scalar/README.md"), "utf8");
  const [, version] = /`@scalar\/api-reference`, version (\S+),/.exec(readme) ?? [];
  const [, sha256] = /^sha256 +([0-9a-f]{64})$/m.exec(readme) ?? [];
  if (version === undefined || sha256 === undefined) {
    throw new ReleaseError("vendor/scalar/README.md does not say which version is vendored");
  }
  const purl = `pkg:npm/%40scalar/api-reference@${version}`;
  return {
    "bom-ref": purl,
    type: "library",
    name: "@scalar/api-reference",
    version,
    purl,
    scope: "required",
    hashes: [{ alg: "SHA-256", content: sha256 }],
    licenses: [{ license: { id: "MIT" } }],
  };
}
