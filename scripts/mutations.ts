// Shows that each fact stands once: changes one at a time in a copy of the source, and names what notices, the compiler or a test.
// `npm run mutations`; exits with 1 if a change goes unnoticed. Takes some minutes.

import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

interface Mutation extends Edit {
  readonly name: string;
  /** Where the fact has to change, too, before the compiler is satisfied. */
  readonly also?: readonly Edit[];
  /** Generates the types of the contracts again. */
  readonly generate?: boolean;
}

const MUTATIONS: readonly Mutation[] = [
  {
    name: "a new reason, also in the contract",
    file: "src/inventory/movement.ts",
    from: '  "correction",\n',
    to: '  "correction",\n  "stolen",\n',
    also: [
      { file: "admin.yaml", from: "lost, correction]", to: "lost, correction, stolen]" },
      {
        file: "admin.yaml",
        from: "          correction,\n",
        to: "          correction,\n          stolen,\n",
      },
    ],
    generate: true,
  },
  {
    name: "a new reason in the contract",
    file: "admin.yaml",
    from: "lost, correction]",
    to: "lost, correction, stolen]",
  },
  {
    name: "a new reason",
    file: "src/inventory/movement.ts",
    from: '  "correction",\n',
    to: '  "correction",\n  "stolen",\n',
  },
  { name: "a new operation", file: "src/inventory/movement.ts", from: '"undo"]', to: '"undo", "merge"]' },
  { name: "a new status", file: "src/inventory/item.ts", from: '"sold"]', to: '"sold", "reserved"]' },
  { name: "another note limit", file: "src/inventory/note.ts", from: "_MAX = 200", to: "_MAX = 250" },
  {
    name: "two roles swapped",
    file: "src/inventory/role.ts",
    from: '"clerk", "manager"',
    to: '"manager", "clerk"',
  },
  { name: "a new role", file: "src/inventory/role.ts", from: '"admin"]', to: '"admin", "owner"]' },
  {
    name: "a new error code",
    file: "src/contract/errors.ts",
    from: "  internal_error: 500,",
    to: "  internal_error: 500,\n  teapot: 418,",
  },
  {
    name: "another largest quantity",
    file: "src/inventory/item.ts",
    from: "2_147_483_647",
    to: "1_000_000_000",
  },
  {
    name: "another form of keys",
    file: "src/inventory/key-form.ts",
    from: "RANDOM_LENGTH = 32",
    to: "RANDOM_LENGTH = 30",
  },
  {
    name: "keys that expire soon later",
    file: "src/inventory/key-expiry.ts",
    from: "14 * DAY_MS",
    to: "7 * DAY_MS",
  },
  {
    name: "sold pets that are low",
    file: "src/inventory/low-stock.ts",
    from: ' && status !== "sold"',
    to: "",
  },
  {
    name: "a longer resend limit",
    file: "src/inventory/idempotency.ts",
    from: "RETENTION_MS - 60",
    to: "RETENTION_MS + 60",
  },
];

const ROOT = join(import.meta.dir, "..");
const TRACKED = (await run(ROOT, ["git", "ls-files", "--cached", "--others", "--exclude-standard"]))
  .trim()
  .split("\n")
  .filter((file) => existsSync(join(ROOT, file)));
const PROJECTS = [[], ["-p", "tsconfig.client.json"], ["-p", "src/dashboard"]];
/** The quick ones, in which a changed fact is looked for. */
const TESTS = ["contract", "inventory", "keys", "mcp", "docs", "dashboard/pasted-key", "upgrade/checks"];

const unchanged = await noticedBy({ name: "nothing", file: "package.json", from: '"name"', to: '"name"' });
if (unchanged !== undefined) throw new Error(`without any change there is an error: ${unchanged}`);
let unnoticed = 0;
for (const mutation of MUTATIONS) {
  const noticed = await noticedBy(mutation);
  if (noticed === undefined) unnoticed += 1;
  process.stdout.write(`${mutation.name.padEnd(28)} ${noticed ?? "UNNOTICED"}\n`);
}
process.exitCode = unnoticed === 0 ? 0 : 1;

/** The first compile error or failed test; undefined if there is none. */
async function noticedBy({ also = [], generate = false, ...edit }: Mutation): Promise<string | undefined> {
  const copy = mkdtempSync(join(tmpdir(), "petstock-mutation-"));
  try {
    for (const file of TRACKED) cpSync(join(ROOT, file), join(copy, file));
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
    for (const each of [edit, ...also]) apply(copy, each);
    if (generate)
      await run(copy, [
        process.execPath,
        "scripts/contract-types.ts",
        "admin.yaml",
        "src/contract/admin.generated.ts",
      ]);
    return (await compileError(copy)) ?? (await failedTest(copy));
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function apply(folder: string, { file, from, to }: Edit): void {
  const text = readFileSync(join(folder, file), "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}: mend the mutation`);
  writeFileSync(join(folder, file), text.replace(from, to));
}

async function compileError(folder: string): Promise<string | undefined> {
  for (const project of PROJECTS) {
    const output = await run(folder, [process.execPath, "check", "--no-script", ...project]);
    const error = /^\S+\(\d+,\d+\): error.*$/m.exec(output)?.[0];
    if (error !== undefined) return error;
  }
  return undefined;
}

async function failedTest(folder: string): Promise<string | undefined> {
  const output = await run(folder, [
    process.execPath,
    "test",
    "--bail",
    ...TESTS.map((name) => `./test/${name}`),
  ]);
  const [, name] = /^\(fail\) (.*?)(?: \[[\d.]+m?s\])?$/m.exec(output) ?? [];
  const files = [...output.matchAll(/^(test\/\S+\.test\.ts):$/gm)];
  return name === undefined ? undefined : `${files.at(-1)?.[1]}: ${name}`;
}

async function run(cwd: string, command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  await child.exited;
  return `${output}\n${errors}`;
}
