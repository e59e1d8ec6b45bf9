// The script that tells a browser that is too old for the dashboard what it needs.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { parse } from "acorn";
import { build } from "../../src/pages/bundle.ts";
import { OLDEST } from "./browser-features.ts";

const { entry, files } = await build(join(import.meta.dir, "../../src/dashboard/index.html"));
const page = new TextDecoder().decode(entry.bytes);
const script = files.find(({ name }) => name.startsWith("browser-check-"));
const code = new TextDecoder().decode(script?.bytes);

const manual = await Bun.file(join(import.meta.dir, "../../docs/dashboard.md")).text();

test("the check runs before the modules, and in any browser", () => {
  const scripts = [...page.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
  expect(scripts[0]).toBe(`<script defer src="/assets/${script?.name}">`);
  expect(scripts[1]).toContain('type="module"');
  expect(() => parse(code, { ecmaVersion: 5, sourceType: "script" })).not.toThrow();
});

test.each(
  Object.entries({
    Chrome: OLDEST.chrome,
    Edge: OLDEST.chrome,
    Firefox: OLDEST.firefox,
    Safari: OLDEST.safari,
  }),
)("it names the oldest %s, and so do the page without JavaScript and the manual", (browser, version) => {
  expect(code).toContain(`${browser} ${version}`);
  expect(page.split("noscript>")[1]).toContain(`${browser} ${version}`);
  expect(manual).toContain(`${browser} ${version}`);
});
