// The architecture rules as data: allowed imports, and the only folders that may use a technology.

/** The parts (folders or top-level files of src/) that each part may import. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  inventory: [],
  files: ["inventory"],
  contract: ["inventory"],
  keys: ["inventory"],
  "commit-queue": ["inventory"],
  ledger: ["inventory"],
  sqlite: ["inventory", "ledger", "files", "build.ts", "libc.ts"],
  postgres: ["inventory", "ledger", "files"],
  snapshot: ["inventory", "contract"],
  transfer: ["inventory", "contract", "printable.ts"],
  http: ["inventory", "contract", "keys", "snapshot", "commit-queue", "libc.ts"],
  client: ["contract", "inventory"],
  mcp: ["client", "contract", "http", "inventory", "snapshot"],
  dashboard: ["client", "contract", "inventory", "transfer", "build.ts", "sign-in-link.ts"],
  admin: [
    "inventory",
    "contract",
    "keys",
    "snapshot",
    "commit-queue",
    "http",
    "transfer",
    "feed",
    "hooks",
    "setting-values.ts",
  ],
  feed: ["inventory", "contract", "keys", "snapshot"],
  hooks: ["inventory", "contract", "feed", "keys"],
  reference: [],
  pages: ["inventory", "contract", "http", "reference", "dashboard", "version.ts"],
  cli: [
    "build.ts",
    "config.ts",
    "engines.ts",
    "files",
    "inventory",
    "contract",
    "hooks",
    "keys",
    "libc.ts",
    "log",
    "printable.ts",
    "service",
    "sign-in-link.ts",
    "systemd",
    "transfer",
    "version.ts",
    "client",
    "mcp",
  ],
  "build.ts": [],
  "version.ts": ["build.ts"],
  "engines.ts": ["build.ts", "config.ts", "files", "inventory", "postgres", "sqlite"],
  "config.ts": ["inventory", "database-address.ts", "setting-values.ts"],
  "database-address.ts": ["setting-values.ts"],
  "setting-values.ts": ["inventory"],
  log: ["inventory", "printable.ts"],
  systemd: ["libc.ts"],
  "libc.ts": [],
  metrics: ["inventory", "contract", "files", "version.ts"],
  "printable.ts": [],
  "sign-in-link.ts": [],
  service: [
    "config.ts",
    "admin",
    "commit-queue",
    "feed",
    "files",
    "hooks",
    "http",
    "inventory",
    "keys",
    "log",
    "mcp",
    "metrics",
    "pages",
    "snapshot",
    "version.ts",
  ],
  "main.ts": ["cli", "inventory"],
  "sqlite-writer.ts": ["sqlite"],
};

/** What every task of the dashboard's users may import: the object that all pages get, and what it is made of. */
const BELOW_TASKS = ["app", "data", "edits", "language", "state", "ui"];

/**
 * The floors of the dashboard, from the ground up: the folders of it that each folder may import. Tasks do not import each other, but a
 * pet's panel in the inventory shows the pet's history.
 */
export const DASHBOARD_FLOORS: Readonly<Record<string, readonly string[]>> = {
  language: [],
  ui: ["language"],
  state: ["language"],
  data: ["language", "state"],
  edits: ["data", "language", "state", "ui"],
  session: ["data", "language", "state", "ui"],
  imports: ["data", "edits", "language", "state", "ui"],
  app: ["data", "edits", "imports", "language", "session", "state"],
  command: BELOW_TASKS,
  count: BELOW_TASKS,
  history: BELOW_TASKS,
  inventory: [...BELOW_TASKS, "history"],
  keys: BELOW_TASKS,
  "sign-in": [...BELOW_TASKS, "session"],
  transfer: [...BELOW_TASKS, "imports"],
  trends: BELOW_TASKS,
  shell: [
    ...BELOW_TASKS,
    "command",
    "count",
    "history",
    "inventory",
    "keys",
    "sign-in",
    "transfer",
    "trends",
  ],
};

/** Files with restricted importers: folders (with a slash at the end) or files. */
export const RESTRICTED_FILES: readonly { file: string; importers: readonly string[]; instead: string }[] = [
  {
    file: "contract/validate.ts",
    importers: ["http/"],
    instead: "it imports ajv; request bodies are checked in http, rows of files in transfer",
  },
  {
    file: "sqlite/seed-history.ts",
    importers: ["engines.ts"],
    instead: "movements have the time of their commit; only the quickstart's sample is of the past",
  },
  {
    file: "../vendor/scalar/standalone.js",
    importers: ["reference/try/try.ts"],
    instead: "it is only for the page at /docs/try",
  },
  {
    file: "../vendor/mcp/sdk.js",
    importers: ["mcp/"],
    instead: "add a tool to mcp/",
  },
  ...["contract/schemas.ts", "contract/admin-body.ts"].map((file) => ({
    file,
    importers: ["contract/validate.ts", "contract/admin-body.ts", "admin/"],
    instead: "it imports ajv; request bodies are checked in http and admin, rows of files in transfer",
  })),
  {
    file: "../admin.yaml",
    importers: ["contract/document.ts"],
    instead:
      "import adminApiText or adminApiDocument from contract/document.ts: imported twice, it breaks when compiled",
  },
  {
    file: "../openapi.yaml",
    importers: ["contract/document.ts"],
    instead:
      "import openApiText or openApiDocument from contract/document.ts: imported twice, it breaks when compiled",
  },
];

/** A technology and the only places that may use it, found by a pattern in the code or by an import. */
export interface SingleHome {
  readonly what: string;
  readonly pattern?: RegExp;
  readonly imports?: readonly string[];
  /** Folders (with a slash at the end) or files; empty: nowhere. */
  readonly homes: readonly string[];
  /** Checks only this folder. */
  readonly within?: string;
  readonly instead: string;
}

export const SINGLE_HOMES: readonly SingleHome[] = [
  {
    what: "bun:sqlite",
    imports: ["bun:sqlite", "node:sqlite"],
    homes: ["sqlite/"],
    instead: "ask an InventoryStore (inventory/store.ts)",
  },
  {
    what: "a connection to a database's file",
    pattern: /\bnew\s+Database(?:Sync)?\s*\(/,
    // foreign-schema.ts opens no file: it queries SQLite in memory.
    homes: ["sqlite/file/connect.ts", "sqlite/file/pages.ts", "sqlite/schema/foreign-schema.ts"],
    instead: "use connect of sqlite/file/connect.ts, which does not trust what is in the file",
  },
  {
    what: "the system's own functions",
    imports: ["bun:ffi"],
    homes: ["libc.ts", "cli/login-name.ts", "http/last-connections.ts", "sqlite/file/wal-index.ts"],
    instead: "use what the runtime offers, or openLibc of libc.ts: a wrong call ends the process",
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
    what: "a history of the past",
    pattern: /\bseedDefaultDatabase\b/,
    homes: ["engines.ts", "cli/quickstart.ts"],
    instead: "movements have the time of their commit; only the quickstart's sample is of the past",
  },
  {
    what: "the environment or the command line's arguments",
    pattern: /\b(?:process|Bun|import\.meta)\.(?:env|argv)\b/,
    imports: ["node:process", "process"],
    homes: ["main.ts"],
    instead: "take the value as a parameter; main.ts hands the environment to the command line",
  },
  {
    what: "the process's streams, signals and end",
    pattern: /(?<!\bcontext\.)\bprocess\.(?:stdin|stdout|stderr|on|once|off|exit|exitCode|chdir|umask)\b/,
    within: "cli/",
    homes: [],
    instead:
      "take them from the Context (cli/context.ts), so that a test can run the command in its own process",
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
    homes: ["main.ts", "dashboard/shell/browser-environment.ts"],
    instead:
      "let main.ts make the worker and hand it down: anywhere else it fails in the compiled executable; " +
      "the dashboard starts its worker in shell/browser-environment.ts, by its address in pages/entries.ts",
  },
  {
    what: "console",
    pattern: /(?<![\w.])console\s*[.[]/,
    homes: [],
    instead: "take a Log (inventory/log.ts); commands use printData and printMessage (cli/context.ts)",
  },
  {
    what: "ajv",
    imports: ["ajv"],
    homes: ["contract/schemas.ts", "contract/validate.ts", "contract/admin-body.ts"],
    instead: "use contract/schemas.ts",
  },
  {
    what: "ipaddr.js",
    imports: ["ipaddr.js"],
    homes: ["hooks/addresses.ts"],
    instead: "ask HookAddresses of hooks/addresses.ts",
  },
  { what: "negotiator", imports: ["negotiator"], homes: ["http/"], instead: "negotiate in http" },
  {
    what: "a library for browser pages",
    imports: ["preact", "uplot", "idb"],
    homes: ["dashboard/"],
    instead: "show it on the dashboard",
  },
  {
    what: "the library for workbooks",
    imports: ["hucre"],
    homes: ["dashboard/imports/workbook/"],
    instead: "use openWorkbook and readRowsOfSheet of dashboard/imports/workbook/read-workbook.ts",
  },
  {
    what: "the library that reads barcodes",
    imports: ["zxing-wasm"],
    homes: ["dashboard/count/scan-worker.ts"],
    instead: "use openDetector of dashboard/count/detector.ts",
  },
  {
    what: "the library for QR codes",
    imports: ["uqr"],
    homes: ["cli/qr-code.ts", "dashboard/ui/qr-code.tsx"],
    instead: "use qrCode of cli/qr-code.ts on a terminal, QrCode of dashboard/ui/qr-code.tsx on a page",
  },
  {
    what: "a package that is vendored",
    imports: ["@modelcontextprotocol/server", "zod"],
    homes: [],
    instead: "import vendor/mcp/sdk.js, from mcp/",
  },
  {
    what: "pino",
    imports: ["pino", "pino-pretty"],
    homes: ["log/"],
    instead: "take a Log (inventory/log.ts)",
  },
  {
    what: "prom-client",
    imports: ["prom-client"],
    homes: ["metrics/"],
    instead: "take Metrics (inventory/metrics.ts)",
  },
  {
    what: "a library for the terminal",
    imports: ["commander", "cli-progress", "picocolors"],
    homes: ["cli/"],
    instead: "return the data and let the command show it",
  },
];

/** Parts that run on any platform or are pure: they import only our own files. */
export const WITHOUT_PACKAGES = ["inventory/", "ledger/", "contract/", "client/"];
export const WITHOUT_PACKAGES_EXCEPT = [
  "contract/schemas.ts",
  "contract/validate.ts",
  "contract/admin-body.ts",
  "contract/document.ts",
];

export const FORBIDDEN_FOLDERS = ["utils", "util", "helpers", "helper", "common", "lib", "shared", "misc"];
export const KEBAB_CASE = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)*$/;
export const LINES_MAX = 300;
export const GENERATED = /\.generated\.ts$/;
// Concatenated, so that this file does not violate its own rule.
export const UNFINISHED = new RegExp(`\\b(?:${"TO"}${"DO"}|${"FIX"}${"ME"})\\b`);
export const SWITCHED_OFF = /\.(?:skip|todo|only)\s*\(/;
