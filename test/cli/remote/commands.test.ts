// Commands on a remote service say and do what they do on a database.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { ENGINES } from "../engine-database.ts";
import { csvOf } from "../inventory.ts";
import { sized } from "../../support/sizes.ts";
import { Twins } from "./twins.ts";

setDefaultTimeout(120_000);

const ROWS = ["-5,2,pending", "1,1,available", "2,7,available", "9007199254740993,3,sold"];

/** The commands know no engine, so each half compares them on one. */
const ENGINES_TRIED = sized({ quick: ENGINES.slice(0, 1), long: ENGINES.slice(1), hours: ENGINES });

describe.each(ENGINES_TRIED)("on %s", (engine) => {
  test("list and export", async () => {
    await using twins = await Twins.of(engine, ...ROWS);
    await twins.sameOf(
      "list",
      "list --json",
      "list --status sold",
      "export",
      "export --format json",
      "export --format ndjson",
    );
    await using empty = await Twins.of(engine);
    await empty.sameOf("list", "list --json", "export", "export --format ndjson");
  });

  test("set, adjust and remove, where they change something and where they refuse", async () => {
    await using twins = await Twins.of(engine, ...ROWS);
    await twins.sameOf(
      "set 1 --quantity 9",
      "set 1 --quantity 9",
      "set 1 --status pending --json",
      "set 1 --status pending",
      "set 9007199254740993 --quantity 4 --status available --json",
      "set 9007199254740993 --quantity 4 --status available",
      "set 404 --quantity 1",
      "set 404 --status sold",
      "set 404 --quantity 1 --status sold",
      "set 10 --quantity 1 --create",
      "set 10 --quantity 2 --create --json",
      "set 11 --status sold --create",
      "set 11 --status pending --create",
      "set 12 --quantity 3 --status pending --create --json",
      "set 12 --quantity 4 --status sold --create",
      "adjust 2 --by -7",
      "adjust 2 --by +2147483647 --json",
      "adjust 2 --by 1",
      "adjust -5 --by -3",
      "adjust 404 --by 1",
      "remove 2 --json",
      "remove 2",
      "set 2 --quantity 1",
      "set 2 --quantity 1 --create",
      "list",
    );
  });

  test("import of files with and without mistakes, and with conditions", async () => {
    await using twins = await Twins.of(engine, ...ROWS);
    const rows = csvOf(["1,5,sold", "2,7,", "3,8,"]);
    const from = (stdin: string, ...more: readonly string[]) =>
      twins.same({ args: ["import", "-", "--format", "csv", ...more], stdin });
    await from(rows, "--dry-run", "--json");
    await from(rows);
    await from(rows, "--json");
    await from(csvOf(["1,1,sold", "2,x,", "1,2,", "y,3,lost"]), "--json");
    await from("petId,quantity\n");
    await from("petId,quantity\n", "--replace");
    await from(rows, "--if-unchanged-since", "1");
    await from(rows, "--if-unchanged-since", "1-0123456789abcdef", "--json");
    await from(rows, "--if-unchanged-since", "99");
    await from(rows, "--if-unchanged-since", "2", "--replace");
    await twins.same({ args: ["import", "-", "--format", "json"], stdin: '[{"petId":7,"quantity":1}]' });
    await twins.same({
      args: ["import", "-", "--format", "ndjson"],
      stdin: '{"petId":7,"quantity":2}\n\n{"petId":7,"quantity":3}\n',
    });
    await twins.sameOf("export");
  });

  test("an import with the position that export prints is applied, until something changes", async () => {
    await using twins = await Twins.of(engine, ...ROWS);
    const { stderr } = await twins.same({ args: ["export"] });
    const [, position = ""] = /--if-unchanged-since (\S+)\)/.exec(stderr) ?? [];
    const args = ["import", "-", "--format", "csv", "--if-unchanged-since", position];
    const stdin = csvOf(["1,6,"]);
    expect(await twins.far(args, stdin)).toMatchObject({ exitCode: 0 });
    expect(await twins.far(args, stdin)).toMatchObject({ exitCode: 3 });
  });

  test("history, with every filter", async () => {
    await using twins = await Twins.of(engine, ...ROWS);
    await twins.sameOf("set 1 --quantity 5", "set 1 --quantity 6", "remove 2", "undo 4", "adjust 1 --by 2");
    await twins.sameOf(
      "set 3 --quantity 9 --reason counted --note shelf-3",
      "adjust 3 --by 1 --reason received",
      "history --reason counted --json",
      "history --reason received",
      "history 1 --limit 1",
      "history --revision 1 --json",
      "history --revision 1",
      "history --revision 5-",
      "history --revision 1-200",
      "history --revision 7-9",
      "history --reason import --json",
      "history --reason undo",
      "history --since 1h",
      "history --until 1h",
      "history --key nothing",
      "history --limit 3",
      "history 404",
      "history --format csv",
      "history --format ndjson",
      "history --format ndjson --limit 3",
      "history 1 --format csv --reason counted",
      "history --format csv --revision 5-",
      "history --format csv --revision 7-9",
      "history 404 --format csv",
    );
  });

  test("undo, of what can be reverted and what cannot", async () => {
    await using twins = await Twins.of(engine, ...ROWS);
    const import2 = { args: ["import", "-", "--format", "csv"], stdin: csvOf(["1,5,sold", "2,8,", "3,8,"]) };
    await twins.same(import2);
    await twins.sameOf(
      "undo 2 --dry-run",
      "undo 2 --dry-run --json",
      "set 2 --quantity 3",
      "undo 2",
      "undo 2 --json",
      "undo 2 --skip-changed --dry-run --json",
      "undo 2 --skip-changed",
      "undo 99",
      "undo 99 --json",
      "undo 4 --json",
      "list",
    );
    await twins.pruneAll();
    await twins.sameOf("undo 2", "undo 2 --json", "undo 3 --dry-run");
  });

  test("keys", async () => {
    await using twins = await Twins.of(engine, ...ROWS);
    await twins.sameOf(
      "keys list",
      "keys list --json",
      "keys create --name till --expires 90d",
      "keys create --name report --role reader --account shop",
      "keys create --name phone --link https://petstock.example",
      "keys create --name tablet --link https://petstock.example --expires 1d --json",
      "keys create --name none --link petstock.example",
      "keys list --json",
      "keys list --account shop",
      "keys revoke nothing",
      "keys rotate nothing",
      "keys link nothing",
    );
    for (const line of [
      "keys rotate ID",
      "keys rotate ID --overlap 0s",
      "keys rotate ID",
      "keys revoke ID",
    ]) {
      await twins.sameOfKey("report", line);
    }
    for (const line of [
      "keys rotate ID",
      "keys link ID https://petstock.example",
      "keys revoke ID",
      "keys link ID",
      "keys rotate ID",
    ])
      await twins.sameOfKey("phone", line);
    await twins.sameOfKey("till", "keys link ID");
    await twins.sameOfKey("till", "keys rotate ID --link https://petstock.example");
    await twins.sameOfKey("test", "keys rotate ID --link https://petstock.example");
    await twins.sameOfKey("test", "keys revoke ID");
    await twins.sameOf("keys list");
  });

  test("labels", async () => {
    await using twins = await Twins.of(engine, ...ROWS);
    const from = (format: string, stdin: string, ...more: readonly string[]) =>
      twins.same({ args: ["labels", "import", "-", "--format", format, ...more], stdin });
    await twins.sameOf("labels export");
    await from(
      "csv",
      'petId,name,kind,code,low\n1,Rex,dog,007,2\n2,"Sam, the ""cat""",cat,,\n',
      "--dry-run",
      "--json",
    );
    await from("csv", 'petId,name,kind,code,low\n1,Rex,dog,007,2\n2,"Sam, the ""cat""",cat,,\n');
    await from("csv", "petId,low\n1,5\n9007199254740993,0\n", "--json");
    await from("csv", "petId,low\n1,6\n", "--reason", "correction", "--note", "süß");
    await from("ndjson", '{"petId":1,"name":null}\n{"petId":2,"name":"Süß"}\n');
    await from("json", '[{"petId":1,"name":"Rex"},{"petId":1}]', "--json");
    await from("csv", "petId,name\nx,Rex\n", "--json");
    await from("csv", "petId,name\n", "--replace");
    await from("csv", "petId,name\n", "--json");
    await twins.sameOf("labels export", "labels export --format json");
    await from("csv", "petId,name\n2,Tom\n", "--replace");
    await twins.sameOf("labels export --format ndjson");
    await twins.sameOf("history --revision 2-", "history 1 --json", "undo 6 --dry-run", "undo 6 --json");
    const both = { args: ["import", "-", "--format", "csv"], stdin: "petId,quantity,name\n1,7,Kim\n2,,\n" };
    await twins.same({ ...both, args: [...both.args, "--dry-run", "--json"] });
    await twins.same(both);
    await twins.sameOf("history --limit 3 --json", "undo 8", "labels export");
  });
});
