// Ranks labels by name and by kind, so that pets can be sorted by them as quickly as by a number. In steps: a million names take
// seconds.

import { fold } from "./fold.ts";
import type { LabelBlock } from "./label-block.ts";
import { type LabelRanks, LabelTable } from "./label-table.ts";
import type { Steps } from "./slices.ts";

/** So many texts are sorted, or merged, in less than a millisecond. */
const RUN = 256;

export function* rankLabels(blocks: readonly LabelBlock[]): Steps<LabelRanks> {
  const table = LabelTable.unranked(blocks);
  const names: string[] = [];
  const kinds: string[] = [];
  for (let index = 0; index < table.size; index += 1) {
    const { name, kind } = table.label(index);
    names.push(fold(name ?? ""));
    kinds.push(fold(kind ?? ""));
    if (index % RUN === 0) yield;
  }
  return { name: yield* ranksOf(names), kind: yield* ranksOf(kinds) };
}

/** Texts that are absent come last. */
function* ranksOf(texts: readonly string[]): Steps<Int32Array<ArrayBuffer>> {
  const order = yield* sortedIndexes(texts);
  const ranks = new Int32Array(texts.length);
  let rank = -1;
  let last: string | undefined;
  for (let at = 0; at < order.length; at += 1) {
    const index = order[at]!;
    if (texts[index] !== last && texts[index] !== "") rank += 1;
    last = texts[index];
    ranks[index] = last === "" ? texts.length : rank;
    if (at % STEP === 0) yield;
  }
  return ranks;
}

const STEP = 4096;

/** Bottom-up merge sort. */
function* sortedIndexes(texts: readonly string[]): Steps<Int32Array> {
  const compare = (a: number, b: number): number =>
    texts[a]! < texts[b]! ? -1 : Number(texts[a] !== texts[b]);
  let from = Int32Array.from(texts, (_, index) => index);
  let to = new Int32Array(texts.length);
  for (let start = 0; start < from.length; start += RUN) {
    from.subarray(start, start + RUN).sort(compare);
    yield;
  }
  for (let width = RUN; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length);
      const end = Math.min(start + 2 * width, from.length);
      let [left, right] = [start, middle];
      for (let at = start; at < end; at += 1) {
        const isLeft = left < middle && (right >= end || texts[from[left]!]! <= texts[from[right]!]!);
        to[at] = isLeft ? from[left++]! : from[right++]!;
        if (at % STEP === 0) yield;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}
