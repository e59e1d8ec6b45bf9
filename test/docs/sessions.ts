// Where each code block of the documents is tried: beside a new `npm start`, in a test of its own, or not at all, and why.

export interface Session {
  readonly document: string;
  readonly language: "sh" | "console";
  /** Blocks that are tried elsewhere. */
  readonly leaves?: RegExp;
  /** A script for what the document takes for granted. */
  readonly before?: string;
  /** What the reader writes in place of names that stand for something. */
  readonly instead?: readonly (readonly [string, string])[];
}

const MAKES_BROWSER_KEY = "petstock keys create --name browser";

export const SESSIONS: readonly Session[] = [
  { document: "README.md", language: "console" },
  { document: "docs/operating.md", language: "console" },
  { document: "docs/clients.md", language: "console" },
  {
    document: "docs/keys.md",
    language: "sh",
    before: MAKES_BROWSER_KEY,
    instead: [
      ["revoke ID", 'revoke "$(id-of keys till-3)"'],
      ["link ID", 'link "$(id-of keys ana)"'],
      ["rotate ID", 'rotate "$(id-of keys browser)"'],
      ["--url https://petstock.example", "--url http://127.0.0.1:8080"],
      [
        "petstock keys create --name ana --role clerk --url",
        'PETSTOCK_API_KEY="$PETSTOCK_KEY" petstock keys create --name ana --role clerk --url',
      ],
      [
        `'{"code": "…"}'`,
        `"{\\"code\\": \\"$(petstock keys create --name eva --link --json 2>/dev/null | sed 's/.*#code=\\([0-9A-Za-z]*\\).*/\\1/')\\"}"`,
      ],
    ],
  },
  {
    document: "docs/configuration.md",
    language: "sh",
    before: "printf 'petId,quantity\\n734980,2\\n' > stock.csv",
    instead: [
      ["https://inventory.example", "http://127.0.0.1:8080"],
      ["petstock_…", "$PETSTOCK_KEY"],
    ],
  },
  {
    document: "docs/backup.md",
    language: "sh",
    leaves: /litestream|pg_restore|^DATABASE_URL/m,
    instead: [
      ["/backups/", "./"],
      // It asks on a terminal.
      ["petstock restore", "petstock restore --yes"],
    ],
  },
  {
    document: "docs/hooks.md",
    language: "sh",
    instead: [
      // Its receiver does not exist; to look for it takes seconds.
      ["petstock hooks test h4Kx9mPq", ":"],
      ["h4Kx9mPq", '"$(id-of hooks ERP)"'],
    ],
  },
];

export interface Blocks {
  readonly document: string;
  /** Compared with the language, a line break and the text. */
  readonly blocks: RegExp;
}

/** Blocks with tests of their own. */
export const ELSEWHERE: readonly (Blocks & { readonly by: string })[] = [
  { document: "docs/admin-api.md", blocks: /^(?:sh|json|)\n/, by: "test/docs/admin-api.test.ts" },
  { document: "docs/client.md", blocks: /^ts\n/, by: "test/client/examples.test.ts" },
  {
    document: "docs/clients.md",
    blocks: /^(?:js|python|go|java|kotlin|csharp|rust)\n(?!if \(pm\.)/,
    by: "test/clients/languages.test.ts",
  },
  { document: "docs/clients.md", blocks: /^js\nif \(pm\./, by: "test/clients/postman.test.ts" },
  { document: "docs/deploying.md", blocks: /petstock completion/, by: "test/cli/completion.test.ts" },
  { document: "docs/deploying.md", blocks: /stores\.sh/, by: "test/examples/stores.test.ts" },
  { document: "docs/deploying.md", blocks: /minisign/, by: "test/scripts/release.test.ts" },
  { document: "docs/deploying.md", blocks: /npm pack/, by: "test/client/package.test.ts" },
  { document: "docs/errors.md", blocks: /^json\n/, by: "test/docs/errors.test.ts" },
  { document: "docs/keys.md", blocks: /^(?:toml)?\n/, by: "test/docs/keys.test.ts" },
  { document: "packages/client/README.md", blocks: /^(?:js|sh\nnpm i)/, by: "test/client/package.test.ts" },
  {
    document: "packages/python/README.md",
    blocks: /^(?:python|sh\npip install)/,
    by: "test/clients/contract.test.ts",
  },
];

/** Blocks that no test runs. */
export const NOT_RUN: readonly (Blocks & { readonly why: string })[] = [
  { document: "README.md", blocks: /^sh\nnpm ci/, why: "installs everything and runs all tests" },
  { document: "docs/admin-api.md", blocks: /^csv\n/, why: "shows the form of a file" },
  {
    document: "docs/backup.md",
    blocks: /^(?:ini|yaml)\n|litestream|pg_restore|\n10 3 /,
    why: "needs the tools",
  },
  { document: "docs/clients.md", blocks: /mcpServers|claude mcp/, why: "belongs to an assistant's program" },
  {
    document: "docs/deploying.md",
    blocks: /install -m|docker run|table inet|npm run build/,
    why: "needs root, Docker, nftables or minutes of building; test/examples has the files of systemd and Kubernetes",
  },
  { document: "docs/hooks.md", blocks: /^json\n/, why: "shows what a receiver gets" },
  { document: "docs/metrics.md", blocks: /^sh\n/, why: "fixed port; the listener has its own tests" },
  { document: "docs/performance.md", blocks: /npm run bench/, why: "takes minutes of an idle machine" },
  { document: "docs/reliability.md", blocks: /npm test/, why: "takes minutes to hours" },
  {
    document: "docs/scaling.md",
    blocks: /^(?:sh|sql)\n/,
    why: "needs servers of PostgreSQL, Patroni and etcd",
  },
  { document: "packages/client/README.md", blocks: /^sh\npetstock keys/, why: "as the one in docs/keys.md" },
];
