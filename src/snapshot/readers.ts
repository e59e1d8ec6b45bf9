// Accounts for the memory that slow readers of one list hold. A reader keeps the pages of its version alive; pages that newer ones
// have replaced exist only for such readers. The total of all lists is capped (reader-memory.ts).

import type { BodyPage } from "./paged-body.ts";
import { type HoldingReaders, ReaderMemory } from "./reader-memory.ts";

/** A response that is sending a version of the list. */
export interface Reader {
  readonly version: number;
  /** Called when the reader is cut off: must drop its references to pages. */
  readonly onCutOff: () => void;
  cutOff: boolean;
}

interface Held {
  readonly bytes: number;
  /** The first version that had the page. */
  readonly firstVersion: number;
}

interface VersionReaders {
  readonly readers: Set<Reader>;
  /** Superseded pages of which these readers are the newest: no reader of a newer version uses them. */
  readonly held: Held[];
}

export class Readers implements HoldingReaders {
  readonly #memory: ReaderMemory;
  /** By version number, ascending. */
  readonly #byVersion = new Map<number, VersionReaders>();
  readonly #firstVersionOf = new WeakMap<BodyPage, number>();
  #heldBytes = 0;

  constructor(memory = new ReaderMemory()) {
    this.#memory = memory;
    memory.add(this);
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  get count(): number {
    return this.#byVersion.values().reduce((sum, { readers }) => sum + readers.size, 0);
  }

  open(version: number, onCutOff: () => void): Reader {
    const reader: Reader = { version, onCutOff, cutOff: false };
    let group = this.#byVersion.get(version);
    if (group === undefined) {
      group = { readers: new Set(), held: [] };
      this.#byVersion.set(version, group);
    }
    group.readers.add(reader);
    return reader;
  }

  close(reader: Reader): void {
    const group = this.#byVersion.get(reader.version);
    if (!group?.readers.delete(reader) || group.readers.size > 0) return;
    this.#byVersion.delete(reader.version);
    for (const held of group.held) this.#reassign(held, reader.version);
  }

  /** Records which pages are new in a version, and which ones it no longer has. */
  replacePages(
    version: number,
    { appeared, replaced }: { appeared: readonly BodyPage[]; replaced: readonly BodyPage[] },
  ): void {
    for (const page of appeared) this.#firstVersionOf.set(page, version);
    let replacedBytes = 0;
    for (const page of replaced) {
      page.superseded = true;
      const bytes = page.bytes.length + (page.deflated?.length ?? 0);
      this.#heldBytes += bytes;
      replacedBytes += bytes;
      this.#reassign({ bytes, firstVersion: this.#firstVersionOf.get(page) ?? 0 }, version);
    }
    this.#memory.afterReplacing(replacedBytes);
  }

  cutOffOldest(): boolean {
    const [oldest] = this.#byVersion.values();
    for (const reader of oldest?.readers ?? []) {
      reader.cutOff = true;
      reader.onCutOff();
      this.close(reader);
    }
    return oldest !== undefined;
  }

  /** Assigns a page to the newest version before `end` that has readers and the page; without one, it is free. */
  #reassign(held: Held, end: number): void {
    const newest = [...this.#byVersion.keys()].findLast((version) => version < end);
    const group =
      newest !== undefined && newest >= held.firstVersion ? this.#byVersion.get(newest) : undefined;
    if (group === undefined) this.#heldBytes -= held.bytes;
    else group.held.push(held);
  }
}
