// All labels, as blocks: looked up by id, found by code, searched by name and kind.

import type { Label } from "../../client/client.ts";
import { searchIds } from "./pet-columns.ts";
import { foldedCode, foldedWords } from "./fold.ts";
import { findCode, labelAt, type LabelBlock, markHits } from "./label-block.ts";

/** A column that pets can be sorted by. */
export type LabelColumn = "name" | "kind";

/** For each label its place in the order of a column; equal texts have the same. */
export type LabelRanks = Readonly<Record<LabelColumn, Int32Array<ArrayBuffer>>>;

const NO_RANKS: LabelRanks = { name: new Int32Array(), kind: new Int32Array() };

export class LabelTable {
  static readonly EMPTY = new LabelTable([], NO_RANKS);

  /** Labels that are only looked up: nothing is sorted by them. */
  static unranked(blocks: readonly LabelBlock[]): LabelTable {
    return new LabelTable(blocks, NO_RANKS);
  }

  /** Ascending. */
  readonly ids: BigInt64Array;
  readonly blocks: readonly LabelBlock[];
  readonly #ranks: LabelRanks;
  /** Where each block starts, and the end. */
  readonly #starts: Uint32Array;
  /** The block that was looked up last: most look-ups ascend. */
  #at = 0;

  constructor(blocks: readonly LabelBlock[], ranks: LabelRanks) {
    this.blocks = blocks;
    this.#ranks = ranks;
    this.#starts = new Uint32Array(blocks.length + 1);
    blocks.forEach(({ ids }, at) => (this.#starts[at + 1] = this.#starts[at]! + ids.length));
    this.ids = new BigInt64Array(this.#starts[blocks.length]!);
    blocks.forEach(({ ids }, at) => this.ids.set(ids, this.#starts[at]));
  }

  get size(): number {
    return this.ids.length;
  }

  /** The index of the pet's label; negative if it has none. */
  indexOf(petId: bigint): number {
    return searchIds(this.ids, this.ids.length, petId);
  }

  label(index: number): Label {
    const block = this.blockOf(index);
    return labelAt(this.blocks[block]!, index - this.startOf(block));
  }

  /** -1: none. */
  low(index: number): number {
    const block = this.blockOf(index);
    return this.blocks[block]!.lows[index - this.startOf(block)]!;
  }

  /** The place of the label's block. */
  blockOf(index: number): number {
    const starts = this.#starts;
    if (index >= starts[this.#at]! && index < starts[this.#at + 1]!) return this.#at;
    let [low, high] = [0, this.blocks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (starts[middle]! <= index) low = middle;
      else high = middle - 1;
    }
    return (this.#at = low);
  }

  /** The index of a block's first label. */
  startOf(block: number): number {
    return this.#starts[block]!;
  }

  rank(index: number, column: LabelColumn): number {
    return this.#ranks[column][index]!;
  }

  /** The pets with exactly this code, ascending. */
  *withCode(code: string): Generator<bigint, void, undefined> {
    for (const block of this.blocks) {
      const at = findCode(block, code);
      if (at !== undefined) yield block.ids[at]!;
    }
  }
}

/** A word of a search: found at the start of a word of name or kind, or at the start of the code. */
export class LabelWord {
  readonly #needles: readonly string[];
  readonly #codeNeedle: string;
  /** By block, as far as they were needed. */
  readonly #hits: Uint8Array[] = [];
  readonly #labels: LabelTable;

  constructor(word: string, labels: LabelTable) {
    this.#needles = foldedWords(word).map((each) => ` ${each}`);
    this.#codeNeedle = `\t${foldedCode(word)}`;
    this.#labels = labels;
  }

  /** `index`: of a label. */
  isIn(index: number): boolean {
    const labels = this.#labels;
    const at = labels.blockOf(index);
    const hits = (this.#hits[at] ??= this.#hitsIn(labels.blocks[at]!));
    return hits[index - labels.startOf(at)] === 1;
  }

  /** A word such as `o'brien` is several words of a name: all of them must be found. */
  #hitsIn(block: LabelBlock): Uint8Array {
    const hits = new Uint8Array(block.ids.length);
    const [first, ...others] = this.#needles;
    if (first !== undefined) markHits(block, first, hits);
    for (const needle of others) {
      const more = new Uint8Array(hits.length);
      markHits(block, needle, more);
      for (let at = 0; at < hits.length; at += 1) hits[at]! &= more[at]!;
    }
    markHits(block, this.#codeNeedle, hits);
    return hits;
  }
}
