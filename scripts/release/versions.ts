// Sets the version of the service and of both clients, which is the same: each service works with the clients of its version.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { output, ReleaseError, ROOT } from "./command.ts";

/** The only place of the Python client's version. */
const PYTHON = join(ROOT, "packages/python/src/petstock/_version.py");

/** The version of the commits after a release, until the next one sets another. */
export function versionAfter(version: string): string {
  const [major, minor] = version.split(".");
  return `${major}.${Number(minor) + 1}.0-dev`;
}

/** Throws a ReleaseError. */
export function setVersions(version: string): void {
  for (const folder of [".", "packages/client"]) {
    output("npm", "--prefix", folder, "version", version, "--no-git-tag-version", "--allow-same-version");
  }
  writeFileSync(PYTHON, withVersion(readFileSync(PYTHON, "utf8"), version));
}

/** PEP 440 reads `1.2.3-rc.1` as `1.2.3rc1`. */
function withVersion(source: string, version: string): string {
  const assignment = /^__version__ = ".*"$/m;
  if (!assignment.test(source)) throw new ReleaseError(`${PYTHON} assigns no __version__`);
  return source.replace(assignment, () => `__version__ = ${JSON.stringify(version)}`);
}
