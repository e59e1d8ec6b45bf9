// The camera of a stock-take: codes are read in every browser, by its own detector or by ours, and a page without a camera says why.

import { expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { TestService } from "../support/service.ts";
import { expectAccessible } from "./axe.ts";
import { ean13, type Modules, qrCode } from "./barcode.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

const EAN = "4006381333931";

/** A camera that sees these modules, dark on white. */
const camera = (modules: Modules): string => `
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [640, 480];
    const context = canvas.getContext("2d");
    const modules = ${JSON.stringify(modules)};
    const draw = () => {
      context.fillStyle = "white";
      context.fillRect(0, 0, 640, 480);
      context.fillStyle = "black";
      modules.forEach((row, y) => row.forEach((dark, x) => dark && context.fillRect(100 + x * 4, 100 + y * 4, 4, 4)));
    };
    draw();
    setInterval(draw, 50);
    return canvas.captureStream(20);
  };`;

/** As on systems that have the class, and no decoder behind it. */
const EMPTY_DETECTOR = `globalThis.BarcodeDetector = class {
  static async getSupportedFormats() { return []; }
  async detect() { throw new Error("no decoder"); }
};`;

const NATIVE_DETECTOR = `globalThis.BarcodeDetector = class {
  static async getSupportedFormats() { return ["ean_13", "qr_code"]; }
  async detect(video) { return [{ rawValue: ${JSON.stringify(EAN)} }]; }
};`;

async function openCamera(script: string, { labels }: { readonly labels?: Promise<void> } = {}) {
  const service = await TestService.start({ rows: ["1,5,available", "2,7,available"] });
  const key = await service.makeKey("--role", "manager");
  const admin = new PetstockAdmin({ url: service.url, apiKey: key });
  await admin.putLabels([
    { petId: 1, name: "Buddy", code: EAN },
    { petId: 2, name: "Mia", code: "box-42" },
  ]);
  const tab = await DashboardTab.open(service);
  await tab.page.addInitScript(script);
  await tab.page.route("**/admin/v1/labels*", async (route) => {
    await labels;
    await route.continue();
  });
  await tab.page.goto(`${service.url}/count`);
  await tab.signIn(key);
  await tab.page.getByRole("button", { name: "Scan with the camera" }).click();
  return {
    tab,
    [Symbol.asyncDispose]: async () => {
      await tab[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

test.each([
  ["a barcode is read without a detector of the browser", camera(ean13(EAN)), "Expected 5."],
  ["a QR code, too", camera(qrCode("box-42")), "Expected 7."],
  ["and where the browser's detector reads nothing", EMPTY_DETECTOR + camera(ean13(EAN)), "Expected 5."],
])("%s", async (_, script, expected) => {
  await using opened = await openCamera(script);
  const { tab } = opened;
  await tab.sees(expected);
  expect(tab.tab.requested.filter((address) => address.endsWith(".wasm"))).toHaveLength(1);
  await tab.page.getByRole("button", { name: "Close the camera" }).click();
  await tab.page.getByLabel("Camera", { exact: true }).waitFor({ state: "detached" });
});

test("the browser's own detector is used where it reads barcodes", async () => {
  await using opened = await openCamera(NATIVE_DETECTOR + camera(qrCode("nothing")));
  const { tab } = opened;
  await tab.sees("Expected 5.");
  expect(tab.tab.requested.filter((address) => address.includes("scan-worker"))).toEqual([]);
});

test("a code that is scanned before the codes are there is found once they are", async () => {
  const labels = Promise.withResolvers<void>();
  const script = NATIVE_DETECTOR + camera(qrCode("nothing"));
  await using opened = await openCamera(script, { labels: labels.promise });
  const { tab } = opened;
  await tab.sees(EAN);
  expect(await tab.page.getByText(/^Expected [0-9]/).count()).toBe(0);
  labels.resolve();
  await tab.sees("Expected 5.");
});

test("without a secure connection the page says why there is no camera", async () => {
  const insecure = `Object.defineProperty(navigator, "mediaDevices", { value: undefined })`;
  await using opened = await openCamera(insecure);
  const { tab } = opened;
  await tab.sees(/The camera works on https only/);
  await expectAccessible(tab.page, "no camera");
});
