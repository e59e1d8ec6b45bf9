// Source files as the rules see them: imports, and code without comments and strings.

import { posix } from "node:path";

export interface Source {
  /** Relative to the folder that was read, with slashes. */
  readonly path: string;
  readonly text: string;
  /** The text without comments, and with a number for what each quoted string says, so that prose breaks no rule. */
  readonly code: string;
  /** As written. */
  readonly imports: readonly string[];
}

// In the order in which they are tried: templates and patterns stay, strings become numbers, comments go.
const TOKENS = new RegExp(
  [
    /(?<kept>`(?:\\[^]|[^`\\])*`|(?<=(?:[=(,:[!&|?{};\n]|=>|\breturn)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/)/,
    /(?<quoted>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/,
    /(?<comment>\/\/[^\n]*|\/\*[^]*?\*\/)/,
  ]
    .map((pattern) => pattern.source)
    .join("|"),
  "g",
);
// scanImports drops what is imported for its type alone, and a dependency is one all the same.
const IMPORTS = [/\b(?:import|export)\b[^"`;]*?\bfrom\s*"(\d+|bun)"/g, /\bimport\s*\(?\s*"(\d+|bun)"/g];

export function source(path: string, text: string): Source {
  const strings: string[] = [];
  const code = text.replace(TOKENS, (token, kept?: string, quoted?: string) => {
    if (quoted === undefined) return kept === undefined ? " " : token;
    // What comes from "bun" itself is known by its name, so that word stays.
    return quoted.slice(1, -1) === "bun" ? '"bun"' : `"${strings.push(quoted.slice(1, -1)) - 1}"`;
  });
  const found = IMPORTS.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([, at]) => strings[Number(at)] ?? at!),
  );
  const loader = path.endsWith("x") ? "tsx" : "ts";
  const scanned = new Bun.Transpiler({ loader }).scanImports(text.replace(/^#!.*/, ""));
  // Where there are elements the scanner adds what it takes them to be made with: only what is written counts.
  const written = scanned.map((entry) => entry.path).filter((from) => text.includes(`"${from}"`));
  return { path, text, code, imports: [...new Set([...written, ...found])] };
}

export function isOurs(specifier: string): boolean {
  return specifier.startsWith(".");
}

/** The file that a relative import names, relative to src: `contract/json.ts`, `../openapi.yaml`. */
export function target({ path }: Pick<Source, "path">, specifier: string): string {
  return posix.join(posix.dirname(path), specifier);
}

/** The row of the table that a file belongs to: its folder, or itself at the top level. */
export function partOf(path: string): string {
  const slash = path.indexOf("/");
  return slash < 0 ? path : path.slice(0, slash);
}

export function isIn(path: string, homes: readonly string[]): boolean {
  return homes.some((home) => (home.endsWith("/") ? path.startsWith(home) : path === home));
}

/** `ajv` of `ajv/dist/2020.js`, `@a/b` of `@a/b/c`. What the runtime brings keeps its whole name: `bun:sqlite`. */
export function packageOf(specifier: string): string {
  const [first = "", second = ""] = specifier.split("/");
  if (specifier.startsWith("node:")) return specifier;
  return first.startsWith("@") ? `${first}/${second}` : first;
}

export function isBuiltIn(specifier: string): boolean {
  return specifier === "bun" || /^(?:bun|node):/.test(specifier);
}
