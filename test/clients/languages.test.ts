// Each program of docs/clients.md does what the document says, against a running service. Programs whose compiler or libraries are
// not there are skipped, with the reason.

import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { read } from "../docs/document.ts";
import { Newcomer } from "../docs/newcomer.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { run, whatLacks } from "./shell.ts";
import { TOOLCHAINS } from "./toolchains.ts";

setDefaultTimeout(300_000);

/** Beside the sample: ids that JavaScript's numbers cannot tell apart. */
const ROWS = ["9007199254740992,5,sold", "9007199254740993,1,available"];
/** The pet that the programs update, as the sample has it. */
const PET = "734980";
const LARGE = "9007199254740993";
const AFTER_THE_SAMPLE = ROWS.map((row) => row.replaceAll(",", " "));

let document: string;

beforeAll(async () => {
  document = await read("docs/clients.md");
});

/** The program under a heading of docs/clients.md. */
function programOf(language: string): string {
  const section = document.split(/^## /m).find((text) => text.startsWith(`${language}\n`));
  const [, program] = /^```\w+\n(.*?)^```$/ms.exec(section ?? "") ?? [];
  if (program === undefined) throw new Error(`docs/clients.md has no program under "## ${language}"`);
  return program;
}

test.each(TOOLCHAINS.map((toolchain) => [toolchain.language, toolchain] as const))(
  "the program in %s",
  async (language, toolchain) => {
    using folder = new TemporaryFolder();
    const { source, files = {}, run: command } = toolchain;
    const written = { ...files, [source]: programOf(language) };
    await folder.write(written);
    const lack = await whatLacks(toolchain, folder.path);
    if (lack !== undefined) return console.log(`the program in ${language} was not run: ${lack}`);
    await using newcomer = await Newcomer.start();
    await newcomer.run([
      `printf 'petId,quantity,status\\n${ROWS.join("\\n")}' | petstock import - --format csv`,
    ]);
    const env = { PETSTOCK_URL: newcomer.url, PETSTOCK_API_KEY: newcomer.key };
    const printed = (await run(command, folder.path, { env })).trim().split("\n");
    expect(printed.slice(-5)).toEqual([
      `${PET} 1 available`,
      ...AFTER_THE_SAMPLE,
      `${PET} 12`,
      "pet_not_found",
    ]);
    // Compilers of other languages take half a minute; the list has shown that those are exact.
    if (toolchain.fetch !== undefined) return;
    await folder.write({ [source]: programOf(language).replace(PET, LARGE) });
    expect(await run(command, folder.path, { env })).toContain(`\n${LARGE} 12\npet_not_found\n`);
  },
);
