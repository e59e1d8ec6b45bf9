// Clients that change stock and labels at random, at several services at once, in every way that the Admin API has.

import type { Answer, TestService } from "../support/service.ts";

interface WritersOptions {
  readonly services: readonly TestService[];
  readonly key: string;
  readonly random: () => number;
}

/** Pets 1 to this number come and go. */
const PETS = 12;
/** Pets that are in no inventory: they have a label at most. */
const UNKNOWN_FROM = 100;
const UNKNOWN = 5;
/** A large import creates pets from here on. */
const MANY_FROM = 10_000;
/** What a change that meets another state may get. */
const REFUSALS = new Set([
  "invalid_changes",
  "insufficient_stock",
  "pet_not_found",
  "precondition_failed",
  "changed_since",
  "overloaded",
]);

const JSON_BODY = { "Content-Type": "application/json" };
const CSV_BODY = { "Content-Type": "text/csv" };

export class LabelWriters {
  readonly #options: WritersOptions;
  readonly #counts = { applied: 0, refused: 0 };
  #newest = 0;
  #large = 0;
  #value = 0;

  constructor(options: WritersOptions) {
    this.#options = options;
  }

  get words(): string {
    return `${this.#counts.applied} changes applied, ${this.#counts.refused} refused`;
  }

  async run({
    writers,
    calls,
    onCall,
  }: {
    writers: number;
    calls: number;
    onCall: () => void;
  }): Promise<void> {
    const one = async () => {
      for (let call = 0; call < calls; call++) {
        await this.#any();
        onCall();
      }
    };
    await Promise.all(Array.from({ length: writers }, one));
  }

  /** Renames pets until there are so many more revisions. */
  async renameOften(revisions: number): Promise<void> {
    const until = this.#newest + revisions;
    const one = async () => {
      while (this.#newest < until) await this.#apply([{ petId: this.#pet(), label: this.#label() }]);
    };
    await Promise.all(Array.from({ length: 8 }, one));
  }

  /** Creates so many pets with labels, in one revision. */
  async importMany(pets: number): Promise<void> {
    const rows = Array.from({ length: pets }, (_, i) => `${MANY_FROM + i},${i},sold,Pet ${i},cat,000${i},1`);
    this.#large = (await this.#import(rows)) ?? 0;
  }

  /** Takes the large import back. */
  async undoImport(): Promise<void> {
    await this.#undo(this.#large, true);
  }

  #any(): Promise<unknown> {
    const draw = this.#options.random();
    const petId = this.#pet();
    if (draw < 0.2) return this.#update(petId);
    if (draw < 0.4) return this.#apply([{ petId: this.#mayBe(), label: this.#label() }]);
    if (draw < 0.55)
      return this.#apply([
        { petId, by: 1, label: this.#label() },
        { petId: this.#mayBe(PETS), label: this.#label() },
      ]);
    if (draw < 0.65) return this.#apply([{ petId, remove: true, ...this.#maybe({ label: this.#label() }) }]);
    if (draw < 0.78) return this.#create(petId);
    if (draw < 0.9) return this.#undo(this.#newest - this.#below(6), this.#options.random() < 0.5);
    if (draw < 0.95) return this.#import(this.#rows());
    return this.#putLabels();
  }

  async #update(petId: number): Promise<void> {
    this.#judge(await this.#service.update(this.#options.key, petId, ++this.#value));
  }

  #create(petId: number): Promise<number | undefined> {
    const quantity = ++this.#value;
    return this.#apply([{ petId, create: true, quantity, ...this.#maybe({ label: this.#label() }) }]);
  }

  #apply(changes: readonly object[]): Promise<number | undefined> {
    return this.#send("POST", "/revisions", { headers: JSON_BODY, body: JSON.stringify({ changes }) });
  }

  #undo(revision: number, skipChanged: boolean): Promise<number | undefined> {
    if (revision < 1) return this.#create(this.#pet());
    const path = `/revisions/${revision}/undo?skipChanged=${skipChanged}`;
    return this.#send("POST", path, {});
  }

  #import(rows: readonly string[]): Promise<number | undefined> {
    const body = ["petId,quantity,status,name,kind,code,low", ...rows, ""].join("\n");
    return this.#send("POST", "/revisions", { headers: CSV_BODY, body });
  }

  /** Some change stock and label, some one of them. */
  #rows(): string[] {
    const first = this.#below(PETS);
    return Array.from({ length: 5 }, (_, i) => {
      const petId = 1 + ((first + i) % PETS);
      const stock = this.#below(3) === 0 ? "," : `${++this.#value},pending`;
      return `${petId},${stock},${this.#below(4) === 0 ? "" : `Row ${++this.#value}`},,,${this.#below(3)}`;
    });
  }

  #putLabels(): Promise<number | undefined> {
    const rows = [this.#pet(), UNKNOWN_FROM + this.#below(UNKNOWN)].map(
      (petId) => `${petId},Put ${++this.#value}\n`,
    );
    const replace = this.#options.random() < 0.3;
    const body = `petId,name\n${rows.join("")}`;
    return this.#send("PUT", `/labels?replace=${replace}`, { headers: CSV_BODY, body });
  }

  async #send(
    method: string,
    path: string,
    asked: { headers?: Record<string, string>; body?: string },
  ): Promise<number | undefined> {
    const { key } = this.#options;
    return this.#judge(await this.#service.ask(method, `/admin/v1${path}`, { key, ...asked }));
  }

  /** The revision of what was applied. Throws where the answer is none that the change may get. */
  #judge({ status, code, text }: Answer): number | undefined {
    if (status !== 200 && !REFUSALS.has(code ?? "")) throw new Error(`${status} ${text}`);
    this.#counts[status === 200 ? "applied" : "refused"] += 1;
    if (status !== 200) return undefined;
    const { revision } = JSON.parse(text) as { revision?: number };
    this.#newest = Math.max(this.#newest, revision ?? 0);
    return revision;
  }

  get #service(): TestService {
    const { services } = this.#options;
    return services[this.#below(services.length)]!;
  }

  #pet(): number {
    return 1 + this.#below(PETS);
  }

  /** A pet that may be in the inventory, or never is; not below `from`. */
  #mayBe(from = 0): number {
    return from === 0 && this.#options.random() < 0.7 ? this.#pet() : UNKNOWN_FROM + this.#below(UNKNOWN);
  }

  #label(): object | null {
    if (this.#options.random() < 0.25) return null;
    const name = `Name ${++this.#value}`;
    return this.#options.random() < 0.5 ? { name } : { name, kind: null, low: this.#below(3) };
  }

  #maybe(members: object): object {
    return this.#options.random() < 0.5 ? members : {};
  }

  #below(bound: number): number {
    return Math.floor(this.#options.random() * bound);
  }
}
