// The difference between a position and a later one, as JSON and as a server-sent event. Made once, and shared by all streams and
// requests that stand at the same position.

import type { ActorPets } from "../inventory/actors.ts";
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

  private constructor(position: Position, event: Uint8Array<ArrayBuffer>, jsonStart: number) {
    this.position = position;
    this.event = event;
    this.#jsonStart = jsonStart;
  }

  static of(position: Position, changes: ChangesText): Difference {
    const start = eventStart(positionTag(position));
    const tag = JSON.stringify(positionTag(position));
    const members = MEMBERS.map((member) => `"${member}":[${changes[member].join(",")}]`);
    const json = `{"position":${tag},${members.join(",")}}`;
    return new Difference(position, encoder.encode(`${start}${json}${EVENT_END}`), start.length);
  }

  /** The same with one more member, `actors`. */
  withActors(actors: readonly ActorPets[]): Difference {
    const more = encoder.encode(`,"actors":[${actors.map(actorJson).join(",")}]}${EVENT_END}`);
    const before = this.event.subarray(0, this.event.length - `}${EVENT_END}`.length);
    const event = new Uint8Array(before.length + more.length);
    event.set(before);
    event.set(more, before.length);
    return new Difference(this.position, event, this.#jsonStart);
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

function actorJson({ actor, keyId, petIds }: ActorPets): string {
  return `{"actor":${JSON.stringify(actor)},"keyId":${JSON.stringify(keyId)},"petIds":[${petIds.join(",")}]}`;
}

function textsOf(elements: readonly string[]): readonly string[] {
  return elements.length === 0 ? [] : [elements.join(",")];
}

const encoder = new TextEncoder();
