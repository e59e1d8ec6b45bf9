// A load on several services that finds stale lists: every reader knows what was acknowledged before it asked.

import type { Answer, TestService } from "../support/service.ts";
import type { Fleet } from "./fleet.ts";

interface Item {
  readonly petId: number;
  readonly quantity: number;
}

export interface FreshListsOptions {
  readonly fleet: Fleet;
  readonly key: string;
  /** Pets 1 to this number, which the writers share among them. */
  readonly pets: number;
  /** The pets after those, which only imports change, all of them to one quantity. */
  readonly imported: number;
  readonly updatesEach: number;
}

/** A list as one service gave it. A tag is as good at every other service. */
interface Known {
  readonly tag: string;
  readonly items: readonly Item[];
}

export class FreshLists {
  writes = 0;
  lists = 0;
  notModified = 0;
  imports = 0;
  /** Lists that lacked what was known before they were asked for, in words. */
  readonly stale: string[] = [];
  /** Answers that nobody expects here. */
  readonly surprises: string[] = [];
  readonly #options: FreshListsOptions;
  /** By pet, the newest quantity that a 200 acknowledged. A pet's quantity only grows. */
  readonly #acknowledged: number[];
  /** The newest revision that any list showed: time does not run backwards from one server to another. */
  #seen = 0;
  #importedTo = 0;
  #writing = true;

  constructor(options: FreshListsOptions) {
    this.#options = options;
    this.#acknowledged = Array.from({ length: options.pets + 1 }, () => 0);
  }

  /** Resolves when all writers are done, and every reader's last list is read. */
  async run({ writers, readers }: { writers: number; readers: number }): Promise<void> {
    const reading = Array.from({ length: readers }, () => this.#read());
    const writing = Array.from({ length: writers }, (_, index) => this.#write(index, writers));
    await Promise.all([...writing, this.#import()]);
    this.#writing = false;
    await Promise.all(reading);
  }

  async #write(index: number, writers: number): Promise<void> {
    const { fleet, key, pets, updatesEach } = this.#options;
    const own = Array.from({ length: pets }, (_, i) => i + 1).filter((petId) => petId % writers === index);
    for (let count = 0; count < updatesEach; count++) {
      const petId = own[Math.floor(fleet.random() * own.length)] as number;
      const quantity = (this.#acknowledged[petId] ?? 0) + 1;
      const { status, text } = await fleet.any.update(key, petId, quantity);
      if (status !== 200) {
        this.surprises.push(`update of ${petId}: ${status} ${text}`);
        continue;
      }
      this.#acknowledged[petId] = quantity;
      this.writes += 1;
    }
  }

  /** In the midst of the load, by a process of its own. */
  async #import(): Promise<void> {
    const { fleet, pets, imported, updatesEach } = this.#options;
    for (let count = 1; count <= Math.ceil(updatesEach / 50); count++) {
      await fleet.importRows(
        Array.from({ length: imported }, (_, i) => `${pets + 1 + i},${count},available`),
      );
      this.#importedTo = count;
      this.imports += 1;
    }
  }

  async #read(): Promise<void> {
    let known: Known = { tag: 'W/"none"', items: [] };
    while (this.#writing) known = await this.#list(this.#options.fleet.any, known);
  }

  async #list(service: TestService, known: Known): Promise<Known> {
    const least = [...this.#acknowledged];
    const [leastSeen, leastImported] = [this.#seen, this.#importedTo];
    const answer = await service.list(this.#options.key, { "If-None-Match": known.tag });
    if (answer.status !== 200 && answer.status !== 304) {
      this.surprises.push(`list: ${answer.status} ${answer.text}`);
      return known;
    }
    const now = listOf(answer, known);
    const revision = Number(/^W\/"(\d+)-/.exec(now.tag)?.[1]);
    this.lists += 1;
    if (answer.status === 304) this.notModified += 1;
    if (revision < leastSeen) this.stale.push(`revision ${revision} after ${leastSeen}`);
    this.#seen = Math.max(this.#seen, revision);
    this.#compare(now.items, { least, leastImported });
    return now;
  }

  #compare(
    items: readonly Item[],
    { least, leastImported }: { least: readonly number[]; leastImported: number },
  ): void {
    const { pets, imported } = this.#options;
    if (items.length !== pets + imported) this.stale.push(`${items.length} pets`);
    const quantities = new Set<number>();
    for (const { petId, quantity } of items) {
      if (petId > pets) quantities.add(quantity);
      else if (quantity < (least[petId] ?? 0)) this.stale.push(`${petId}: ${quantity} after ${least[petId]}`);
    }
    const [quantity = 0] = quantities;
    // All of an import's rows or none.
    if (quantities.size !== 1 || quantity < leastImported) {
      this.stale.push(`imported to ${[...quantities]} after ${leastImported}`);
    }
  }
}

function listOf({ status, headers, text }: Answer, known: Known): Known {
  if (status === 304) return known;
  return { tag: headers.get("ETag") ?? "", items: JSON.parse(text) };
}
