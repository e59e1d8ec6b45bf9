// Which pets have become low between two positions: those that are low at the end, and were not at some time before. A fold over the
// movements in their order, so that a pet that recovered in between is found again.

import type { PetStatus, Stock } from "./item.ts";
import type { LabelMembers } from "./label.ts";
import { isLow } from "./low-stock.ts";
import type { Movement } from "./movement.ts";

/** A pet that became low, and by which low quantity. */
export interface LowStock {
  readonly petId: bigint;
  readonly quantity: number;
  readonly status: PetStatus;
  readonly low: number;
}

/** With what people call it. */
export type LowPet = LowStock & Omit<LabelMembers, "low">;

type Step = Pick<Movement, "petId" | "before" | "after" | "label">;

/** One pet's way from the first position to the last. */
interface Path {
  stock: Stock | null;
  /** Undefined until a change of the label tells it. */
  low: number | null | undefined;
  /** It was not low at some time before. */
  wasFine: boolean;
  /** The largest quantity of the time in which the low quantity is not known; without a stock, or sold, it is never low. */
  unjudgedMax: number;
}

export class BecameLow {
  readonly #paths = new Map<bigint, Path>();

  /** A movement of the window, in the ledger's order. */
  add({ petId, before, after, label }: Step): void {
    let path = this.#paths.get(petId);
    if (path === undefined) {
      path = { stock: before, low: undefined, wasFine: false, unjudgedMax: maxOf(before) };
      this.#paths.set(petId, path);
    }
    if (label !== undefined) {
      judge(path, label.before?.low ?? null);
      path.low = label.after?.low ?? null;
    }
    path.stock = after;
    if (path.low === undefined) path.unjudgedMax = Math.max(path.unjudgedMax, maxOf(after));
    else path.wasFine ||= !isLowStock(after, path.low);
  }

  /** A movement after the window: the first change of a label tells what it was in the window. */
  addLater({ petId, label }: Step): void {
    const path = this.#paths.get(petId);
    if (path !== undefined && label !== undefined) judge(path, label.before?.low ?? null);
  }

  /** Pets of which only the label as it is now tells whether they are low. */
  unjudged(): bigint[] {
    return [...this.#paths]
      .filter(([, { low, stock }]) => low === undefined && stock !== null)
      .map(([id]) => id);
  }

  /** `lowNow`: the low quantities of the labels of `unjudged()`. */
  result(lowNow: ReadonlyMap<bigint, number | null>): LowStock[] {
    const found: LowStock[] = [];
    for (const [petId, path] of this.#paths) {
      judge(path, lowNow.get(petId) ?? null);
      const { stock, low, wasFine } = path;
      if (wasFine && stock !== null && typeof low === "number" && isLowStock(stock, low))
        found.push({ petId, ...stock, low });
    }
    return found;
  }
}

/** Tells the low quantity of the time before, if it is not known. */
function judge(path: Path, low: number | null): void {
  if (path.low !== undefined) return;
  path.low = low;
  path.wasFine ||= low === null || path.unjudgedMax > low;
}

function maxOf(stock: Stock | null): number {
  return stock === null || stock.status === "sold" ? Number.POSITIVE_INFINITY : stock.quantity;
}

function isLowStock(stock: Stock | null, low: number | null): boolean {
  return stock !== null && isLow(stock.quantity, stock.status, low);
}
