// The database's address from a file, as systemd's credentials and mounted secrets give it.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { EngineDatabase, ENGINES } from "./engine-database.ts";
import { petstock } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

setDefaultTimeout(60_000);

describe.each(ENGINES)("on %s, DATABASE_URL_FILE", (engine) => {
  test("is the address, with a line break at its end", async () => {
    using folder = new TemporaryFolder();
    await using database = await EngineDatabase.of(engine, "1,10,available");
    const file = folder.file("database-url");
    await Bun.write(file, `${database.url}\n`);
    const env = { DATABASE_URL_FILE: file };
    expect((await petstock(["export"], { env })).stdout).toBe("petId,quantity,status\n1,10,available\n");
    const verified = await petstock(["verify"], { env });
    expect(verified).toMatchObject({ exitCode: 0 });
  });
});

describe("DATABASE_URL_FILE", () => {
  test("gives way to the flag, and is refused beside the variable", async () => {
    using folder = new TemporaryFolder();
    await using database = await EngineDatabase.of("SQLite", "1,10,available");
    const env = { DATABASE_URL_FILE: folder.file("missing") };
    const flagged = await petstock(["export", "--database", database.url], { env });
    expect(flagged).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("1,10,available") });
    const both = await petstock(["export"], { env: { ...env, DATABASE_URL: database.url } });
    expect(both).toMatchObject({ exitCode: 2, stdout: "" });
    expect(both.stderr).toContain("DATABASE_URL and DATABASE_URL_FILE are both set: keep one");
    const remote = await petstock(["export"], { env: { ...env, PETSTOCK_URL: "http://127.0.0.1:1" } });
    expect(remote).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("DATABASE_URL_FILE") });
  });

  test.each<[string, string | undefined, string]>([
    ["is missing", undefined, "cannot be read"],
    ["is empty", "\n", "is empty"],
    ["holds something else", "secret-word", "is not the address of a database"],
  ])("that %s says so, without what it holds", async (_, text, named) => {
    using folder = new TemporaryFolder();
    const file = folder.file("database-url");
    if (text !== undefined) await Bun.write(file, text);
    const ended = await petstock(["serve"], { env: { DATABASE_URL_FILE: file } });
    expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ended.stderr).toContain(named);
    expect(ended.stderr).not.toContain("secret-word");
  });
});
