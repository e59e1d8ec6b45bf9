// The rules for source code: pure functions that return messages about violations and how to fix them.

import { posix } from "node:path";
import {
  DASHBOARD_FLOORS,
  FORBIDDEN_FOLDERS,
  GENERATED,
  KEBAB_CASE,
  LINES_MAX,
  MAY_IMPORT,
  RESTRICTED_FILES,
  SINGLE_HOMES,
  SWITCHED_OFF,
  type SingleHome,
  UNFINISHED,
  WITHOUT_PACKAGES,
  WITHOUT_PACKAGES_EXCEPT,
} from "./rules.ts";
import { type Source, isBuiltIn, isIn, isOurs, packageOf, partOf, target } from "./source.ts";

type Imports = Pick<Source, "path" | "imports">;

export function importViolations(sources: readonly Imports[]): string[] {
  return sources.flatMap((file) => {
    const allowed = MAY_IMPORT[partOf(file.path)];
    if (allowed === undefined) {
      const what = file.path.includes("/") ? `the folder ${partOf(file.path)}/` : "this file";
      return [
        `src/${file.path}: ${what} is unknown; add it to PARTS with its row, or put it where it belongs`,
      ];
    }
    return file.imports.filter(isOurs).flatMap((specifier) => importMistake(file, specifier, allowed) ?? []);
  });
}

function importMistake(file: Imports, specifier: string, allowed: readonly string[]): string | undefined {
  const [part, to] = [partOf(file.path), target(file, specifier)];
  const mistake = `src/${file.path} imports ${to}`;
  const restricted = RESTRICTED_FILES.find((rule) => rule.file === to);
  if (restricted !== undefined) {
    if (isIn(file.path, restricted.importers)) return undefined;
    return `${mistake}, which only ${restricted.importers.join(", ")} may: ${restricted.instead}`;
  }
  if (to.startsWith("../")) {
    return /\.[cm]?[jt]sx?$/.test(to) ? `${mistake}: what the product runs lives in src/` : undefined;
  }
  if (partOf(to) === part || allowed.includes(partOf(to))) return undefined;
  const may = allowed.length === 0 ? "nothing of ours" : `only ${allowed.join(", ")}`;
  return `${mistake}: ${part} may import ${may}; hand it in through an interface of inventory/, wired in service/`;
}

/** Imports of the dashboard that run up a floor, or from one task of its users to another. */
export function floorViolations(sources: readonly Imports[]): string[] {
  const folderOf = (path: string): string | undefined => /^dashboard\/([^/]+)\//.exec(path)?.[1];
  return sources.flatMap((file) => {
    const from = folderOf(file.path);
    if (from === undefined) return [];
    const below = DASHBOARD_FLOORS[from];
    if (below === undefined)
      return [`src/${file.path}: dashboard/${from}/ is unknown; give it a floor in DASHBOARD_FLOORS`];
    return file.imports
      .filter(isOurs)
      .map((specifier) => target(file, specifier))
      .filter((to) => ![undefined, from, ...below].includes(folderOf(to)))
      .map(
        (to) =>
          `src/${file.path} imports ${to}: dashboard/${from}/ may import only ${below.join(", ") || "itself"}`,
      );
  });
}

const PACKAGES_WITH_HOME = new Set(SINGLE_HOMES.flatMap((home) => home.imports ?? []));

export function packageViolations(sources: readonly Imports[]): string[] {
  return sources.flatMap((file) =>
    file.imports
      .filter((specifier) => !isOurs(specifier))
      .flatMap((specifier) => packageMistake(file.path, specifier) ?? []),
  );
}

function packageMistake(path: string, specifier: string): string | undefined {
  const mistake = `src/${path} imports ${specifier}`;
  if (isIn(path, WITHOUT_PACKAGES) && !isIn(path, WITHOUT_PACKAGES_EXCEPT)) {
    return `${mistake}: ${partOf(path)} has no dependencies; move what needs one elsewhere`;
  }
  if (isBuiltIn(specifier) || PACKAGES_WITH_HOME.has(packageOf(specifier))) return undefined;
  return `${mistake}: a package has one home; add its row to SINGLE_HOMES`;
}

type Code = Pick<Source, "path" | "code" | "imports">;

export function homeViolations(sources: readonly Code[]): string[] {
  return SINGLE_HOMES.flatMap((home) =>
    sources
      .filter(({ path }) => path.startsWith(home.within ?? "") && !isIn(path, home.homes))
      .filter((file) => uses(file, home))
      .map(({ path }) => {
        const where = home.homes.length === 0 ? "" : `, whose home is ${home.homes.join(", ")}`;
        return `src/${path} uses ${home.what}${where}: ${home.instead}`;
      }),
  );
}

function uses({ code, imports }: Code, home: SingleHome): boolean {
  return home.pattern?.test(code) || imports.some((from) => home.imports?.includes(packageOf(from)));
}

/** Each cycle once, as `a.ts → b.ts → a.ts`. Imports of types count: files that need each other are one file. */
export function importCycles(sources: readonly Imports[]): string[] {
  const graph = new Map(
    sources.map((file) => [file.path, file.imports.filter(isOurs).map((to) => target(file, to))]),
  );
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(" → "));
    if (start >= 0 || done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return cycles.map((cycle) => `${cycle}: move what both need into a file of its own`);
}

const RE_EXPORT = /\bexport\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s*from\s*"(?:\d+|bun)"\s*;?/g;

export function barrelViolations(sources: readonly Pick<Source, "path" | "code">[]): string[] {
  return sources
    .filter(({ path, code }) => {
      const rest = code.replace(RE_EXPORT, "");
      return /^index\.tsx?$/.test(posix.basename(path)) || (rest !== code && rest.trim() === "");
    })
    .map(({ path }) => `src/${path} is a barrel: import from the file that has the thing`);
}

export function nameViolations(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const folders = path.split("/").slice(0, -1);
    const vague = folders.find((folder) => FORBIDDEN_FOLDERS.includes(folder));
    if (vague !== undefined) return [`${path}: no folder is called ${vague}; name it after what it is about`];
    const odd = path.split("/").find((segment) => !KEBAB_CASE.test(segment));
    return odd === undefined ? [] : [`${path}: ${odd} is not kebab-case`];
  });
}

export function openingViolations(sources: readonly Pick<Source, "path" | "text">[]): string[] {
  return sources
    .filter(({ text }) => !/^(?:#![^\n]*\n)?\s*(?:\/\/|\/\*)/.test(text))
    .map(({ path }) => `src/${path}: open with a comment: what it owns, what it must never do`);
}

export function lengthViolations(sources: readonly Pick<Source, "path" | "text">[]): string[] {
  return sources
    .filter(({ path }) => !GENERATED.test(path))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > LINES_MAX)
    .map(({ path, lines }) => `src/${path} has ${lines} lines: split it by what changes together`);
}

export function unfinishedViolations(sources: readonly Pick<Source, "path" | "text">[]): string[] {
  return sources
    .filter(({ text }) => UNFINISHED.test(text))
    .map(({ path }) => `${path} says that something is unfinished: finish it, or open an issue`);
}

export function switchedOffViolations(tests: readonly Pick<Source, "path" | "code">[]): string[] {
  return tests.flatMap(({ path, code }) => {
    const found = SWITCHED_OFF.exec(code)?.[0];
    return found === undefined
      ? []
      : [`${path} calls ${found}): run it, or delete it; a hole is declared with its reason`];
  });
}
