// Sign-in links after a restore: within an inventory a used link stays used; a new database from an older backup knows it as it was, and
// its time bounds that.

import { expect, setDefaultTimeout, test } from "bun:test";
import { codeOfLink } from "../../src/sign-in-link.ts";
import type { Answer } from "../support/service.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { Inventory } from "./inventory.ts";

setDefaultTimeout(60_000);

async function makeLink(inventory: Inventory, name: string, ...more: readonly string[]): Promise<string> {
  const link = ["--link", "https://petstock.example", ...more];
  const { stdout } = await inventory.runOrThrow(["keys", "create", "--name", name, ...link]);
  return codeOfLink(stdout.trimEnd())!;
}

const present = (service: TestService, code: string, query = ""): Promise<Answer> =>
  service.ask("POST", `/admin/v1/sign-in${query}`, { body: JSON.stringify({ code }) });

const serve = ({ path }: Inventory) => TestService.start({ database: `sqlite:${path}` });

test("a link that was used after the backup stays used in its inventory, and is good again elsewhere until its end", async () => {
  using inventory = await Inventory.of("1,1,available");
  const used = await makeLink(inventory, "Ana");
  const short = await makeLink(inventory, "Ben", "--link-valid", "1s");
  await inventory.runOrThrow(["backup", "a.backup"]);
  let key: string;
  {
    await using service = await serve(inventory);
    key = ((await present(service, used)).json as unknown as { key: string }).key;
    await inventory.runOrThrow(["set", "1", "--quantity", "2"]);
    await inventory.runOrThrow(["restore", "a.backup", "--yes"]);
    expect((await present(service, used)).code).toBe("link_opened");
    expect((await service.list(key)).status).toBe(200);
    await until(
      "the link has expired",
      async () => (await present(service, short, "?dryRun=true")).status === 410,
    );
  }
  using other = new Inventory();
  await other.runOrThrow(["restore", inventory.folder.file("a.backup"), "--yes"]);
  await using service = await serve(other);
  expect((await service.list(key)).code).toBe("invalid_api_key");
  expect((await present(service, short)).code).toBe("link_expired");
  const again = await present(service, used);
  expect(again.status).toBe(200);
  const { key: second } = again.json as unknown as { key: string };
  expect((await service.list(second)).status).toBe(200);
  expect((await present(service, used)).code).toBe("link_opened");
  expect((await service.list(key)).code).toBe("invalid_api_key");
});
