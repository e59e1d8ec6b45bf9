// The connections on the page of keys, as people use them: one is made, tested, paused and deleted, on a screen and on a phone.

import { expect, setDefaultTimeout, test } from "bun:test";
import { TestReceiver } from "../hooks/receiver.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { expectAccessible } from "./axe.ts";
import { type DashboardOptions, DashboardTab, PHONE } from "./dashboard.ts";

setDefaultTimeout(120_000);

const args = ["--hook-networks", "127.0.0.0/8"];
const service = shared(await TestService.start({ rows: ["1,5,available"], args }));
const key = await service.makeKey("--name", "Ana", "--role", "admin");

const SCREENS: readonly (readonly [string, DashboardOptions])[] = [
  ["a screen", {}],
  ["a phone, dark", { ...PHONE, colorScheme: "dark" }],
];

test.each(SCREENS)("a connection from its making to its end, on %s", async (name, options) => {
  await using receiver = new TestReceiver();
  await using tab = await DashboardTab.open(service, { ...options, query: "keys", key });
  const { page } = tab;
  tab.tab.expectProblem(/status of 400 .*\/admin\/v1\/hooks/);
  const connections = page.getByRole("region", { name: "Connections" });
  await connections.getByText("No connections yet.").waitFor();
  await connections.getByRole("button", { name: "New connection" }).click();
  await page.getByLabel("Name", { exact: true }).fill("ERP");
  await page.getByLabel("Address").fill("https://10.0.0.1/");
  await page.getByLabel("Is told").selectOption({ label: "all changes, and low stock" });
  await page.getByRole("button", { name: "Make the connection" }).click();
  await tab.sees("The address must be a public address: 10.0.0.1 is not public");
  await expectAccessible(page, `a new connection, ${name}`);
  await page.getByLabel("Address").fill(receiver.url);
  await page.getByRole("button", { name: "Make the connection" }).click();
  receiver.secret = await page.getByLabel("Secret", { exact: true }).inputValue();
  await expectAccessible(page, `the secret of a connection, ${name}`);
  await page.getByRole("button", { name: "Done" }).click();
  const row = connections.getByRole("row").filter({ has: page.getByRole("rowheader", { name: /^ERP/ }) });
  await row.getByText("active", { exact: true }).waitFor();
  await choose("Send a test");
  await tab.sees("ERP took the test");
  expect(receiver.last).toMatchObject({ type: "hook.test" });
  receiver.behaviour = () => "fail";
  await choose("Send a test");
  await tab.sees("ERP did not take the test: it answered 500");
  await service.update(key, 1, name === "a screen" ? 6 : 7);
  await row.getByText("failing", { exact: true }).waitFor();
  await row.getByText("it answered 500").waitFor();
  await expectAccessible(page, `a connection that fails, ${name}`);
  await choose("Pause");
  await row.getByText("paused", { exact: true }).waitFor();
  await choose("Delete…");
  await expectAccessible(page, `the question before a connection is deleted, ${name}`);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await connections.getByText("No connections yet.").waitFor();

  async function choose(item: string): Promise<void> {
    await row.getByRole("button", { name: "Actions for the connection ERP" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  }
});
