// Invalid paths of files: every command names the path and the reason in one line.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { expectRefusal, Inventory } from "./inventory.ts";

setDefaultTimeout(60_000);

const TOO_LONG = `${"x".repeat(300)}.csv`;

const COMMANDS: readonly (readonly [name: string, argsOf: (path: string) => string[]])[] = [
  ["import FILE", (path) => ["import", path]],
  ["export --output FILE", (path) => ["export", "--output", path]],
  ["backup FILE", (path) => ["backup", path]],
  ["restore FILE", (path) => ["restore", path, "--yes"]],
  ["verify --database FILE", (path) => ["verify", "--database", `sqlite:${path}`]],
  ["import --database FILE", (path) => ["import", "stock.csv", "--database", `sqlite:${path}`]],
  ["move --to FILE", (path) => ["move", "--from", "sqlite:petstock.db", "--to", `sqlite:${path}`]],
];

describe.each([
  ["through a file", "stock.csv/x.csv"],
  ["too long a name", TOO_LONG],
])("%s", (_name, path) => {
  test.each(COMMANDS)("%s", async (_command, argsOf) => {
    using inventory = await Inventory.of("1,1,available");
    await inventory.write("stock.csv", "petId,quantity\n1,1\n");
    expectRefusal(await inventory.run(argsOf(path)), { exitCode: 1, words: [path] });
    expect(inventory.files()).toEqual(["stock.csv"]);
  });
});

describe("a file that cannot be opened", () => {
  // No user, not even root, can open a socket as a file.
  const withSocket = async (args: readonly string[]) => {
    using inventory = new Inventory();
    using _ = Bun.listen({ unix: inventory.folder.file("socket.csv"), socket: { data() {} } });
    const finished = await inventory.run(args);
    return { finished, files: inventory.files() };
  };

  test("is named", async () => {
    const { finished } = await withSocket(["import", "socket.csv"]);
    expectRefusal(finished, { exitCode: 1, words: ["socket.csv cannot be read: "] });
  });

  test("is not mentioned if the folder of the database is missing", async () => {
    const args = ["import", "socket.csv", "--database", "sqlite:missing/petstock.db"];
    const { finished, files } = await withSocket(args);
    expectRefusal(finished, { exitCode: 1, words: ["folder", "missing", "does not exist"] });
    expect(files).toEqual(["socket.csv"]);
  });
});
