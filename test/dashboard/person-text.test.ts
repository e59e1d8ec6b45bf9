// Texts of people on the page: isolated wherever they stand among ours. The browser's view: test/browser/dashboard-directions.test.ts.

import { expect, test } from "bun:test";
import { actorInWords, nameOfActor, petName, petNameFirst } from "../../src/dashboard/ui/names.ts";
import { isolated } from "../../src/dashboard/ui/isolated.ts";
import { welcomeText } from "../../src/dashboard/session/expiry-text.ts";

const HEBREW = "דנה 4";
const ISOLATED = `\u2068${HEBREW}\u2069`;

test.each([
  ["Rex", "Rex"],
  ["Käthe „Kat“, 3", "Käthe „Kat“, 3"],
  [HEBREW, ISOLATED],
  ["مرحبا", "\u2068مرحبا\u2069"],
  ["a \u{1e900}", "\u2068a \u{1e900}\u2069"],
  // What a database from elsewhere may hold, to end the isolation or to turn around what follows.
  ["דנה\u2069\u202e 4", ISOLATED],
  ["a\u202eb\u2066", "ab"],
])("%j is %j within a text of ours", (text, expected) => {
  expect(isolated(text)).toBe(expected);
});

test("pets, people and welcomes are named with it, and filters take the name alone", () => {
  const label = { petId: 1n, name: HEBREW, kind: null, code: null, low: null };
  expect(petName(1n, label)).toBe(`${ISOLATED} (1)`);
  expect(petNameFirst(1n, label)).toBe(`${ISOLATED} (1)`);
  expect(actorInWords(`key:${HEBREW}`)).toBe(ISOLATED);
  expect(actorInWords(`cli:${HEBREW}`)).toBe(`${ISOLATED} (command line)`);
  expect(nameOfActor(`key:${HEBREW}`)).toBe(HEBREW);
  const me = {
    keyId: "1",
    name: HEBREW,
    account: "default",
    role: "clerk",
    expiresAt: null,
    position: "1-a",
    version: "1.2.3",
  } as const;
  expect(welcomeText(me, true, 0)).toBe(`Signed in as ${ISOLATED}.`);
});

/** A text of people as an element's child, or within a text: `{key.name}`, `${me.name}`; not as a property, `name={key.name}`. */
const BARE = /(?<!=)\{(?:key|me|created|label|entry|movement)\??\.(?:name|kind|code|account|note|actor)\}/;

/** Of whom a stock-take is: compared, never shown. */
const NEVER_SHOWN = "`${me.account}/${me.name}`";

test("no file of the page shows such a text bare", async () => {
  const files = [...new Bun.Glob("src/dashboard/**/*.{ts,tsx}").scanSync()];
  expect(files.length).toBeGreaterThan(100);
  const bare: string[] = [];
  for (const file of files)
    for (const line of (await Bun.file(file).text()).split("\n")) {
      if (BARE.test(line.replace(NEVER_SHOWN, ""))) bare.push(`${file}: ${line.trim()}`);
    }
  expect(bare).toEqual([]);
});
