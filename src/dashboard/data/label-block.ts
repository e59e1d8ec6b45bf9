// Labels in blocks: their texts as one string, which is quick to search and to send to another thread, and small beside a million
// objects.

import type { Label } from "../../client/client.ts";
import { foldedCode, foldedWords } from "./fold.ts";

/** So that a block is searched in far less than a millisecond. */
export const BLOCK_LABELS = 4096;

const NO_LOW = -1;
/** Fields of a label in `fields`: name, kind, code. */
const FIELDS = 3;

/** Up to `BLOCK_LABELS` labels, ascending by id. */
export interface LabelBlock {
  readonly ids: BigInt64Array<ArrayBuffer>;
  /** -1: none. */
  readonly lows: Int32Array<ArrayBuffer>;
  /** All names, kinds and codes. */
  readonly text: string;
  /** Where each label's name, kind and code start in `text`, and the end. */
  readonly fields: Uint32Array<ArrayBuffer>;
  /** Each label, folded: a line end, a space before each word of name and kind, a tab and the code. */
  readonly folded: string;
  /** Where each label starts in `folded`, and the end. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** Hash table of exact codes: indexes plus one, 0 if free. */
  readonly codes: Uint16Array<ArrayBuffer>;
}

export function labelBlock(labels: readonly Label[]): LabelBlock {
  const count = labels.length;
  const fields = new Uint32Array(count * FIELDS + 1);
  const starts = new Uint32Array(count + 1);
  let [text, folded] = ["", ""];
  labels.forEach(({ name, kind, code }, at) => {
    for (const [field, value] of [name, kind, code].entries()) {
      fields[at * FIELDS + field] = text.length;
      text += value ?? "";
    }
    starts[at] = folded.length;
    const words = foldedWords(`${name ?? ""} ${kind ?? ""}`).map((word) => ` ${word}`);
    folded += `\n${words.join("")}\t${foldedCode(code ?? "")}`;
  });
  fields[count * FIELDS] = text.length;
  starts[count] = folded.length;
  return {
    ids: BigInt64Array.from(labels, ({ petId }) => petId),
    lows: Int32Array.from(labels, ({ low }) => low ?? NO_LOW),
    text,
    fields,
    folded,
    starts,
    codes: codeTable(labels),
  };
}

export function labelAt(block: LabelBlock, at: number): Label {
  const [name, kind, code] = [0, 1, 2].map((field) => fieldAt(block, at, field) || null);
  const low = block.lows[at]!;
  return {
    petId: block.ids[at]!,
    name: name ?? null,
    kind: kind ?? null,
    code: code ?? null,
    low: low === NO_LOW ? null : low,
  };
}

function fieldAt({ text, fields }: LabelBlock, at: number, field: number): string {
  return text.slice(fields[at * FIELDS + field], fields[at * FIELDS + field + 1]);
}

/** Marks the labels whose folded text contains one of the needles. */
export function markHits({ folded, starts }: LabelBlock, needle: string, hits: Uint8Array): void {
  for (let found = folded.indexOf(needle); found >= 0;) {
    const at = labelOfChar(starts, found);
    hits[at] = 1;
    found = folded.indexOf(needle, starts[at + 1]);
  }
}

function labelOfChar(starts: Uint32Array, char: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (starts[middle]! <= char) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The index of the label with exactly this code. */
export function findCode(block: LabelBlock, code: string): number | undefined {
  const { codes } = block;
  for (let slot = slotOf(code, codes.length); codes[slot] !== 0; slot = (slot + 1) % codes.length) {
    const at = codes[slot]! - 1;
    if (fieldAt(block, at, FIELDS - 1) === code) return at;
  }
  return undefined;
}

function codeTable(labels: readonly Label[]): Uint16Array<ArrayBuffer> {
  const table = new Uint16Array(labels.length * 2 + 1);
  labels.forEach(({ code }, at) => {
    if (code === null) return;
    let slot = slotOf(code, table.length);
    while (table[slot] !== 0) slot = (slot + 1) % table.length;
    table[slot] = at + 1;
  });
  return table;
}

/** FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/. */
function slotOf(text: string, slots: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % slots;
}
