// The inventories as databases of the service: each is imported once, when first needed, and given as copies.

import { join } from "node:path";
import type { Children } from "./children.ts";
import type { PetCount } from "./contest.ts";
import { writeInventory } from "./inventories.ts";
import { copyStock, createKey, importFile, inFile, type Stock } from "./stock.ts";

interface Master {
  readonly stock: Stock;
  readonly importSeconds: number;
}

export class Stocks {
  readonly #children: Children;
  readonly #folder: string;
  readonly #files = new Map<PetCount, Promise<string>>();
  readonly #masters = new Map<PetCount, Promise<Master>>();
  #copies = 0;

  constructor(children: Children, folder: string) {
    this.#children = children;
    this.#folder = folder;
  }

  /** The inventory as a file for `import`. */
  file(pets: PetCount): Promise<string> {
    return once(this.#files, pets, () => writeInventory(this.#folder, pets));
  }

  /** A database that nobody else has. */
  async copy(pets: PetCount): Promise<Stock> {
    const { stock } = await this.#master(pets);
    return copyStock(stock, this.path(`${pets}.db`));
  }

  /** How long its import took, into an empty database. */
  async importSeconds(pets: PetCount): Promise<number> {
    return (await this.#master(pets)).importSeconds;
  }

  /** Of a file that is not there yet. */
  path(name: string): string {
    this.#copies += 1;
    return join(this.#folder, `${this.#copies}-${name}`);
  }

  #master(pets: PetCount): Promise<Master> {
    return once(this.#masters, pets, async () => {
      const address = inFile(join(this.#folder, `master-${pets}.db`));
      const file = await this.file(pets);
      const started = performance.now();
      await importFile(this.#children, address, file);
      const importSeconds = (performance.now() - started) / 1_000;
      return { stock: await createKey(this.#children, address), importSeconds };
    });
  }
}

/** Whoever asks at the same time gets the same one. */
export function once<K, V>(made: Map<K, V>, key: K, make: () => V): V {
  const value = made.get(key) ?? make();
  made.set(key, value);
  return value;
}
