// The software bill of materials (CycloneDX): what is in an executable, by the source files that its build has put into it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { VENDORED_PACKAGES } from "../mcp-sdk.ts";
import { output, ReleaseError, ROOT } from "./command.ts";

interface Component {
  readonly "bom-ref": string;
  /** As in package.json: "pino", "@modelcontextprotocol/server". */
  readonly name: string;
  readonly version: string;
  readonly properties?: readonly { readonly name: string }[];
}

interface Bill {
  readonly metadata: { readonly component: object };
  readonly components: readonly Component[];
  /** Which component needs which others, by `bom-ref`. */
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** In every executable, and in no source file. */
const RUNTIME = "bun";
/** They contain libraries of their own, which no lock file of this repository names. */
const WITH_OWN_PARTS = [RUNTIME, "@scalar/api-reference", "zxing-wasm"];

/**
 * The bill of materials as JSON, for the version in package.json. `inputs`: the source files in the executable, as the build writes
 * them. Throws a ReleaseError if one is of no known package.
 */
export function billOfMaterials(inputs: readonly string[]): string {
  const packages = packagesOf(inputs);
  const { serialNumber: _, ...all } = lockedBill() as Bill & { serialNumber?: string };
  const known = new Map([...all.components, vendoredScalar()].map((each) => [refOf(each), each]));
  const components = packages.map((ref) => {
    const component = known.get(ref);
    if (component === undefined)
      throw new ReleaseError(`${ref} is in the executable, and nothing is known of it`);
    return component;
  });
  const refs = new Set([all.dependencies[0]?.ref, ...components.map((component) => component["bom-ref"])]);
  const parts = components.filter(({ name }) => WITH_OWN_PARTS.includes(name));
  const bill = {
    ...all,
    metadata: {
      ...all.metadata,
      // The time of the commit, not of the run: the same commit gives the same bill.
      timestamp: new Date(output("git", "log", "-1", "--format=%cI").trim()).toISOString(),
      lifecycles: [{ phase: "build" }],
      // npm takes the folder's name.
      component: { ...all.metadata.component, name: "petstock" },
    },
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
    compositions: [{ aggregate: "incomplete", assemblies: parts.map((component) => component["bom-ref"]) }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** The names of all packages that users get: with the executable, or as what the npm package needs. */
export function shippedPackages(): readonly string[] {
  return [...lockedBill().components.filter(isShipped), vendoredScalar()].map(({ name }) => name);
}

/** Of all packages in the lock file. */
function lockedBill(): Bill {
  const form = ["--sbom-format", "cyclonedx", "--sbom-type", "application", "--package-lock-only"];
  return JSON.parse(output("npm", "sbom", ...form)) as Bill;
}

/** npm's own `--omit dev` leaves out what a package for development needs, too, such as ajv. */
function isShipped({ name, properties = [] }: Component): boolean {
  const isForDevelopment = properties.some((property) => property.name === "cdx:npm:package:development");
  return !isForDevelopment || VENDORED_PACKAGES.includes(name);
}

function refOf({ name, version }: Pick<Component, "name" | "version">): string {
  return `${name}@${version}`;
}

/** The packages of source files, each as `name@version`, in order. */
function packagesOf(inputs: readonly string[]): readonly string[] {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Readonly<Record<string, { readonly version: string }>>;
  };
  const installed = (name: string) =>
    refOf({ name, version: lock.packages[`node_modules/${name}`]!.version });
  const refs = new Set([installed(RUNTIME)]);
  for (const input of inputs) {
    // From the outermost one: the packages of a clone may be linked from elsewhere.
    const [, path, name] =
      /\b(node_modules\/(?:.*\/node_modules\/)?((?:@[^/]+\/)?[^/]+))\//.exec(input) ?? [];
    const [, folder] = /^vendor\/([^/]+)\//.exec(input) ?? [];
    if (name !== undefined) refs.add(`${name}@${lock.packages[path!]?.version}`);
    else if (folder === "scalar") refs.add(refOf(vendoredScalar()));
    else if (folder === "mcp") for (const each of VENDORED_PACKAGES) refs.add(installed(each));
    else if (folder !== undefined) throw new ReleaseError(`no package is known for ${input}`);
  }
  return [...refs].toSorted();
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
