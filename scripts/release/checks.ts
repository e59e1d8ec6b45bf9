// Checks a clone before a release is made from it.

import { output, ReleaseError } from "./command.ts";

/**
 * Semantic versions without build metadata, which an image's tag cannot contain, and with a pre-release that PEP 440 has, too.
 */
const VERSION = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:alpha|beta|rc)\.(?:0|[1-9]\d*))?$/;

/** Throws a ReleaseError that says what to do. */
export function checkClone(version: string): void {
  if (!VERSION.test(version))
    throw new ReleaseError(`${version} is not a version such as 1.2.3 or 1.2.3-rc.1`);
  const changed = output("git", "status", "--porcelain").trim();
  if (changed !== "") throw new ReleaseError(`the clone has changes; commit or discard them:\n${changed}`);
  const tags = output("git", "tag", "--list", "v*").split("\n").filter(Boolean);
  if (tags.includes(`v${version}`)) throw new ReleaseError(`there is a tag v${version} already`);
  const newer = tags.map((tag) => tag.slice(1)).find((released) => isNewer(released, version));
  if (newer !== undefined)
    throw new ReleaseError(`${newer} is released already, which is newer than ${version}`);
}

function isNewer(released: string, version: string): boolean {
  return VERSION.test(released) && Bun.semver.order(released, version) > 0;
}
