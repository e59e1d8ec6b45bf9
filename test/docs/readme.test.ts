// The first commands of README.md have the responses that it shows.

import { expect, setDefaultTimeout, test } from "bun:test";
import { environment, runToEnd } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { read } from "./document.ts";

setDefaultTimeout(60_000);

/** They differ on each run. */
const CHANGING = /^(?:X-Request-Id|Date): .*$/gim;

test("the first request, with a key that the clone makes, has the documented response", async () => {
  const [, block = ""] = /```console\n([\s\S]*?)```/.exec(await read("README.md"))!;
  const [commands = "", response = ""] = block.split(/^(?=HTTP)/m);
  await using service = await TestService.start({ rows: ["734980,1,available"] });
  const script = commands
    .replaceAll(/^\$ /gm, "")
    .replace("curl", "curl -sS")
    .replace("http://127.0.0.1:8080", service.url);
  // The quickstart's database is in the clone.
  const env = environment({ DATABASE_URL: service.databaseUrl });
  const { exitCode, stdout, stderr } = await runToEnd(["sh", "-euc", script], { env });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  const shown = (text: string) => text.replaceAll("\r", "").replaceAll(CHANGING, "").trim();
  expect(shown(stdout)).toBe(shown(response));
});
