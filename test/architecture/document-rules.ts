// The rules applied to documents.

import { posix } from "node:path";

/** Compares the package's dependencies with the first column, names in backticks, of the document's table. */
export function dependencyViolations(packages: readonly string[], document: string | undefined): string[] {
  const path = "docs/dependencies.md";
  if (document === undefined)
    return [`${path} is missing: a table with a row and a reason for each dependency`];
  const rows = [...document.matchAll(/^\|\s*`([^`]+)`\s*\|/gm)].map(([, name]) => name!);
  return [
    ...packages
      .filter((name) => !rows.includes(name))
      .map((name) => `${path} has no row for ${name}: say why it is needed`),
    ...rows
      .filter((name) => !packages.includes(name))
      .map((name) => `${path} has a row for ${name}, which package.json lacks`),
    ...rows.filter((name, at) => rows.indexOf(name) !== at).map((name) => `${path} has two rows for ${name}`),
  ];
}

const FENCED_OR_INLINE_CODE = /^(`{3,}|~{3,})[\s\S]*?^\1|(`+)(?!`)[\s\S]*?\2/gm;
const LINKS = [/\]\(\s*<?([^)\s>]+)/g, /^\s*\[[^\]]+\]:\s*<?(\S+?)>?(?:\s|$)/gm, /\b(?:href|src)="([^"]+)"/g];

export function linkViolations(
  documents: readonly { path: string; text: string }[],
  exists: (path: string) => boolean,
): string[] {
  return documents.flatMap(({ path, text }) => {
    const prose = text.replace(FENCED_OR_INLINE_CODE, "");
    const links = LINKS.flatMap((pattern) => [...prose.matchAll(pattern)].map(([, link]) => link!));
    return links
      .filter((link) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(link))
      .filter((link) => !exists(linkedFile(path, link)))
      .map((link) => `${path} links to ${link}, which does not exist`);
  });
}

function linkedFile(from: string, link: string): string {
  const file = decodeURIComponent(link.replace(/[?#].*$/s, ""));
  return file.startsWith("/") ? file.slice(1) : posix.join(posix.dirname(from), file);
}
