// The architecture, enforced: reads the source and says what to do instead. The rules are data at the top, the
// functions that apply them are pure, and the last part feeds each one a violation: a rule that cannot fail is none.
// A new folder, package or technology gets its row here first.

import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

// ---------------------------------------------------------------------------------------------------------- rules

/** What each part of src/, a folder or a top-level file, may import of ours. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  inventory: [],
  contract: ["inventory"],
  keys: ["inventory"],
  "commit-queue": ["inventory"],
  sqlite: ["inventory"],
  postgres: ["inventory"],
  snapshot: ["inventory", "contract"],
  transfer: ["inventory", "contract"],
  http: ["inventory", "contract", "keys", "snapshot", "commit-queue"],
  client: ["contract"],
  dashboard: ["client", "contract", "transfer"],
  cli: ["app.ts", "config.ts", "inventory", "contract", "keys", "transfer", "client"],
  "config.ts": ["inventory"],
  "log.ts": ["inventory"],
  "metrics.ts": ["inventory"],
  "main.ts": ["cli"],
  "sqlite-writer.ts": ["sqlite"],
};
/** The composition root alone may import everything but what starts it. */
const APP_IMPORTS = Object.keys(PARTS).filter((part) => part !== "cli" && part !== "main.ts");
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = { ...PARTS, "app.ts": APP_IMPORTS };

/** Files that only some may import. `importers` are folders (with a slash at the end) or files. */
const RESTRICTED_FILES: readonly { file: string; importers: readonly string[]; instead: string }[] = [
  {
    file: "contract/validate.ts",
    importers: ["http/"],
    instead: "it brings ajv along; bodies of requests are checked in http, rows of files in transfer",
  },
  {
    file: "../openapi.yaml",
    importers: ["contract/document.ts"],
    instead:
      "import openApiText or openApiDocument from contract/document.ts: imported twice, it breaks when compiled",
  },
];

/** A technology and the only places that may touch it: by what the code says, or by what it imports. */
interface SingleHome {
  readonly what: string;
  readonly pattern?: RegExp;
  readonly imports?: readonly string[];
  /** Folders (with a slash at the end) or files; none means nowhere. */
  readonly homes: readonly string[];
  /** The only folder where it is looked for; everywhere else it is no matter. */
  readonly within?: string;
  readonly instead: string;
}

const SINGLE_HOMES: readonly SingleHome[] = [
  {
    what: "bun:sqlite",
    imports: ["bun:sqlite", "node:sqlite"],
    homes: ["sqlite/"],
    instead: "ask an InventoryStore (inventory/store.ts)",
  },
  {
    what: "Bun.SQL",
    pattern: /\bBun\.(?:SQL|sql)\b|\bimport\b[^;"]*\b(?:SQL|sql)\b[^;"]*"bun"/,
    homes: ["postgres/"],
    instead: "ask an InventoryStore (inventory/store.ts)",
  },
  {
    what: "Bun.serve",
    pattern: /\bBun\.serve\b|\bimport\b[^;"]*\bserve\b[^;"]*"bun"/,
    homes: ["http/server.ts"],
    instead: "add a route to the server in http/server.ts",
  },
  {
    what: "the environment or the command line's arguments",
    pattern: /\b(?:process|Bun|import\.meta)\.(?:env|argv)\b/,
    imports: ["node:process", "process"],
    homes: ["config.ts", "cli/", "main.ts"],
    instead: "take the value as a parameter; config.ts reads the environment",
  },
  {
    what: "a literal error status",
    pattern: /\bstatus\s*(?::|={1,3})\s*[45]\d\d\b/,
    within: "http/",
    homes: [],
    instead: "answer with an error code; STATUS_OF in contract/errors.ts is the one table of statuses",
  },
  {
    what: "new Worker",
    pattern: /\bnew\s+Worker\s*\(/,
    homes: ["main.ts"],
    instead:
      "let main.ts make the worker and hand it down: anywhere else it fails in the compiled executable",
  },
  {
    what: "console",
    pattern: /(?<![\w.])console\s*[.[]/,
    homes: [],
    instead: "take a Log (inventory/ports.ts); commands write data to stdout and words to stderr",
  },
  { what: "ajv", imports: ["ajv"], homes: ["contract/validate.ts"], instead: "use contract/validate.ts" },
  { what: "negotiator", imports: ["negotiator"], homes: ["http/"], instead: "negotiate in http" },
  { what: "csv-parse", imports: ["csv-parse"], homes: ["transfer/"], instead: "read rows through transfer" },
  {
    what: "pino",
    imports: ["pino", "pino-pretty"],
    homes: ["log.ts"],
    instead: "take a Log (inventory/ports.ts)",
  },
  {
    what: "a library for the terminal",
    imports: ["commander", "cli-progress", "picocolors"],
    homes: ["cli/"],
    instead: "return the data and let the command show it",
  },
];

/** Parts that must run anywhere or stay pure: they import nothing but our own files. */
const WITHOUT_PACKAGES = ["inventory/", "contract/", "client/"];
const WITHOUT_PACKAGES_EXCEPT = ["contract/validate.ts", "contract/document.ts"];

const FORBIDDEN_FOLDERS = ["utils", "util", "helpers", "helper", "common", "lib", "shared", "misc"];
const KEBAB_CASE = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)*$/;
const LINES_MAX = 300;
const GENERATED = /\.generated\.ts$/;
// Put together, so that this file does not break its own rule.
const UNFINISHED = new RegExp(`\\b(?:${"TO"}${"DO"}|${"FIX"}${"ME"})\\b`);
const SWITCHED_OFF = /\.(?:skip|todo|only)\s*\(/;

// -------------------------------------------------------------------------------------------------- reading source

interface Source {
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

function source(path: string, text: string): Source {
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
  return { path, text, code, imports: [...new Set([...scanned.map((entry) => entry.path), ...found])] };
}

function isOurs(specifier: string): boolean {
  return specifier.startsWith(".");
}

/** The file that a relative import names, relative to src: `contract/json.ts`, `../openapi.yaml`. */
function target({ path }: Pick<Source, "path">, specifier: string): string {
  return posix.join(posix.dirname(path), specifier);
}

/** The row of the table that a file belongs to: its folder, or itself at the top level. */
function partOf(path: string): string {
  const slash = path.indexOf("/");
  return slash < 0 ? path : path.slice(0, slash);
}

function isIn(path: string, homes: readonly string[]): boolean {
  return homes.some((home) => (home.endsWith("/") ? path.startsWith(home) : path === home));
}

/** `ajv` of `ajv/dist/2020.js`, `@a/b` of `@a/b/c`. What the runtime brings keeps its whole name: `bun:sqlite`. */
function packageOf(specifier: string): string {
  const [first = "", second = ""] = specifier.split("/");
  if (specifier.startsWith("node:")) return specifier;
  return first.startsWith("@") ? `${first}/${second}` : first;
}

function isBuiltIn(specifier: string): boolean {
  return specifier === "bun" || /^(?:bun|node):/.test(specifier);
}

// ------------------------------------------------------------------------------------------ rules applied to source

type Imports = Pick<Source, "path" | "imports">;

function importViolations(sources: readonly Imports[]): string[] {
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
  const says = `src/${file.path} imports ${to}`;
  const restricted = RESTRICTED_FILES.find((rule) => rule.file === to && !isIn(file.path, rule.importers));
  if (restricted !== undefined) {
    return `${says}, which only ${restricted.importers.join(", ")} may: ${restricted.instead}`;
  }
  if (to.startsWith("../")) {
    return /\.[cm]?[jt]sx?$/.test(to) ? `${says}: what the product runs lives in src/` : undefined;
  }
  if (partOf(to) === part || allowed.includes(partOf(to))) return undefined;
  const may = allowed.length === 0 ? "nothing of ours" : `only ${allowed.join(", ")}`;
  return `${says}: ${part} may import ${may}; hand it in through an interface of inventory/, wired in app.ts`;
}

const PACKAGES_WITH_HOME = new Set(SINGLE_HOMES.flatMap((home) => home.imports ?? []));

function packageViolations(sources: readonly Imports[]): string[] {
  return sources.flatMap((file) =>
    file.imports
      .filter((specifier) => !isOurs(specifier))
      .flatMap((specifier) => packageMistake(file.path, specifier) ?? []),
  );
}

function packageMistake(path: string, specifier: string): string | undefined {
  const says = `src/${path} imports ${specifier}`;
  if (isIn(path, WITHOUT_PACKAGES) && !isIn(path, WITHOUT_PACKAGES_EXCEPT)) {
    return `${says}: ${partOf(path)} has no dependencies; move what needs one elsewhere`;
  }
  if (isBuiltIn(specifier) || PACKAGES_WITH_HOME.has(packageOf(specifier))) return undefined;
  return `${says}: a package has one home; add its row to SINGLE_HOMES`;
}

type Code = Pick<Source, "path" | "code" | "imports">;

function homeViolations(sources: readonly Code[]): string[] {
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
function importCycles(sources: readonly Imports[]): string[] {
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

function barrelViolations(sources: readonly Pick<Source, "path" | "code">[]): string[] {
  return sources
    .filter(({ path, code }) => {
      const rest = code.replace(RE_EXPORT, "");
      return /^index\.tsx?$/.test(posix.basename(path)) || (rest !== code && rest.trim() === "");
    })
    .map(({ path }) => `src/${path} is a barrel: import from the file that has the thing`);
}

function nameViolations(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const folders = path.split("/").slice(0, -1);
    const vague = folders.find((folder) => FORBIDDEN_FOLDERS.includes(folder));
    if (vague !== undefined) return [`${path}: no folder is called ${vague}; name it after what it is about`];
    const odd = path.split("/").find((segment) => !KEBAB_CASE.test(segment));
    return odd === undefined ? [] : [`${path}: ${odd} is not kebab-case`];
  });
}

function openingViolations(sources: readonly Pick<Source, "path" | "text">[]): string[] {
  return sources
    .filter(({ text }) => !/^(?:#![^\n]*\n)?\s*(?:\/\/|\/\*)/.test(text))
    .map(({ path }) => `src/${path}: open with a comment: what it owns, what it must never do`);
}

function lengthViolations(sources: readonly Pick<Source, "path" | "text">[]): string[] {
  return sources
    .filter(({ path }) => !GENERATED.test(path))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > LINES_MAX)
    .map(({ path, lines }) => `src/${path} has ${lines} lines: split it by what changes together`);
}

function unfinishedViolations(sources: readonly Pick<Source, "path" | "text">[]): string[] {
  return sources
    .filter(({ text }) => UNFINISHED.test(text))
    .map(({ path }) => `${path} says that something is unfinished: finish it, or open an issue`);
}

function switchedOffViolations(tests: readonly Pick<Source, "path" | "code">[]): string[] {
  return tests.flatMap(({ path, code }) => {
    const found = SWITCHED_OFF.exec(code)?.[0];
    return found === undefined
      ? []
      : [`${path} calls ${found}): run it, or delete it; a hole is declared with its reason`];
  });
}

// ---------------------------------------------------------------------------------------- rules applied to documents

/** Compares the package's dependencies with the first column, names in backticks, of the document's table. */
function dependencyViolations(packages: readonly string[], document: string | undefined): string[] {
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

function linkViolations(
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

// ------------------------------------------------------------------------------------------------------- the tests

const ROOT = join(import.meta.dir, "..");

function pathsIn(folder: string, pattern = "**/*.{ts,tsx}"): string[] {
  const root = join(ROOT, folder);
  return existsSync(root) ? [...new Bun.Glob(pattern).scanSync(root)].toSorted() : [];
}

function sourcesIn(folder: string): Source[] {
  return pathsIn(folder).map((path) => source(path, read(join(folder, path))));
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** What git tracks, or would on the next `git add`. */
function markdownFiles(): { path: string; text: string }[] {
  const list = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "*.md"];
  const { stdout, success } = Bun.spawnSync(list, { cwd: ROOT });
  if (!success) throw new Error("git ls-files failed: run this test in a clone");
  const paths = stdout
    .toString()
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(ROOT, path)));
  return paths.map((path) => ({ path, text: read(path) }));
}

function expectNone(violations: readonly string[]): void {
  if (violations.length > 0) throw new Error(`${violations.length} to mend:\n  ${violations.join("\n  ")}`);
}

const SOURCES = sourcesIn("src");
const TESTS = sourcesIn("test").map((file) => ({ ...file, path: `test/${file.path}` }));
const ALL_CODE = ["src", "test", "bench", "scripts"].flatMap((folder) =>
  pathsIn(folder).map((path) => ({ path: `${folder}/${path}`, text: read(join(folder, path)) })),
);

describe("the source", () => {
  test("is found", () => {
    expect(SOURCES.map(({ path }) => path)).toContain("inventory/item.ts");
    expect(SOURCES.find(({ path }) => path === "contract/validate.ts")?.imports).toContain("./document.ts");
  });

  test("imports only along the arrows of the architecture", () => expectNone(importViolations(SOURCES)));

  test("has one home for each technology", () => expectNone(homeViolations(SOURCES)));

  test("imports no package without a home, and none at all where it must run anywhere", () =>
    expectNone(packageViolations(SOURCES)));

  test("has no import cycles", () => expectNone(importCycles(SOURCES)));

  test("has no barrels", () => expectNone(barrelViolations(SOURCES)));

  test("has names in kebab-case, and no folder for odds and ends", () =>
    expectNone(nameViolations(ALL_CODE.map(({ path }) => path))));

  test("opens each file with a comment", () => expectNone(openingViolations(SOURCES)));

  test(`has no file of more than ${LINES_MAX} lines`, () => expectNone(lengthViolations(SOURCES)));

  test("holds nothing unfinished", () => expectNone(unfinishedViolations(ALL_CODE)));
});

describe("the tests", () => {
  test("all run", () => expectNone(switchedOffViolations(TESTS)));
});

describe("the documents", () => {
  test("justify each dependency, and none that is gone", () => {
    const { dependencies, devDependencies } = JSON.parse(read("package.json"));
    const path = "docs/dependencies.md";
    const document = existsSync(join(ROOT, path)) ? read(path) : undefined;
    expectNone(dependencyViolations(Object.keys({ ...dependencies, ...devDependencies }), document));
  });

  test("link only to files that exist", () =>
    expectNone(linkViolations(markdownFiles(), (path) => existsSync(join(ROOT, path)))));
});

// --------------------------------------------------------------------------------------- each rule is able to fail

describe("the rules", () => {
  const file = (path: string, text = "// A file.\n") => source(path, text);

  test.each([
    ["inventory/item.ts", "../contract/json.ts", /inventory may import nothing of ours/],
    ["sqlite/store.ts", "../keys/format.ts", /sqlite may import only inventory/],
    ["http/server.ts", "../sqlite/store.ts", /http may import only/],
    ["client/client.ts", "../inventory/item.ts", /client may import only contract/],
    ["app.ts", "./cli/serve.ts", /app\.ts may import only/],
    ["app.ts", "./main.ts", /app\.ts may import only/],
    ["main.ts", "./app.ts", /main\.ts may import only cli/],
    ["config.ts", "./log.ts", /config\.ts may import only inventory/],
    ["transfer/csv.ts", "../contract/validate.ts", /only http\/ may/],
    ["snapshot/list.ts", "../contract/validate.ts", /only http\/ may/],
    ["client/client.ts", "../contract/validate.ts", /only http\/ may/],
    ["cli/serve.ts", "../../openapi.yaml", /only contract\/document\.ts may/],
    ["cli/serve.ts", "../../test/support/server.ts", /lives in src/],
    ["engine/a.ts", "./b.ts", /the folder engine\/ is unknown; add it/],
    ["extra.ts", "./app.ts", /this file is unknown; add it/],
  ])("%s must not import %s", (path, specifier, message) => {
    expect(importViolations([{ path, imports: [specifier] }])).toEqual([expect.stringMatching(message)]);
  });

  test.each([
    ["http/server.ts", "../contract/validate.ts"],
    ["http/server.ts", "./routes.ts"],
    ["contract/item-json.ts", "../inventory/item.ts"],
    ["contract/document.ts", "../../openapi.yaml"],
    ["cli/serve.ts", "../app.ts"],
    ["cli/version.ts", "../../package.json"],
    ["app.ts", "./postgres/store.ts"],
  ])("%s may import %s", (path, specifier) => {
    expect(importViolations([{ path, imports: [specifier] }])).toEqual([]);
  });

  test.each([
    'import { a } from "./x.ts"',
    'import type { A } from "./x.ts"',
    'import {\n  type A,\n  type B,\n} from "./x.ts"',
    'export { a } from "./x.ts"',
    'export type { A } from "./x.ts"',
    'export * from "./x.ts"',
    'import "./x.ts"',
    'const a = await import("./x.ts")',
    'let a: import("./x.ts").A',
    'const pattern = /"[^"]*`/;\nimport type { A } from "./x.ts"',
  ])("an import is seen in %j", (text) => {
    expect(file("a.ts", text).imports).toEqual(["./x.ts"]);
  });

  test("an import in a comment or in a text is none", () => {
    const text = `// import { a } from "./a.ts"\n/* export * from "./b.ts" */\nconst c = "import('./c.ts')";`;
    expect(file("a.ts", text).imports).toEqual([]);
  });

  test.each([
    ["http/health.ts", 'import { Database } from "bun:sqlite"'],
    ["http/health.ts", 'import type { Database } from "bun:sqlite"'],
    ["sqlite/store.ts", 'import { SQL } from "bun"'],
    ["app.ts", "const sql = new Bun.SQL(url)"],
    ["postgres/store.ts", 'import { serve } from "bun"'],
    ["http/health.ts", "Bun.serve({ port })"],
    ["app.ts", "Bun.serve({ port })"],
    ["keys/format.ts", "const prefix = process.env.PREFIX"],
    ["app.ts", "const path = Bun.env['PATH']"],
    ["log.ts", "const verbose = process.argv.includes(flag)"],
    ["http/health.ts", "return new Response(body, { status: 503 })"],
    ["http/errors.ts", "set.status = 404;"],
    ["app.ts", "const writer = new Worker(url)"],
    ["main.ts", "console.log(address)"],
    ["cli/serve.ts", "console.error(`at ${address}`)"],
    ["http/update-inventory.ts", 'import { Ajv2020 } from "ajv/dist/2020.js"'],
    ["contract/json.ts", 'import type { Ajv } from "ajv"'],
    ["cli/import.ts", 'import { parse } from "csv-parse"'],
    ["snapshot/encode.ts", 'import Negotiator from "negotiator"'],
    ["app.ts", 'import pino from "pino"'],
    ["app.ts", 'import pretty from "pino-pretty"'],
    ["main.ts", 'import { Command } from "commander"'],
    ["transfer/report.ts", 'import { SingleBar } from "cli-progress"'],
    ["log.ts", 'import colors from "picocolors"'],
  ])("%s is no home of %j", (path, text) => {
    expect(homeViolations([file(path, text)])).toHaveLength(1);
  });

  test.each([
    ["sqlite/open.ts", 'import { Database } from "bun:sqlite"'],
    ["postgres/pool.ts", 'import { SQL } from "bun"'],
    ["http/server.ts", "Bun.serve({ port })"],
    ["config.ts", "process.env.PORT"],
    ["cli/serve.ts", "process.argv"],
    ["main.ts", "new Worker(url)"],
    ["main.ts", 'import { serve } from "./cli/serve.ts"; import { argv } from "bun"'],
    ["http/errors.ts", "new Response(body, { status: STATUS_OF[code] })"],
    ["http/list-inventory.ts", "new Response(null, { status: 304 })"],
    ["http/log.ts", "if (response.status >= 500) warn()"],
    ["client/client.ts", "if (response.status === 412) return undefined"],
    ["contract/errors.ts", "const table = { status: 404 }"],
    ["cli/serve.ts", "// never console.log\nconst hint = 'not console.log';"],
    ["log.ts", 'import pino from "pino"'],
  ])("%s may hold %j", (path, text) => {
    expect(homeViolations([file(path, text)])).toEqual([]);
  });

  test.each([
    ["contract/json.ts", "lossless-json"],
    ["contract/json.ts", "node:fs"],
    ["client/client.ts", "bun"],
    ["inventory/fold.ts", "node:crypto"],
    ["http/server.ts", "hono"],
    ["http/server.ts", "@hono/node-server"],
  ])("%s must not import the package %s", (path, specifier) => {
    expect(packageViolations([{ path, imports: [specifier] }])).toHaveLength(1);
    expect(
      packageViolations([{ path: "cli/a.ts", imports: ["commander", "node:fs", "bun", "./b.ts"] }]),
    ).toEqual([]);
  });

  test("a cycle is told as the way around it, also through types", () => {
    const cycle = [
      file("a/x.ts", 'import type { Y } from "../b/y.ts"'),
      file("b/y.ts", 'export { z } from "./z.ts"'),
      file("b/z.ts", 'const x = import("../a/x.ts")'),
    ];
    expect(importCycles(cycle)).toEqual([expect.stringContaining("a/x.ts → b/y.ts → b/z.ts → a/x.ts")]);
    expect(importCycles(cycle.slice(0, 2))).toEqual([]);
  });

  test("a barrel is seen by its name or by having nothing of its own", () => {
    const reExports =
      '// All.\nexport * from "./a.ts";\nexport { b, type C } from "./b.ts";\nexport type { D } from "./d.ts";\n';
    expect(barrelViolations([file("a/index.ts"), file("a/all.ts", reExports)])).toHaveLength(2);
    expect(
      barrelViolations([file("a/some.ts", `${reExports}export const a = 1;\n`), file("a/empty.ts")]),
    ).toEqual([]);
  });

  test("a name that is not kebab-case, or a folder for odds and ends, is seen", () => {
    const wrong = [
      "src/http/listInventory.ts",
      "src/http/list_inventory.ts",
      "src/Http/a.ts",
      "src/utils/a.ts",
    ];
    expect(nameViolations([...wrong, "src/http/common/a.ts"])).toHaveLength(5);
    expect(nameViolations(["src/http/list-inventory.ts", "src/contract/openapi.generated.ts"])).toEqual([]);
  });

  test("a file without its opening comment is seen", () => {
    expect(openingViolations([file("a.ts", "export const a = 1;\n"), file("b.ts")])).toHaveLength(1);
    expect(openingViolations([file("c.ts", "#!/usr/bin/env bun\n// A command.\n")])).toEqual([]);
  });

  test("a file that is too long is seen, but for generated ones", () => {
    const long = "// A line.\n".repeat(LINES_MAX + 1);
    expect(lengthViolations([file("a.ts", long), file("a.generated.ts", long)])).toHaveLength(1);
    expect(lengthViolations([file("b.ts", "// A line.\n".repeat(LINES_MAX))])).toEqual([]);
  });

  test("a note of something unfinished is seen", () => {
    expect(unfinishedViolations([file("a.ts", `// ${"TO"}${"DO"}: later\n`), file("b.ts")])).toHaveLength(1);
  });

  test("a test that is switched off is seen, and a text about one is none", () => {
    const off = ["skip", "todo", "only"].map((how) => file(`${how}.test.ts`, `test.${how}("a", () => {});`));
    expect(switchedOffViolations(off)).toHaveLength(3);
    expect(switchedOffViolations([file("a.test.ts", 'test("no .skip( here", run);')])).toEqual([]);
  });

  test("a dependency without its row, a row without its dependency and a missing document are seen", () => {
    const table = "| package | why |\n|---|---|\n| `ajv` | the contract as validator |\n";
    expect(dependencyViolations(["ajv"], table)).toEqual([]);
    expect(dependencyViolations(["ajv", "pino"], table)).toEqual([
      expect.stringContaining("no row for pino"),
    ]);
    expect(dependencyViolations([], table)).toEqual([expect.stringContaining("a row for ajv")]);
    expect(dependencyViolations(["ajv"], undefined)).toEqual([expect.stringContaining("is missing")]);
  });

  test("a link to a file that does not exist is seen", () => {
    const exists = (path: string) => ["docs/a.md", "README.md"].includes(path);
    const check = (text: string) => linkViolations([{ path: "docs/a.md", text }], exists);
    expect(
      check('[a](a.md#part) ![b](../README.md "title") [c](/README.md) [d](#x) [e](https://x.example/y)'),
    ).toEqual([]);
    expect(check('[a](b.md)\n\n[c]: ../c.md\n\n<img src="d.svg">')).toHaveLength(3);
    expect(check("`[a](b.md)`\n\n```\n[a](b.md)\n```\n")).toEqual([]);
  });
});
