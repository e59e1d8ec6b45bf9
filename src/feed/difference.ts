// The difference between a position and a later one, as JSON and as a server-sent event. Made once, and shared by all streams and
// requests that stand at the same position.

import { itemJson } from "../contract/item-json.ts";
import { toJson } from "../contract/json.ts";
import { positionTag } from "../contract/position-tag.ts";
import type { Position } from "../inventory/position.ts";
import type { Changes } from "../inventory/store.ts";
import { EVENT_END, eventStart } from "./event.ts";

export class Difference {
  /** The later position. */
  readonly position: Position;
  /** One event of a stream: `id` is the position, `data` the JSON. */
  readonly event: Uint8Array<ArrayBuffer>;
  readonly #jsonStart: number;

  constructor(position: Position, changes: ChangesText) {
    this.position = position;
    const start = eventStart(positionTag(position));
    this.#jsonStart = start.length;
    const tag = JSON.stringify(positionTag(position));
    const members = MEMBERS.map((member) => `"${member}":[${changes[member].join(",")}]`);
    const json = `{"position":${tag},${members.join(",")}}`;
    this.event = encoder.encode(`${start}${json}${EVENT_END}`);
  }

  /** `{"position":"W/\"42-1f0c9be2a7d34c55\"","items":[…],"removed":[…],"labels":[…],"unlabeled":[…]}` */
  get json(): Uint8Array<ArrayBuffer> {
    return this.event.subarray(this.#jsonStart, this.event.length - EVENT_END.length);
  }
}

/** JSON of one page of changes: text for text, so that nothing but text is kept until all pages are read. */
export type ChangesText = Readonly<Record<(typeof MEMBERS)[number], readonly string[]>>;

const MEMBERS = ["items", "removed", "labels", "unlabeled"] as const;

/** The elements of each member are joined, each page to one text. */
export function textOf({ items, removed, relabelled }: Changes): ChangesText {
  return {
    items: textsOf(items.map(itemJson)),
    removed: textsOf(removed.map(String)),
    labels: textsOf(relabelled?.labels.map(toJson) ?? []),
    unlabeled: textsOf(relabelled?.unlabeled.map(String) ?? []),
  };
}

function textsOf(elements: readonly string[]): readonly string[] {
  return elements.length === 0 ? [] : [elements.join(",")];
}

const encoder = new TextEncoder();
