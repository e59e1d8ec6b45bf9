// Reads the unreleased changes in CHANGELOG.md, and turns them into the section of a version.

import { ReleaseError } from "./command.ts";

const UNRELEASED = "## Unreleased\n";

/** The text under "Unreleased". Throws a ReleaseError if there is none. */
export function unreleasedIn(changelog: string): string {
  const [, rest] = changelog.split(`\n${UNRELEASED}`);
  if (rest === undefined) throw new ReleaseError('CHANGELOG.md has no heading "## Unreleased"');
  const text = rest.split(/^## /m)[0]!.trim();
  if (text === "") throw new ReleaseError('CHANGELOG.md has nothing under "## Unreleased"');
  return text;
}

/** The changelog with that text as the section of a version, below an empty "Unreleased". */
export function releasedIn(changelog: string, { version, date }: { version: string; date: string }): string {
  return changelog.replace(`\n${UNRELEASED}`, () => `\n${UNRELEASED}\n## ${version} (${date})\n`);
}
