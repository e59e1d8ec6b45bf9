// CHANGELOG.md as text: what is not released yet, and how it becomes a release.

import { ReleaseError } from "./command.ts";

const UNRELEASED = "## Unreleased\n";

/** What stands under "Unreleased". Throws a ReleaseError where there is nothing. */
export function unreleasedIn(changelog: string): string {
  const [, rest] = changelog.split(`\n${UNRELEASED}`);
  if (rest === undefined) throw new ReleaseError('CHANGELOG.md has no heading "## Unreleased"');
  const text = rest.split(/^## /m)[0]!.trim();
  if (text === "") throw new ReleaseError('CHANGELOG.md has nothing under "## Unreleased"');
  return text;
}

/** The same changelog, in which that is the section of a version, under an empty "Unreleased". */
export function releasedIn(changelog: string, { version, date }: { version: string; date: string }): string {
  return changelog.replace(`\n${UNRELEASED}`, () => `\n${UNRELEASED}\n## ${version} (${date})\n`);
}
