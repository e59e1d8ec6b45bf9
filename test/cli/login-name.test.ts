// Who the ledger names for a command: the user of the system, not what a variable says.

import { expect, test } from "bun:test";
import { loginName } from "../../src/cli/login-name.ts";
import { CLI_ACTOR } from "../support/login-name.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

/** The system's databases of users have none so large. */
const UNNAMED = 4_000_000_001;

async function actorIn(folder: TemporaryFolder): Promise<string> {
  const { stdout } = await petstockOrThrow(["history", "--json"], { cwd: folder.path });
  return (JSON.parse(stdout) as { by: { actor: string } }).by.actor;
}

test("the actor of a command is the login name, whatever USER says", async () => {
  using folder = new TemporaryFolder();
  const env = { USER: "someone-else", LOGNAME: "someone-else" };
  await petstockOrThrow(["set", "7", "--quantity", "1", "--create"], { cwd: folder.path, env });
  expect(await actorIn(folder)).toBe(CLI_ACTOR);
});

test("a user whom the system does not know, such as in a container, is named by the number", () => {
  const { getuid } = process;
  process.getuid = () => UNNAMED;
  try {
    expect(loginName({ env: {} })).toBe(`uid ${UNNAMED}`);
  } finally {
    process.getuid = getuid!;
  }
});
