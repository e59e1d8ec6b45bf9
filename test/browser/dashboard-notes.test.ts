// What the table says of a pet, beside its quantity.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { TestService } from "../support/service.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await TestService.start({ rows: ["1,5,available", "2,7,pending"] });
  key = await service.makeKey("--role", "manager");
  await new PetstockAdmin({ url: service.url, apiKey: key }).putLabels([
    { petId: 1, name: "Bartholomew the Second", kind: "cat, brown tabby" },
  ]);
});

afterAll(() => service[Symbol.asyncDispose]());

test.each([1280, 1024, 390])(
  "both choices of a conflict are in view, on a screen of %i pixels",
  async (width) => {
    await using tab = await DashboardTab.open(service, { key, viewport: { width, height: 800 } });
    const { page } = tab;
    tab.tab.expectProblem(/412/);
    await tab.sees("Bartholomew");
    await tab.quantity(1).click();
    await page.keyboard.type(String(width));
    await service.update(key, 1, width + 1);
    await tab.press("Enter");
    await tab
      .note(1)
      .getByText(`Yours ${width.toLocaleString("en")}`)
      .waitFor();
    const table = (await page.getByRole("grid").boundingBox())!;
    for (const name of ["Use mine", "Keep theirs"]) {
      const button = (await tab.note(1).getByRole("button", { name }).boundingBox())!;
      expect(button.x).toBeGreaterThanOrEqual(table.x);
      expect(button.x + button.width).toBeLessThanOrEqual(table.x + table.width);
    }
  },
);
