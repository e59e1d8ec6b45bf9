// An inventory on disk for one test, and the program's commands on it.

import { expect } from "bun:test";
import { readdirSync } from "node:fs";
import {
  environment,
  type Finished,
  waitForExit,
  petstock,
  petstockOrThrow,
  petstockProcess,
  PROGRAM,
  type RunOptions,
} from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

/** Everything that must not change if a command refuses. */
export interface State {
  readonly position: { readonly revision: number; readonly nonce: string };
  readonly pets: number;
  readonly movements: number;
  readonly csv: string;
}

/** Database files by the rows imported into them: copying one is faster than another import. */
const MADE = new Map<string, Uint8Array<ArrayBuffer>>();

export class Inventory implements Disposable {
  readonly folder = new TemporaryFolder();
  readonly path = this.folder.file("petstock.db");
  readonly url = `sqlite:${this.path}`;

  /** An inventory that holds these rows of `petId,quantity,status`, as its first revision. */
  static async of(...rows: readonly string[]): Promise<Inventory> {
    const inventory = new Inventory();
    const csv = csvOf(rows);
    const made = MADE.get(csv);
    if (made !== undefined) {
      await Bun.write(inventory.path, made);
      return inventory;
    }
    await inventory.runOrThrow(["import", "-", "--format", "csv"], { stdin: csv });
    // The command has closed it, so this file is the whole database.
    MADE.set(csv, await Bun.file(inventory.path).bytes());
    return inventory;
  }

  /** Runs a command on this database, in its folder. */
  run(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
    return petstock(args, this.#own(options));
  }

  /** As `run`, in a process of its own. */
  runProcess(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
    return petstockProcess(args, this.#own(options));
  }

  runOrThrow(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
    return petstockOrThrow(args, this.#own(options));
  }

  /** Runs a line of `sh` in the folder; `"$@"` is the program. */
  async throughShell(line: string): Promise<Finished> {
    const child = Bun.spawn(["sh", "-c", line, "sh", ...PROGRAM], {
      cwd: this.folder.path,
      env: environment({ DATABASE_URL: this.url }),
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    return waitForExit(child);
  }

  /** The other files in the folder of the database. */
  files(): string[] {
    return readdirSync(this.folder.path)
      .filter((name) => !name.startsWith("petstock.db"))
      .toSorted();
  }

  /** Writes a file into the inventory's folder; resolves with its name. */
  async write(name: string, content: string | Uint8Array): Promise<string> {
    await Bun.write(this.folder.file(name), content);
    return name;
  }

  read(name: string): Promise<string> {
    return Bun.file(this.folder.file(name)).text();
  }

  async csv(): Promise<string> {
    return (await this.runOrThrow(["export"])).stdout;
  }

  /** Throws if the ledger does not fold to the stock. */
  async state(): Promise<State> {
    const [verified, csv] = await Promise.all([this.runOrThrow(["verify", "--json"]), this.csv()]);
    const { position, pets, movements, problems } = JSON.parse(verified.stdout);
    expect(problems).toEqual([]);
    return { position, pets, movements, csv };
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]();
  }

  #own({ env, ...rest }: RunOptions): RunOptions {
    return { cwd: this.folder.path, ...rest, env: { DATABASE_URL: this.url, ...env } };
  }
}

export function csvOf(rows: readonly string[]): string {
  return ["petId,quantity,status", ...rows, ""].join("\n");
}

/** Rows of pets 1 to `count`. */
export function manyRows(count: number, quantityOf: (petId: number) => number): string[] {
  return Array.from({ length: count }, (_, i) => `${i + 1},${quantityOf(i + 1)},available`);
}

/** Asserts that a command refused: this exit code, nothing on stdout, and one line on stderr that contains `words`. */
export function expectRefusal(
  { exitCode, stdout, stderr }: Finished,
  expected: { exitCode: number; words: readonly string[] },
): void {
  expect(stderr).toMatch(/^petstock: [^\n]+\n$/);
  for (const each of expected.words) expect(stderr).toContain(each);
  expect({ exitCode, stdout }).toEqual({ exitCode: expected.exitCode, stdout: "" });
}
