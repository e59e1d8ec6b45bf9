// The pages use nothing that the oldest supported browsers lack, except what they do without there.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { build } from "../../src/pages/bundle.ts";
import { ENTRIES } from "../../src/pages/entries.ts";
import { lackedByScript, lackedByStyle } from "./browser-features.ts";

const SOURCE = join(import.meta.dir, "../../src");
/** Scalar's own script, in which reading documents needs nothing of the page. */
const OTHERS = "reference/try/index.html";

/** What the page does without, each with the reason. */
const OPTIONAL: ReadonlyMap<string, string> = new Map([
  ["ClipboardItem", "asked for first: else text without a table is copied"],
  [".wakeLock", "asked for first: else the screen turns off while pets are counted"],
  ["Symbol.dispose", "the decoder of barcodes asks for it first"],
  [".moveBefore", "the component library asks for it first"],
  [":has", "a look, and places of less importance: see the test of browsers without it"],
  [":details-content", "an animation"],
  ["accent-color", "a look"],
  ["content-visibility", "speed alone"],
  ["forced-color-adjust", "a look"],
  ["overflow-anchor", "Safari has no such anchors to switch off"],
  ["@page", "the margins of prints"],
  ["resize", "iPads have no corner to drag"],
  ["text-size-adjust", "with a prefix, too"],
  ["user-select", "a look"],
]);

/** Fields of the pages' own objects, which are named like something newer. */
const OWN = (
  "address grow bytes check chunks displayName fileName font icon locale lock movementX movementY orient priority readText revoke role " +
  "share side sync tag take transfer"
)
  .split(" ")
  .map((name) => `.${name}`);

test.each(ENTRIES.map(({ source }) => source).filter((source) => source !== OTHERS))(
  "%s uses what all supported browsers have",
  async (source) => {
    const { entry, files } = await build(join(SOURCE, source));
    const lacked = [entry, ...files].flatMap(({ type, bytes }) => {
      const text = new TextDecoder().decode(bytes);
      if (type.startsWith("text/javascript")) return lackedByScript(text);
      return type.startsWith("text/css") ? lackedByStyle(text) : [];
    });
    expect([...new Set(lacked)].filter((name) => !OPTIONAL.has(name) && !OWN.includes(name))).toEqual([]);
  },
);

test("the check finds functions, syntax and styles that are too new", () => {
  expect(lackedByScript("AbortSignal.any([a]); b.showPopover(); c.showPopover?.(); d.at(0)")).toEqual([
    ".showPopover",
    "AbortSignal.any",
  ]);
  expect(lackedByScript("Map.groupBy(a, b); c.toSorted(); d.isWellFormed(); new CloseWatcher()")).toEqual([
    ".isWellFormed",
    ".toSorted",
    "CloseWatcher",
    "Map.groupBy",
  ]);
  expect(() => lackedByScript("/a/v")).toThrow();
  expect(lackedByStyle("a:has(b) { color: light-dark(red, blue); text-wrap: balance; width: 1dvh }")).toEqual(
    [":has", "light-dark()", "text-wrap"],
  );
});
