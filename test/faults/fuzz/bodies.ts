// Mutations of a request's body: JSON changed token by token, and bytes that are no JSON.

import { gzipSync } from "node:zlib";
import { below, type Mutation, pick, type Random, words } from "./draft.ts";

const NUMBERS = words(`
  0 -0 1 14.0 1e1 1E+1 100e-2 1.5 -1 0.0 -0.0 21474836470e-1 0.2147483647e10
  2147483647 2147483648 2147483647.0 4294967296 9007199254740993 9223372036854775808
  2147483647.0000000001 1.0000000000000000001
  1e400 -1e400 1e-400 0e999999999999 1e99999999999
  05 +5 5. .5 --1 1e 1e+ 0x10 1_000 1,000 NaN Infinity -Infinity
`).concat("- 1", "9".repeat(2000), `1${"0".repeat(2000)}`, `0.${"0".repeat(2000)}1`, `1.${"0".repeat(2000)}`);
const STRINGS = words(String.raw`
  "" "quantity" "status" "5" "__proto__" "constructor" "\u0071uantity" "\/\b\f\n\r\t\\\""
  "\ud800" "\udc00\ud800" "\u0000" "\x" "\u12" "unfinished "\ "\" 'a'
`)
  .concat('"\n"', '"\t"', '"\u00e9"', '"\u{1f436}"', '"\ufffd"', '"\u2028"')
  .concat(`"${"a".repeat(3000)}"`, `"${"\\u0061".repeat(1000)}"`);
const OTHERS = words(`
  null true false nul NULL undefined [] {} [1] {"quantity":5} [[[[]]]] // /**/
  { } [ ] , : ; = ( )
`).concat("\ufeff", "\u00a0", "\u2028", " ", "\t", "\r\n", "\v", "\f", "\x00");

function anyToken(random: Random): string {
  return pick(random, pick(random, [NUMBERS, STRINGS, OTHERS]));
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[-+.\w]+|[^\s]|\s+/gsu;

/** Replaces, removes, repeats, inserts or exchanges tokens. */
function changeTokens(text: string, random: Random): string {
  const tokens: string[] = text.match(TOKEN) ?? [];
  const at = below(random, tokens.length + 1);
  switch (below(random, 5)) {
    case 0:
      tokens[at] = anyToken(random);
      break;
    case 1:
      tokens.splice(at, 1 + below(random, 2));
      break;
    case 2:
      tokens.splice(at, 0, ...tokens.slice(at, at + 1 + below(random, 5)));
      break;
    case 3:
      tokens.splice(at, 0, anyToken(random));
      break;
    default:
      tokens.push(...tokens.splice(at, 1));
  }
  return tokens.join("");
}

function onText(change: (text: string, random: Random) => string): Mutation {
  return (draft, random) => {
    draft.body = Buffer.from(change(draft.body.toString(), random));
  };
}

function onBytes(change: (bytes: Buffer, random: Random) => Buffer): Mutation {
  return (draft, random) => {
    draft.body = change(draft.body, random);
  };
}

function member(random: Random): string {
  return `${pick(random, STRINGS)}:${anyToken(random)}`;
}

function nested(random: Random): string {
  const depth = pick(random, [2, 63, 64, 65, 200, 5_000]);
  const [open, close] = pick(random, [
    ["[", "]"],
    ['{"quantity":', "}"],
    ['[{"a":', "}]"],
  ]);
  return open.repeat(depth) + pick(random, ["", "1"]) + close.repeat(pick(random, [depth, depth - 1, 0]));
}

/** Around the limit of an update's body, and far beyond. */
const SIZES = [16_383, 16_384, 16_385, 20_000, 70_000];

export const BODIES: readonly Mutation[] = [
  ...Array.from({ length: 4 }, () => onText(changeTokens)),
  onText((_, random) => `{"quantity":${pick(random, NUMBERS)}}`),
  onText((_, random) => `{"quantity":${pick(random, NUMBERS)}}`),
  onText((_, random) => `{${pick(random, STRINGS)}:${pick(random, NUMBERS)}}`),
  onText((text, random) => text.replace("}", `,${member(random)}}`)),
  onText((text, random) => text.replace("{", `{${member(random)},`)),
  onText((_, random) => `{"quantity":${nested(random)}}`),
  onText((_, random) => nested(random)),
  onText((_, random) => anyToken(random)),
  onText((text, random) => text.padEnd(pick(random, SIZES))),
  onText((text, random) => pick(random, ["\ufeff", " ", "\n", "\x00", "\u00a0"]) + text),
  onText((text) => text + text),
  onText(() => ""),
  onText((_, random) => `{${Array.from({ length: below(random, 900) }, (__, i) => `"m${i}":${i}`).join()}}`),
  onText(() => "quantity=5"),
  onBytes((bytes) => Buffer.from(bytes.toString(), "utf16le")),
  onBytes((bytes) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(bytes.toString(), "utf16le")])),
  onBytes((bytes) => gzipSync(bytes)),
  onBytes((_, random) => Buffer.from(Array.from({ length: below(random, 64) }, () => below(random, 256)))),
  onBytes((bytes, random) => {
    const changed = Buffer.from(bytes);
    if (changed.length > 0) changed[below(random, changed.length)] = below(random, 256);
    return changed;
  }),
  onBytes((bytes, random) => bytes.subarray(0, below(random, bytes.length + 1))),
];
