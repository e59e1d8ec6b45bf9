// Builds the program as one executable, with the runtime and all files inside: `npm run build`, and
// `npm run build -- --target bun-linux-arm64` for another platform.

import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { inputsOf } from "../src/pages/run-build.ts";
import { commitOf, SOURCE_VERSION, versionAt } from "../src/version.ts";
import { embedPages } from "./embed-pages.ts";
import { type Target, targetNamed, TARGETS } from "./targets.ts";

const ROOT = join(import.meta.dir, "..");
/** The program, and the writer's thread, which main.ts starts by this name. */
const ENTRIES = ["src/main.ts", "src/sqlite-writer.ts"];
/**
 * Without it CommonJS packages (pino, thread-stream) have the folder of this clone in the executable, and two clones do not give the
 * same bytes. They use it for threads of pino's transports alone, which an executable cannot start.
 */
const NO_FOLDERS = { __dirname: '"/"', __filename: '"/"' };
const EXIT_USAGE = 2;
const COMMIT = /^(?:[0-9a-f]{40}(?:-dirty)?|unknown)$/;

const HELP = `Usage: npm run build -- [--target TARGET] [--outfile FILE] [--commit COMMIT] [--inputs FILE]

  --target   the platform to build for (default: this one). One of:
             ${TARGETS.join("\n             ")}
  --outfile  the executable (default: dist/petstock, followed by the platform's name for another platform)
  --commit   the source's commit, if this is not a clone: 40 digits, or unknown
  --inputs   where to write which source files are in the executable, as JSON
`;

interface BuildOptions {
  readonly target: Target | undefined;
  readonly outfile: string;
  readonly commit: string;
  readonly inputs: string | undefined;
}

const parsed = parseOptions(process.argv.slice(2));
if (typeof parsed === "string") {
  process.stderr.write(`build: ${parsed}\n\n${HELP}`);
  process.exitCode = EXIT_USAGE;
} else if (parsed === undefined) {
  process.stdout.write(HELP);
} else {
  await build(parsed);
}

/** The arguments, or a message about an invalid one; undefined for --help. */
function parseOptions(args: readonly string[]): BuildOptions | string | undefined {
  try {
    const options = {
      target: { type: "string" },
      outfile: { type: "string" },
      commit: { type: "string", default: commitOf(ROOT, process.env["PATH"]) },
      inputs: { type: "string" },
      help: { type: "boolean" },
    } as const;
    const { target: name, outfile, commit, inputs, help } = parseArgs({ args: [...args], options }).values;
    if (help) return undefined;
    const target = targetNamed(name);
    if (name !== undefined && target === undefined) return `--target: there is no ${JSON.stringify(name)}`;
    if (!COMMIT.test(commit))
      return `--commit: ${JSON.stringify(commit)} is not a commit; write all 40 digits`;
    const byDefault = `dist/petstock${target === undefined ? "" : target.replace("bun", "")}`;
    return {
      target,
      outfile: resolve(outfile ?? join(ROOT, byDefault)),
      commit,
      inputs: inputs === undefined ? undefined : resolve(inputs),
    };
  } catch (error) {
    return (error as Error).message;
  }
}

async function build({ target, outfile, commit, inputs }: BuildOptions): Promise<void> {
  const began = performance.now();
  const callerFolder = process.cwd();
  // The bundler names modules by their path from the working directory, and that is in the hashes of file names.
  process.chdir(ROOT);
  // The name of the compiled file is in its bytes, so that it gets that of `--outfile` afterwards. The source maps beside it are not
  // needed.
  mkdirSync(dirname(outfile), { recursive: true });
  const folder = mkdtempSync(`${outfile}-`);
  try {
    const executable = { target, outfile: join(folder, "petstock"), commit };
    const { path: built, inputs: sources } = await compile(executable);
    if (inputs !== undefined) writeFileSync(inputs, JSON.stringify(sources, null, 2));
    const path = built.endsWith(".exe") && !outfile.endsWith(".exe") ? `${outfile}.exe` : outfile;
    renameSync(built, path);
    const megabytes = Math.round(statSync(path).size / 1e6);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(
      `${relative(callerFolder, path)}: ${megabytes} MB, commit ${commit}, in ${seconds} s\n`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The same source gives the same bytes, in whichever folder it is. The path has a suffix on Windows. */
async function compile({ target, outfile, commit }: Omit<BuildOptions, "inputs">) {
  const version = versionAt(SOURCE_VERSION, commit);
  const define = { PETSTOCK_COMMIT: JSON.stringify(commit), "process.env.NODE_ENV": '"production"' };
  const { plugin, inputs } = await embedPages({ define, version });
  const { outputs, metafile } = await Bun.build({
    entrypoints: ENTRIES.map((entry) => join(ROOT, entry)),
    compile: {
      outfile,
      ...(target !== undefined && { target }),
      // Like from source, settings are never read from files in the user's working directory.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
    // Bytecode, because parsing the source would take half of a start.
    bytecode: true,
    format: "esm",
    minify: true,
    // Source maps go into the executable, so that stack traces in the log name the source.
    sourcemap: "external",
    define: { ...define, ...NO_FOLDERS },
    plugins: [plugin],
    metafile: true,
    // Not with the default's hash, which is one of the file's absolute path.
    naming: { asset: "[dir]/[name].[ext]" },
  });
  const path = outputs.find(({ kind }) => kind === "entry-point")?.path ?? outfile;
  return { path, inputs: [...new Set([...inputs, ...inputsOf(metafile)])].toSorted() };
}
