// The commands of the documents run beside a new `npm start`, in their order, and print what the document shows.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { type Block, blocksOf } from "./blocks.ts";
import { Newcomer } from "./newcomer.ts";
import { SESSIONS } from "./sessions.ts";

setDefaultTimeout(60_000);

/** They differ on each run; what is said about a new key is left out of the documents. */
const CHANGING = /^(?:(?:X-Request-Id|Date): |Key \w+ \().*$/gim;

interface Command {
  readonly script: string;
  /** Undefined where the document shows none. */
  readonly output?: string;
}

describe.each(SESSIONS)("$document", ({ document, language, leaves = /^$/, before = "", instead = [] }) => {
  test("has commands that work", async () => {
    await using newcomer = await Newcomer.start();
    const isRun = (block: Block) => block.language === language && !leaves.test(block.text);
    const commands = (await blocksOf(document)).filter(isRun).flatMap(commandsOf);
    expect(commands).not.toBeEmpty();
    const scripts = commands.map(({ script }) => replaced(script, instead));
    const [, ...outputs] = await newcomer.run([before, ...scripts]);
    for (const [index, { script, output }] of commands.entries()) {
      if (output !== undefined) expect([script, shown(outputs[index]!)]).toEqual([script, shown(output)]);
    }
  });
});

/** A block of `sh` is one script; in a `console` each command begins with `$`, and its output follows. */
function commandsOf({ language, text }: Block): Command[] {
  if (language === "sh") return [{ script: text }];
  return text.split(/^\$ /m).flatMap((each) => {
    const [, command, output = ""] = /^((?:.*\\\n)*.*)\n([\s\S]*)$/.exec(each) ?? [];
    // A refusal ends with another code than 0; its message is compared.
    return command === undefined
      ? []
      : [{ script: output.startsWith("petstock: ") ? `${command} || true` : command, output }];
  });
}

function replaced(script: string, instead: readonly (readonly [string, string])[]): string {
  return instead.reduce((text, [from, to]) => text.replaceAll(from, to), script);
}

const shown = (text: string) => text.replaceAll("\r", "").replaceAll(CHANGING, "").trim();
