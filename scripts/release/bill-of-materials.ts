// The software bill of materials (CycloneDX), from npm's lock file and the vendored files.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { VENDORED_PACKAGES } from "../mcp-sdk.ts";
import { output, ReleaseError, ROOT } from "./command.ts";

interface Component {
  readonly "bom-ref": string;
  /** As in package.json: "pino", "@modelcontextprotocol/server". */
  readonly name: string;
  readonly properties?: readonly { readonly name: string }[];
}

interface Bill {
  readonly metadata: { readonly component: object };
  readonly components: readonly Component[];
  /** Which component needs which others, by `bom-ref`. */
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** The bill of materials as JSON, for the version in package.json. */
export function billOfMaterials(): string {
  return `${JSON.stringify(bill(), null, 2)}\n`;
}

/** The names of the packages in it. */
export function shippedPackages(): readonly string[] {
  return bill().components.map(({ name }) => name);
}

function bill(): Bill {
  const form = ["--sbom-format", "cyclonedx", "--sbom-type", "application", "--package-lock-only"];
  const all = JSON.parse(output("npm", "sbom", ...form)) as Bill;
  const [main] = all.dependencies;
  const components = all.components.filter(isShipped);
  const refs = new Set([main?.ref, ...components.map((component) => component["bom-ref"])]);
  return {
    ...all,
    // npm takes the folder's name.
    metadata: { ...all.metadata, component: { ...all.metadata.component, name: "petstock" } },
    components: [...components, vendoredScalar()],
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  };
}

/** npm's own `--omit dev` leaves out what a package for development needs, too, such as ajv. */
function isShipped({ name, properties = [] }: Component): boolean {
  const isForDevelopment = properties.some((property) => property.name === "cdx:npm:package:development");
  return !isForDevelopment || VENDORED_PACKAGES.includes(name);
}

function vendoredScalar(): Component {
  const readme = readFileSync(join(ROOT, "vendor/scalar/README.md"), "utf8");
  const [, version] = /`@scalar\/api-reference`, version (\S+),/.exec(readme) ?? [];
  const [, sha256] = /^sha256 +([0-9a-f]{64})$/m.exec(readme) ?? [];
  if (version === undefined || sha256 === undefined) {
    throw new ReleaseError("vendor/scalar/README.md does not say which version is vendored");
  }
  const purl = `pkg:npm/%40scalar/api-reference@${version}`;
  const component = {
    "bom-ref": purl,
    type: "library",
    name: "@scalar/api-reference",
    version,
    purl,
    scope: "required",
    hashes: [{ alg: "SHA-256", content: sha256 }],
    licenses: [{ license: { id: "MIT" } }],
  };
  return component;
}
