// The store's name stands wherever an operator or an assistant must know which store speaks, as it was set; without it nothing does.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { Assistant, TRANSPORTS } from "../mcp/assistant.ts";
import { scrape, WITH_METRICS } from "../support/metrics.ts";
import { petstock } from "../support/petstock.ts";
import { sharedService } from "../support/shared-service.ts";
import { shared } from "../support/shared.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { Quickstart } from "./quickstart.ts";

setDefaultTimeout(60_000);

const NAME = 'Zoo "Müller" \\ <b>北</b>';

const named = shared(await TestService.start({ args: [...WITH_METRICS, "--store", NAME] }));
const key = await named.makeKey("--role", "manager");
const plain = await sharedService([], "--role", "reader");

describe("the log has it in each line", () => {
  test("as JSON", async () => {
    expect((await named.ask("GET", "/v1/inventory")).status).toBe(401);
    expect(named.log.length).toBeGreaterThan(2);
    expect(named.log.filter(({ store }) => store !== NAME)).toEqual([]);
  });

  test("as readable text", async () => {
    using folder = new TemporaryFolder();
    await using service = await Quickstart.start(folder, "--log-format", "pretty", "--store", NAME);
    expect(await service.stop()).toBe(0);
    const events = service.stderr.match(/^\[/gm) ?? [];
    expect(events.length).toBeGreaterThan(2);
    const names = service.stderr.match(/^ +store: .*$/gm) ?? [];
    expect(names).toHaveLength(events.length);
    expect(new Set(names)).toEqual(new Set([`    store: "${NAME.replaceAll('"', String.raw`\"`)}"`]));
    expect(service.stdout).toContain(`${service.url} for the store "${NAME}"\n`);
  });
});

test("the metrics have it, escaped as Prometheus reads it", async () => {
  const escaped = NAME.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  expect((await scrape(named)).value(`petstock_store_info{store="${escaped}"}`)).toBe(1);
});

test("the Admin API has it, from the environment and composed", async () => {
  expect((await named.ask("GET", "/admin/v1/me", { key })).json).toMatchObject({ store: NAME });
  const env = { PETSTOCK_STORE: "Tie\u0301rre" };
  await using service = await TestService.start({ env });
  const admin = new PetstockAdmin({ url: service.url, apiKey: await service.makeKey() });
  expect((await admin.me()).store).toBe("Ti\u00e9rre");
});

test.each(TRANSPORTS)("an assistant learns it (%s)", async (transport) => {
  await using assistant = await Assistant.start({ url: named.url, key, transport });
  expect(assistant.client.getServerVersion()?.title).toBe(`Pet Store Inventory: ${NAME}`);
  expect(assistant.client.getInstructions()).toStartWith(
    `The inventory of the pet store named ${JSON.stringify(NAME)}: `,
  );
  if (transport === "stdio")
    expect(assistant.messages).toContain(`${named.url}, the store "${NAME}", as "test"`);
});

test("a service without a name says nothing of one", async () => {
  await using service = await TestService.start({ args: WITH_METRICS, env: { PETSTOCK_STORE: "" } });
  expect(service.log.filter((line) => "store" in line)).toEqual([]);
  expect((await scrape(service)).value('petstock_store_info{store=""}')).toBe(1);
  expect((await plain.service.ask("GET", "/admin/v1/me", plain)).json).not.toHaveProperty("store");
  await using assistant = await Assistant.start({ url: plain.service.url, key: plain.key });
  expect(assistant.client.getServerVersion()?.title).toBe("Pet Store Inventory");
  expect(assistant.client.getInstructions()).toStartWith("The inventory of a pet store: ");
});

test("an API key in the place of the name is refused, and not repeated", async () => {
  using folder = new TemporaryFolder();
  const { exitCode, stderr } = await petstock(["serve"], { cwd: folder.path, env: { PETSTOCK_STORE: key } });
  expect([exitCode, stderr]).toEqual([
    2,
    "petstock: PETSTOCK_STORE: is an API key, not a name; it would be shown in the log\n",
  ]);
});
