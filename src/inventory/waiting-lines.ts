// The queue of a group: a line for each API key, first in, first out. The lines take turns, so that a key that sends much delays
// another key's change by one turn, not by all that it sends.

/** Something that waits. */
export interface Waits {
  /** The line that it waits in: the id of an API key; commands share one. */
  readonly line: string | null;
  /** How many changes it counts as. */
  readonly size: number;
}

interface Line<Each> {
  readonly waiting: Each[];
  /** The sizes of all that wait. */
  size: number;
}

export class WaitingLines<Each extends Waits> {
  /** Lines that are not empty. The first one has the next turn. */
  readonly #lines = new Map<string | null, Line<Each>>();
  #length = 0;
  #size = 0;

  /** How many wait. */
  get length(): number {
    return this.#length;
  }

  /** The sizes of all that wait. */
  get size(): number {
    return this.#size;
  }

  /** The sizes of all that wait in one line. */
  sizeOf(line: string | null): number {
    return this.#lines.get(line)?.size ?? 0;
  }

  add(each: Each): void {
    const line = this.#lines.get(each.line);
    if (line === undefined) this.#lines.set(each.line, { waiting: [each], size: each.size });
    else {
      line.waiting.push(each);
      line.size += each.size;
    }
    this.#length += 1;
    this.#size += each.size;
  }

  /**
   * Takes what waits, up to a total size, and at least one. A line whose next one does not fit gives none of its own, and has the
   * first turn of the next group.
   */
  take(sizeMax: number): Each[] {
    const taken = this.#lines.size === 1 ? this.#takeOfOne(sizeMax) : this.#takeInTurns(sizeMax);
    this.#length -= taken.length;
    for (const { size } of taken) this.#size -= size;
    return taken;
  }

  /** The usual case, without turns. */
  #takeOfOne(sizeMax: number): Each[] {
    const [[name, line]] = this.#lines as unknown as [[string | null, Line<Each>]];
    let size = 0;
    const end = line.waiting.findIndex((each) => (size += each.size) > sizeMax);
    if (end === -1) {
      this.#lines.delete(name);
      return line.waiting;
    }
    const taken = line.waiting.splice(0, Math.max(1, end));
    for (const each of taken) line.size -= each.size;
    if (line.waiting.length === 0) this.#lines.delete(name);
    return taken;
  }

  #takeInTurns(sizeMax: number): Each[] {
    const turns = [...this.#lines].map(([name, line]) => ({ name, line, next: 0 }));
    const taken: Each[] = [];
    let room = sizeMax;
    let open = turns;
    while (open.length > 0) {
      // Those that have more, and whose next one may still fit.
      const goOn: typeof turns = [];
      for (const turn of open) {
        const each = turn.line.waiting[turn.next];
        if (each === undefined || (each.size > room && taken.length > 0)) continue;
        turn.next += 1;
        room -= each.size;
        taken.push(each);
        goOn.push(turn);
      }
      open = goOn;
    }
    for (const turn of turns) this.#remove(turn);
    return taken;
  }

  /** Removes what a line has given; a line that has given has its next turn after those that have not. */
  #remove({ name, line, next }: { name: string | null; line: Line<Each>; next: number }): void {
    if (next === 0) return;
    this.#lines.delete(name);
    for (const { size } of line.waiting.splice(0, next)) line.size -= size;
    if (line.waiting.length > 0) this.#lines.set(name, line);
  }
}
