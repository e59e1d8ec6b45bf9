// A simple model of the inventory, a map and the expected list, to compare with the snapshot.

import { itemJson } from "../../src/contract/item-json.ts";
import type { InventoryItem } from "../../src/inventory/item.ts";
import type { Log } from "../../src/inventory/log.ts";
import type { ChangesSince, InventoryStore, OnChanges } from "../../src/inventory/store.ts";
import type { Position } from "../../src/inventory/position.ts";
import type { PageChange } from "../../src/snapshot/page.ts";
import type { ListVersion } from "../../src/snapshot/list-version.ts";
import type { Encoding } from "../../src/snapshot/encode.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

export class ModelInventory implements Pick<InventoryStore, "changesSince" | "readChanges" | "readAll"> {
  readonly items = new Map<bigint, InventoryItem>();
  /** The revision that last changed each pet, including removed pets. */
  readonly #changedAt = new Map<bigint, number>();
  revision = 0;

  get position(): Position {
    return positionOf(this.revision);
  }

  get ids(): readonly bigint[] {
    return [...this.items.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  }

  /** The expected body of listInventory. */
  get text(): string {
    return `[${this.ids.map((id) => itemJson(this.items.get(id) as InventoryItem)).join(",")}]`;
  }

  apply(changes: readonly PageChange[]): void {
    this.revision += 1;
    for (const { petId, item } of changes) {
      this.#changedAt.set(petId, this.revision);
      if (item === undefined) this.items.delete(petId);
      else this.items.set(petId, item);
    }
  }

  async changesSince({ revision }: Position): Promise<ChangesSince> {
    const changed = [...this.#changedAt].filter(([, at]) => at > revision).map(([id]) => id);
    return {
      position: this.position,
      items: changed.flatMap((id) => this.items.get(id) ?? []),
      removed: changed.filter((id) => !this.items.has(id)),
    };
  }

  async readChanges(known: Position, onChanges: OnChanges): Promise<Position | "reload"> {
    const { position, items, removed } = await ModelInventory.prototype.changesSince.call(this, known);
    // Pages of another size than that of the snapshot's steps, the last items first.
    for (let end = items.length; end > 0; end -= 300)
      await onChanges({ items: items.slice(Math.max(0, end - 300), end), removed: [] });
    await onChanges({ items: [], removed });
    return position;
  }

  async readAll(onPage: (items: readonly InventoryItem[]) => void | Promise<void>): Promise<Position> {
    const { position } = this;
    const items = this.ids.map((id) => this.items.get(id) as InventoryItem);
    // Batches of another size than the snapshot's pages.
    for (let at = 0; at < items.length; at += 700) await onPage(items.slice(at, at + 700));
    return position;
  }
}

/** A position with a nonce that differs for each revision. */
export function positionOf(revision: number): Position {
  return { revision, nonce: revision.toString(16).padStart(16, "0") };
}

export function itemOf(petId: bigint, quantity: number): InventoryItem {
  return { petId, quantity, status: quantity % 2 === 0 ? "available" : "sold" };
}

/** The whole body, whether it is one piece or a stream. */
export async function bytesOf(
  snapshot: Snapshot,
  version: ListVersion,
  encoding: Encoding,
): Promise<Uint8Array> {
  const body = snapshot.body(version, encoding);
  if ("bytes" in body) return body.bytes;
  return Buffer.concat(await Array.fromAsync(body));
}
