// The inventories as databases of the service: each is imported once, when first needed, and copied.

import { join } from "node:path";
import type { Children } from "./children.ts";
import type { PetCount } from "./contest.ts";
import { writeInventory } from "./inventories.ts";
import { copyDatabase, createKey, importFile, inFile, type InventoryDatabase } from "./database.ts";
import { once } from "./once.ts";

interface Master {
  readonly database: InventoryDatabase;
  readonly importSeconds: number;
}

export class InventoryDatabases {
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

  /** A new copy. */
  async copy(pets: PetCount): Promise<InventoryDatabase> {
    const { database } = await this.#master(pets);
    return copyDatabase(database, this.path(`${pets}.db`));
  }

  /** The duration of its import into an empty database. */
  async importSeconds(pets: PetCount): Promise<number> {
    return (await this.#master(pets)).importSeconds;
  }

  /** The path of a new file. */
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
      return { database: await createKey(this.#children, address), importSeconds };
    });
  }
}
