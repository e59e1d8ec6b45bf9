// The label in a pet's panel: two people who edit it at once.

import { expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

test("two people who edit different fields of a label do not overwrite each other", async () => {
  await using service = await TestService.start({ rows: ["7,5,available"] });
  const key = await service.makeKey("--role", "manager");
  const admin = new PetstockAdmin({ url: service.url, apiKey: key });
  await admin.putLabels([{ petId: 7, name: "Rex", kind: "dog" }]);
  await using tab = await DashboardTab.open(service, { key, query: "?pet=7" });
  const form = tab.page.getByRole("form", { name: "Label" });
  await until("the label", async () => (await form.getByLabel("Name").inputValue()) === "Rex");
  await form.getByLabel("Name").fill("Rexona");
  await admin.putLabels([{ petId: 7, kind: "cat" }]);
  await form.getByRole("button", { name: "Save" }).click();
  await until("the label to be saved", async () => (await admin.entry(7)).label?.name === "Rexona");
  expect((await admin.entry(7)).label).toMatchObject({ name: "Rexona", kind: "cat" });
});
