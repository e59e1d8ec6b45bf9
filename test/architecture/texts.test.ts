// The dashboard's texts stand in its catalogues. What looks like a text and is none is listed here, with the reason.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { type Exception, textViolations } from "./text-rules.ts";

const DASHBOARD = join(import.meta.dir, "../../src/dashboard");

const EXCEPTIONS: readonly Exception[] = [
  {
    text: /^(?:Arrow(?:Up|Down|Left|Right)?|Escape|Enter|Tab|Home|End|Page(?:Up|Down)|Delete|Backspace)$/,
    because: "names of keys in keyboard events",
  },
  {
    in: "browser-check.ts",
    text: /./,
    because: "runs before any other code, and speaks each language itself",
  },
  { in: "ui/", text: /^[Mm][\d…]/, because: "paths of pictures" },
  { text: /^[A-Z]\w+Error$/, because: "names of errors" },
  {
    in: "data/read-labels.ts",
    text: /^the /,
    because: "failures of requests, which have a text by their code",
  },
  { in: "data/worker-calls.ts", text: /worker/, because: "failures after which the page works without it" },
  { in: "inventory/copied-rows.ts", text: /^<td /, because: "markup for spreadsheets" },
  { in: "inventory/empty-states.tsx", text: / import inventory\.csv$/, because: "a command to be copied" },
  { in: "inventory/key-list.ts", text: /^… [ACZK]\b/, because: "letters on keyboards" },
  { in: "keys/revoke-dialog.tsx", text: "… keys create", because: "a command to be copied" },
  { text: /^(?:none left|sold in stock)$/, because: "names of groups" },
  { in: "trends/chart.tsx", text: /^12px …$|^Etc\/UTC$/, because: "a font, and a time zone" },
  { in: "shell/signed-in.tsx", text: "Files", because: "a type of what is dragged" },
  { in: "shell/address-bar.ts", text: "below a dialog", because: "a state of the browser's history" },
  { in: "session/stored-key.ts", text: "signed out", because: "a message to other tabs" },
  { in: "sign-in/sign-in.tsx", text: / keys create$|^--name NAME$/, because: "a command to be copied" },
  {
    in: "edits/undo-stack.ts",
    text: "undo of revision …",
    because: "a note in the history, which all people read",
  },
  { in: "imports/pending-imports.ts", text: "petstock import …", because: "the name of a lock" },
  { in: "imports/status-words.ts", text: / /, because: "words of files in all languages" },
  { in: "imports/workbook/file-kind.ts", text: "EncryptedPackage", because: "a part of a workbook" },
  { in: "transfer/", text: "open workbook", because: "a message between page and worker" },
];

test("texts of the dashboard stand in language/", async () => {
  const files = [...new Bun.Glob("**/*.{ts,tsx}").scanSync(DASHBOARD)].filter(
    (path) => !path.startsWith("language/") && !path.endsWith(".d.ts"),
  );
  const sources = await Promise.all(
    files.map(async (path) => ({ path, text: await Bun.file(join(DASHBOARD, path)).text() })),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(textViolations(sources, EXCEPTIONS)).toEqual([]);
});

const TEXTS = [
  `export const A = () => <p>Save it</p>;`,
  `export const A = () => <p title="Save">x</p>;`,
  `export const A = (n: number) => <input aria-label={\`\${n} pets\`} />;`,
  `export const a = (name: string) => \`\${name} was saved\`;`,
  `export const A = { name: "In stock" };`,
  `notify({ text: isIn ? "Saved" : "" });`,
];

const NO_TEXTS = [
  `import { a } from "../Some folder/a.ts"; a();`,
  `export const A = () => <p class="quiet Bad one">{text.saved}</p>;`,
  `export const a = (): never => { throw new Error("signed out here"); };`,
  `export const a = document.querySelector("main h1");`,
  `export const a = (b: string) => b === "available";`,
  `// A comment of several words\nexport const a = 1;`,
];

test.each(TEXTS)("a text is found: %s", (text) => {
  expect(textViolations([{ path: "ui/a.tsx", text }], [])).toHaveLength(1);
});

test.each(NO_TEXTS)("this is no text: %s", (text) => {
  expect(textViolations([{ path: "ui/a.tsx", text }], [])).toEqual([]);
});

test("an exception that is not needed is found", () => {
  const exception = { in: "ui/", text: "Saved", because: "" };
  expect(textViolations([{ path: "shell/a.ts", text: `say("Saved");` }], [exception])).toEqual([
    expect.stringContaining("move it to language/"),
    expect.stringContaining("is not needed"),
  ]);
});
