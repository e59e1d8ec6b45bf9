// Puts changed labels into a table, which stays as it was. In steps, and without a new look at the others: of a million labels, a
// change rebuilds a few hundred.

import type { Label } from "../../client/client.ts";
import { fold } from "./fold.ts";
import { type LabelBlock, labelAt, labelBlock } from "./label-block.ts";
import { type LabelColumn, LabelTable } from "./label-table.ts";
import type { Steps } from "./slices.ts";

/** A label that is known to be of this pet; undefined: it has none. */
export type ChangedLabels = ReadonlyMap<bigint, Label | undefined>;

/** Labels of a block that is rebuilt: smaller than those that are read, so that the next change rebuilds fewer. */
const REBUILT_LABELS = 512;
/** Labels that are visited between two steps. */
const STEP = 4096;

export function* mergeLabels(before: LabelTable, changes: ChangedLabels): Steps<LabelTable> {
  const { blocks, origins } = yield* mergedBlocks(before, changes);
  const after = LabelTable.unranked(blocks);
  const merge = { before, after, origins };
  const name = yield* mergedRanks(merge, "name");
  return new LabelTable(blocks, { name, kind: yield* mergedRanks(merge, "kind") });
}

interface MergedBlocks {
  readonly blocks: readonly LabelBlock[];
  /** For each label its index before; -1 if it is new or has changed. */
  readonly origins: Int32Array;
}

function* mergedBlocks(before: LabelTable, changes: ChangedLabels): Steps<MergedBlocks> {
  const sorted = [...changes].sort(([a], [b]) => (a < b ? -1 : 1));
  const blocks: LabelBlock[] = [];
  const origins = new Int32Array(before.size + sorted.length);
  let [size, next] = [0, 0];
  for (let at = 0; at < Math.max(before.blocks.length, 1); at += 1) {
    const block = before.blocks[at];
    const start = before.startOf(at);
    const from = next;
    next = endOf(sorted, from, before.blocks[at + 1]?.ids[0]);
    if (next === from) {
      if (block === undefined) continue;
      blocks.push(block);
      for (let label = 0; label < block.ids.length; label += 1) origins[size++] = start + label;
      yield;
      continue;
    }
    const merged = [...mergedLabels(block, sorted.slice(from, next))];
    yield;
    for (const { origin } of merged) origins[size++] = origin < 0 ? -1 : start + origin;
    for (let first = 0; first < merged.length; first += REBUILT_LABELS) {
      blocks.push(labelBlock(merged.slice(first, first + REBUILT_LABELS).map(({ label }) => label)));
      yield;
    }
  }
  return { blocks, origins: origins.subarray(0, size) };
}

/** The first change that is not below the id; undefined: the end. */
function endOf(
  changes: readonly (readonly [bigint, unknown])[],
  from: number,
  id: bigint | undefined,
): number {
  if (id === undefined) return changes.length;
  let end = from;
  while (end < changes.length && changes[end]![0] < id) end += 1;
  return end;
}

interface MergedLabel {
  readonly label: Label;
  /** Its place in the block before; -1 if it is new or has changed. */
  readonly origin: number;
}

function* mergedLabels(
  block: LabelBlock | undefined,
  changes: readonly (readonly [bigint, Label | undefined])[],
): Generator<MergedLabel, void, undefined> {
  const ids = block?.ids ?? new BigInt64Array();
  let next = 0;
  for (let at = 0; at < ids.length; at += 1) {
    for (; next < changes.length && changes[next]![0] < ids[at]!; next += 1)
      yield* changed(changes[next]![1]);
    if (changes[next]?.[0] === ids[at]) yield* changed(changes[next++]![1]);
    else yield { label: labelAt(block!, at), origin: at };
  }
  for (; next < changes.length; next += 1) yield* changed(changes[next]![1]);
}

function changed(label: Label | undefined): readonly MergedLabel[] {
  return label === undefined ? [] : [{ label, origin: -1 }];
}

interface Merge {
  readonly before: LabelTable;
  /** Without ranks. */
  readonly after: LabelTable;
  readonly origins: Int32Array;
}

/** Ranks as `rankLabels` gives them. Texts that have stayed keep their order; only those of changed labels are compared. */
function* mergedRanks(merge: Merge, column: LabelColumn): Steps<Int32Array<ArrayBuffer>> {
  const { before, after, origins } = merge;
  const known = yield* knownTexts(merge, column);
  const textOf = (index: number): string => fold(after.label(index)[column] ?? "");
  const texts = new Map<number, string>();
  const ranks = new Int32Array(after.size);
  for (let index = 0; index < ranks.length; index += 1) {
    if (origins[index]! < 0) texts.set(index, textOf(index));
    if (index % STEP === 0) yield;
  }
  const { rankOfKnown, rankOfText } = yield* newRanks(known.labels, new Set(texts.values()), textOf);
  const rankOf = (index: number): number | undefined => {
    const origin = origins[index]!;
    if (origin < 0) return rankOfText.get(texts.get(index)!);
    return rankOfKnown[known.places[before.rank(origin, column)] ?? -1];
  };
  for (let index = 0; index < ranks.length; index += 1) {
    ranks[index] = rankOf(index) ?? after.size;
    if (index % STEP === 0) yield;
  }
  return ranks;
}

interface KnownTexts {
  /** A label with each text, in the order of the texts. */
  readonly labels: Int32Array;
  /** By rank before, the place in `labels`; a text that is absent has none. */
  readonly places: Int32Array;
}

function* knownTexts({ before, origins }: Merge, column: LabelColumn): Steps<KnownTexts> {
  const labels = new Int32Array(before.size).fill(-1);
  for (let index = 0; index < origins.length; index += 1) {
    const origin = origins[index]!;
    const rank = origin < 0 ? before.size : before.rank(origin, column);
    if (rank < before.size) labels[rank] = index;
    if (index % STEP === 0) yield;
  }
  const places = new Int32Array(before.size);
  let size = 0;
  for (let rank = 0; rank < labels.length; rank += 1) {
    places[rank] = size;
    if (labels[rank]! >= 0) labels[size++] = labels[rank]!;
    if (rank % STEP === 0) yield;
  }
  return { labels: labels.subarray(0, size), places };
}

interface NewRanks {
  readonly rankOfKnown: Int32Array;
  /** An empty text has none. */
  readonly rankOfText: ReadonlyMap<string, number>;
}

function* newRanks(
  known: Int32Array,
  texts: ReadonlySet<string>,
  textOf: (index: number) => string,
): Steps<NewRanks> {
  const rankOfKnown = new Int32Array(known.length);
  const rankOfText = new Map<string, number>();
  const added: number[] = [];
  for (const text of [...texts].filter(Boolean).sort((a, b) => (a < b ? -1 : 1))) {
    const at = placeOf(text, known, textOf);
    rankOfText.set(text, at + added.length);
    if (at === known.length || textOf(known[at]!) !== text) added.push(at);
    yield;
  }
  let passed = 0;
  for (let at = 0; at < rankOfKnown.length; at += 1) {
    while (passed < added.length && added[passed]! <= at) passed += 1;
    rankOfKnown[at] = at + passed;
    if (at % STEP === 0) yield;
  }
  return { rankOfKnown, rankOfText };
}

/** The first known text that is not before this one. */
function placeOf(text: string, known: Int32Array, textOf: (index: number) => string): number {
  let [low, high] = [0, known.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (textOf(known[middle]!) < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
