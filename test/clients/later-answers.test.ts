// Clients that generators have made from the contract of this version read the answers of later versions.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { GENERATED_CLIENTS } from "./generated-clients.ts";
import { type Contract, LaterService, LONGER } from "./later-service.ts";
import { type Needs, run, whatLacks } from "./shell.ts";

setDefaultTimeout(300_000);

const folder = new TemporaryFolder();
const lacks = new Map<Needs, string | undefined>();
for (const tool of new Set(GENERATED_CLIENTS.flatMap(({ tools }) => tools)))
  lacks.set(tool, await whatLacks(tool, folder.path));

let contract: string;
let service: TestService;
let later: LaterService;

beforeAll(async () => {
  service = await TestService.start();
  contract = `${service.url}/admin/openapi.json`;
  later = new LaterService((await (await fetch(contract)).json()) as Contract);
});

afterAll(async () => {
  later[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

test.each(GENERATED_CLIENTS.map((client) => [client.name, client] as const))(
  "%s reads new values, longer texts and unknown members",
  async (name, client) => {
    const cwd = folder.file(client.folder);
    const skip = (lack: string) => console.log(`the generated client was not run, ${name}: ${lack}`);
    const toolLack = client.tools.map((tool) => lacks.get(tool)).find((lack) => lack !== undefined);
    if (toolLack !== undefined) return skip(toolLack);
    await client.make(contract, folder.path);
    const [path, text] = client.program;
    await folder.write({ [`${client.folder}/${path}`]: text });
    const lack = await whatLacks(client.needs, cwd);
    if (lack !== undefined) return skip(lack);
    const printed = await run(client.run, cwd, { env: { ADMIN_URL: later.url } });
    expect(printed.trim().split("\n")).toEqual([
      `auditor W/"42-1f0c9be2a7d34c55"${LONGER}`,
      `stolen k7Qm2xW9${LONGER} ${LONGER}`,
      `auditor k7Qm2xW9${LONGER}`,
      "asleep changes low restocked",
    ]);
  },
);
