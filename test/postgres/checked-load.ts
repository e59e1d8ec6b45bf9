// A load on several services that detects stale lists and lost updates: each reader knows which updates were acknowledged
// before its request, and each update is recorded with its answer.

import type { Answer, TestService } from "../support/service.ts";
import type { Fleet } from "./fleet.ts";

interface Item {
  readonly petId: number;
  readonly quantity: number;
}

export interface CheckedLoadOptions {
  readonly fleet: Fleet;
  readonly key: string;
  /** Pets 1 to this number, which the writers share among them. */
  readonly pets: number;
  /** The pets after those, which only imports change, all of them to one quantity. */
  readonly imported?: number;
  /** How many updates each writer makes; if absent, writers run until `stop`, and the database may be unavailable meanwhile. */
  readonly updatesEach?: number;
}

/** The update's outcome by its answer: applied, not applied, or unknown. */
export type UpdateOutcome = "acknowledged" | "refused" | "unknown";

/** A list from one service. Its tag is valid on every other service. */
interface Known {
  readonly tag: string;
  readonly items: readonly Item[];
}

/** The pause of a client after a refusal with Retry-After. */
const PAUSE_MS = 20;

export class CheckedLoad {
  /** By request id. */
  readonly updates = new Map<string, UpdateOutcome>();
  writes = 0;
  lists = 0;
  notModified = 0;
  imports = 0;
  /** Updates and lists that were answered 503, which is expected only if the database may be unavailable. */
  refused = 0;
  /** Descriptions of lists that lacked an update acknowledged before their request. */
  readonly stale: string[] = [];
  /** Unexpected answers. */
  readonly surprises: string[] = [];
  readonly #options: CheckedLoadOptions & { readonly imported: number; readonly updatesEach: number };
  readonly #mayGoAway: boolean;
  /** By pet, the newest quantity that was sent, and the newest that was acknowledged. A pet's quantity only grows. */
  readonly #sent: number[];
  readonly #acknowledged: number[];
  /** The newest revision of all lists so far: a later list on any server shows no older one. */
  #seen = 0;
  #importedTo = 0;
  #stopped = false;
  #writing = true;

  constructor(options: CheckedLoadOptions) {
    this.#mayGoAway = options.updatesEach === undefined;
    this.#options = { imported: 0, updatesEach: Number.POSITIVE_INFINITY, ...options };
    this.#sent = Array.from({ length: options.pets + 1 }, () => 0);
    this.#acknowledged = [...this.#sent];
  }

  /** Resolves when all writers are done, and every reader's last list is read. */
  async run({ writers, readers }: { writers: number; readers: number }): Promise<void> {
    const reading = Array.from({ length: readers }, () => this.#read());
    const writing = Array.from({ length: writers }, (_, index) => this.#write(index, writers));
    await Promise.all([...writing, this.#import()]);
    this.#writing = false;
    await Promise.all(reading);
  }

  stop(): void {
    this.#stopped = true;
  }

  async #write(index: number, writers: number): Promise<void> {
    const { fleet, pets, updatesEach } = this.#options;
    const own = Array.from({ length: pets }, (_, i) => i + 1).filter((petId) => petId % writers === index);
    for (let count = 0; count < updatesEach && !this.#stopped; count++) {
      await this.#update(own[Math.floor(fleet.random() * own.length)] as number);
    }
  }

  async #update(petId: number): Promise<void> {
    const { fleet, key } = this.#options;
    const quantity = (this.#sent[petId] ?? 0) + 1;
    this.#sent[petId] = quantity;
    const requestId = `update-${petId}-${quantity}`;
    const answer = await fleet.any.update(key, petId, quantity, { "X-Request-Id": requestId });
    if (answer.status === 200) {
      this.#acknowledged[petId] = quantity;
      this.updates.set(requestId, "acknowledged");
      this.writes += 1;
    } else {
      this.updates.set(requestId, answer.code === "outcome_unknown" ? "unknown" : "refused");
      await this.#failed(answer);
    }
  }

  async #failed({ status, code, text }: Answer): Promise<void> {
    if (!this.#mayGoAway || status !== 503) this.surprises.push(`${status} ${code}: ${text}`);
    this.refused += 1;
    await Bun.sleep(PAUSE_MS);
  }

  /** Imports during the load, by a command in its own process. */
  async #import(): Promise<void> {
    const { fleet, pets, imported, updatesEach } = this.#options;
    if (imported === 0) return;
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
    const least = { acknowledged: [...this.#acknowledged], importedTo: this.#importedTo, seen: this.#seen };
    const answer = await service.list(this.#options.key, { "If-None-Match": known.tag });
    if (answer.status !== 200 && answer.status !== 304) {
      await this.#failed(answer);
      return known;
    }
    const now = listOf(answer, known);
    const revision = Number(/^W\/"(\d+)-/.exec(now.tag)?.[1]);
    this.lists += 1;
    if (answer.status === 304) this.notModified += 1;
    if (revision < least.seen) this.stale.push(`revision ${revision} after ${least.seen}`);
    this.#seen = Math.max(this.#seen, revision);
    this.#compare(now.items, least);
    return now;
  }

  #compare(
    items: readonly Item[],
    least: { readonly acknowledged: readonly number[]; readonly importedTo: number },
  ): void {
    const { pets, imported } = this.#options;
    const updated = items.filter(({ petId }) => petId <= pets);
    if (updated.length !== pets || items.length !== pets + imported) this.stale.push(`${items.length} pets`);
    for (const { petId, quantity } of updated) {
      const known = least.acknowledged[petId] ?? 0;
      if (quantity < known) this.stale.push(`${petId}: ${quantity} after ${known}`);
    }
    if (imported === 0) return;
    const quantities = new Set(items.filter(({ petId }) => petId > pets).map(({ quantity }) => quantity));
    const [quantity = 0] = quantities;
    // A list shows all rows of an import or none.
    if (quantities.size !== 1 || quantity < least.importedTo) {
      this.stale.push(`imported to ${[...quantities]} after ${least.importedTo}`);
    }
  }
}

function listOf({ status, headers, text }: Answer, known: Known): Known {
  if (status === 304) return known;
  return { tag: headers.get("ETag") ?? "", items: JSON.parse(text) };
}
