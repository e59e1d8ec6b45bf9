// Source files as the rules see them: imports, and code without comments and strings.

import { posix } from "node:path";

export interface Source {
  /** Relative to the folder that was read, with slashes. */
  readonly path: string;
  readonly text: string;
  /** The text without comments, and with a number in place of each quoted string, so that prose breaks no rule. */
  readonly code: string;
  /** The specifiers as written. */
  readonly imports: readonly string[];
}

// In the order in which they are tried: templates and patterns are kept, strings become numbers, comments are removed.
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
// scanImports omits imports of types, which are dependencies too.
const IMPORTS = [/\b(?:import|export)\b[^"`;]*?\bfrom\s*"(\d+|bun)"/g, /\bimport\s*\(?\s*"(\d+|bun)"/g];

export function source(path: string, text: string): Source {
  const strings: string[] = [];
  const code = text.replace(TOKENS, (token, kept?: string, quoted?: string) => {
    if (quoted === undefined) return kept === undefined ? " " : token;
    // The rules name imports of "bun" itself, so this string is kept.
    return quoted.slice(1, -1) === "bun" ? '"bun"' : `"${strings.push(quoted.slice(1, -1)) - 1}"`;
  });
  const found = IMPORTS.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([, at]) => strings[Number(at)] ?? at!),
  );
  const loader = path.endsWith("x") ? "tsx" : "ts";
  const scanned = new Bun.Transpiler({ loader }).scanImports(text.replace(/^#!.*/, ""));
  // For JSX the scanner adds the runtime's implicit import; only written imports count.
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

/** `ajv` of `ajv/dist/2020.js`, `@a/b` of `@a/b/c`. Modules of the runtime keep their whole name: `bun:sqlite`. */
export function packageOf(specifier: string): string {
  const [first = "", second = ""] = specifier.split("/");
  if (specifier.startsWith("node:")) return specifier;
  return first.startsWith("@") ? `${first}/${second}` : first;
}

export function isBuiltIn(specifier: string): boolean {
  return specifier === "bun" || /^(?:bun|node):/.test(specifier);
}
