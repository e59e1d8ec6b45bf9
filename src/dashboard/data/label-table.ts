// All labels, as blocks: looked up by id, found by code, searched by name and kind.

import type { Label } from "../../client/client.ts";
import { searchIds } from "./pet-columns.ts";
import { foldedCode, foldedWords } from "./fold.ts";
import { BLOCK_LABELS, findCode, labelAt, type LabelBlock, markHits } from "./label-block.ts";

/** A column that pets can be sorted by. */
type LabelColumn = "name" | "kind";

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

  constructor(blocks: readonly LabelBlock[], ranks: LabelRanks) {
    this.blocks = blocks;
    this.#ranks = ranks;
    this.ids = new BigInt64Array(blocks.reduce((sum, { ids }) => sum + ids.length, 0));
    blocks.forEach(({ ids }, at) => this.ids.set(ids, at * BLOCK_LABELS));
  }

  get size(): number {
    return this.ids.length;
  }

  /** The index of the pet's label; negative if it has none. */
  indexOf(petId: bigint): number {
    return searchIds(this.ids, this.ids.length, petId);
  }

  label(index: number): Label {
    return labelAt(this.blocks[Math.floor(index / BLOCK_LABELS)]!, index % BLOCK_LABELS);
  }

  /** -1: none. */
  low(index: number): number {
    return this.blocks[Math.floor(index / BLOCK_LABELS)]!.lows[index % BLOCK_LABELS]!;
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
  readonly #blocks: readonly LabelBlock[];

  constructor(word: string, blocks: readonly LabelBlock[]) {
    this.#needles = foldedWords(word).map((each) => ` ${each}`);
    this.#codeNeedle = `\t${foldedCode(word)}`;
    this.#blocks = blocks;
  }

  /** `index`: of a label. */
  isIn(index: number): boolean {
    const at = Math.floor(index / BLOCK_LABELS);
    return (this.#hits[at] ??= this.#hitsIn(this.#blocks[at]!))[index % BLOCK_LABELS] === 1;
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
