// Standard output that cannot be written: one line reports the failure and the change that was made.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { Inventory, manyRows } from "./inventory.ts";

setDefaultTimeout(60_000);

const ROWS = ["1,1,available", "2,2,sold"];
const FULL = "petstock: standard output cannot be written: ENOSPC: no space left on device";

/** Runs the program with standard output on /dev/full, opened by the shell. */
function onFullDisk(inventory: Inventory, args: string) {
  return inventory.throughShell(`"$@" ${args} > /dev/full`);
}

describe("on a full disk", () => {
  test.each(["export", "keys list", "history", "verify --json", "version", "--help", "set --help"])(
    "%s ends with 1 and one line",
    async (args) => {
      using inventory = await Inventory.of(...ROWS);
      const { exitCode, stderr } = await onFullDisk(inventory, args);
      expect(stderr).toMatch(new RegExp(`^${FULL}[^;\\n]*\\n$`));
      expect(exitCode).toBe(1);
    },
  );

  test("a key that was created and could not be printed is named, and can be revoked", async () => {
    using inventory = await Inventory.of(...ROWS);
    const made = await onFullDisk(inventory, "keys create --name till");
    const id = idToRevoke(made.stderr);
    expect(made.exitCode).toBe(1);
    const rotated = await onFullDisk(inventory, `keys rotate ${id}`);
    const successor = idToRevoke(rotated.stderr);
    expect(rotated.exitCode).toBe(1);
    expect(successor).not.toBe(id);
    await inventory.runOrThrow(["keys", "revoke", id]);
    await inventory.runOrThrow(["keys", "revoke", successor]);
    expect(await keyStates(inventory)).toEqual({ [id]: "revoked", [successor]: "revoked" });
  });

  test.each([
    ["set 1 --quantity 4 --json", "revision 2"],
    ["adjust 1 --by 3 --json", "revision 2"],
    ["remove 1 --json", "revision 2"],
    ["undo 1 --json", "revision 2"],
    ["import more.csv --json", "revision 2"],
  ])("%s says that the change was made, and it was", async (args, revision) => {
    using inventory = await Inventory.of(...ROWS);
    await inventory.write("more.csv", "petId,quantity\n3,3\n");
    const { exitCode, stderr } = await onFullDisk(inventory, args);
    const [report, failure, ...rest] = stderr.trimEnd().split("\n");
    expect(report).toContain(revision);
    expect(failure).toStartWith(FULL);
    expect(failure).toContain("the change was made");
    expect({ exitCode, rest }).toEqual({ exitCode: 1, rest: [] });
    expect((await inventory.state()).position.revision).toBe(2);
  });

  test.each(["undo 1 --dry-run --json", "import more.csv --dry-run --json"])(
    "%s does not say that a change was made",
    async (args) => {
      using inventory = await Inventory.of(...ROWS);
      await inventory.write("more.csv", "petId,quantity\n3,3\n");
      const { exitCode, stderr } = await onFullDisk(inventory, args);
      expect(stderr).toContain(FULL);
      expect(stderr).not.toContain("was made");
      expect(exitCode).toBe(1);
    },
  );
});

test("an export that fills the disk ends with 1 and one line", async () => {
  using inventory = await Inventory.of(...manyRows(4_000, (petId) => 2_000_000_000 + petId));
  // 80 blocks of 512 bytes are enough for SQLite's shared memory, and less than half of what is to be written.
  const { exitCode, stderr } = await inventory.throughShell(
    `trap "" XFSZ; ulimit -f 80; "$@" export > out.csv`,
  );
  expect(stderr).toMatch(/^petstock: standard output cannot be written: EFBIG: [^;\n]+\n$/);
  expect(exitCode).toBe(1);
});

test("a key printed into a pipe without a reader is a failure", async () => {
  using inventory = await Inventory.of(...ROWS);
  // The only reader of the pipe closes it first.
  const { exitCode, stderr } = await inventory.throughShell(
    'mkfifo pipe; exec 3<>pipe 4>pipe 3<&-; "$@" keys create --name till >&4',
  );
  expect(await keyStates(inventory)).toEqual({ [idToRevoke(stderr)]: "active" });
  expect(exitCode).toBe(1);
});

test("a message that standard error cannot take does not fail the command", async () => {
  using inventory = await Inventory.of(...ROWS);
  const { exitCode, stdout } = await inventory.throughShell('"$@" set 1 --quantity 4 --json 2> /dev/full');
  expect({ exitCode, stdout }).toEqual({
    exitCode: 0,
    stdout: '{"petId":1,"quantity":4,"status":"available"}\n',
  });
});

/** The key's id in the instruction at the end of the line. */
function idToRevoke(stderr: string): string {
  const id = /standard output cannot be written: [^\n]* keys revoke (\w{12})"\n$/.exec(stderr)?.[1];
  if (id === undefined) throw new Error(`no key to revoke is named in ${JSON.stringify(stderr)}`);
  return id;
}

async function keyStates(inventory: Inventory): Promise<Record<string, string>> {
  const { stdout } = await inventory.runOrThrow(["keys", "list", "--json"]);
  const keys: { id: string; state: string }[] = JSON.parse(stdout);
  return Object.fromEntries(keys.map(({ id, state }) => [id, state]));
}
