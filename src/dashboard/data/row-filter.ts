// Matches rows against a view's filters.

import { PET_STATUSES } from "../../contract/item-json.ts";
import type { PetColumns } from "./pet-columns.ts";
import { isLowRow } from "./attention.ts";
import { idContains, type IdMatch } from "./id-digits.ts";
import { LabelCursor } from "./label-cursor.ts";
import { type LabelTable, LabelWord } from "./label-table.ts";
import { quantityRange, type View } from "../state/view.ts";

interface Word {
  /** Undefined if the word cannot be part of an id. */
  readonly isInId: IdMatch | undefined;
  readonly inLabel: LabelWord;
}

export class RowFilter {
  readonly #columns: PetColumns;
  readonly #labels: LabelTable;
  readonly #words: readonly Word[];
  readonly #cursor: LabelCursor;
  readonly #quantityMin: number;
  readonly #quantityMax: number;
  readonly #isLowOnly: boolean;
  /** By the status's index. */
  readonly #isStatusWanted: readonly boolean[];

  constructor(columns: PetColumns, labels: LabelTable, view: View) {
    const { search, low, statuses } = view;
    const { min, max } = quantityRange(view);
    this.#columns = columns;
    this.#labels = labels;
    this.#words = wordsOf(search).map((word) => ({
      isInId: isPartOfId(word) ? idContains(withoutZeros(word)) : undefined,
      inLabel: new LabelWord(word, labels),
    }));
    this.#cursor = new LabelCursor(columns, labels);
    [this.#quantityMin, this.#quantityMax, this.#isLowOnly] = [min, max, low];
    this.#isStatusWanted = PET_STATUSES.map((each) => statuses.length === 0 || statuses.includes(each));
  }

  /** The label of the row; -1 if it has none. Quick for rows that are visited in order. */
  labelOf(row: number): number {
    return this.#cursor.labelOf(row);
  }

  isStatusWanted(status: number): boolean {
    return this.#isStatusWanted[status]!;
  }

  /** Whether the row, with this quantity and status, matches all filters except the status filter. */
  matchesExceptStatus(row: number, quantity: number, status: number): boolean {
    if (quantity < this.#quantityMin || quantity > this.#quantityMax) return false;
    if (this.#words.length === 0 && !this.#isLowOnly) return true;
    if (this.#isLowOnly) {
      const label = this.labelOf(row);
      if (label < 0 || !isLowRow(quantity, status, this.#labels.low(label))) return false;
    }
    for (const word of this.#words) if (!this.#isFound(word, row)) return false;
    return true;
  }

  #isFound({ isInId, inLabel }: Word, row: number): boolean {
    if (isInId?.(this.#columns.ids, row) === true) return true;
    const label = this.#labels.size === 0 ? -1 : this.labelOf(row);
    return label >= 0 && inLabel.isIn(label);
  }
}

function isPartOfId(word: string): boolean {
  return /^-?[0-9]{1,19}$|^-$/.test(withoutZeros(word));
}

/** Barcodes write ids with leading zeros. */
function withoutZeros(word: string): string {
  return word.replace(/^(-?)0+(?=[0-9])/, "$1");
}

/** `# 305` is `305`: people write a number sign before ids. */
function wordsOf(search: string): string[] {
  return search.replace(/^\s*#/, "").split(/\s+/).filter(Boolean);
}
