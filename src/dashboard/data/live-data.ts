// The pets and labels of the current session, kept up to date.

import type { Environment } from "../state/environment.ts";
import type { Clients } from "./inventory-source.ts";
import type { StateStore } from "../state/state.ts";
import { LiveInventory, type LiveInventoryOptions } from "./live-inventory.ts";
import { LiveLabels } from "./live-labels.ts";
import type { Pets } from "./pets.ts";

interface LiveDataOptions {
  readonly store: StateStore;
  readonly pets: Pets;
  readonly environment: Pick<Environment, "visibility" | "now" | "timing">;
  /** Whether this page is changing the pet. */
  readonly isOwn: (petId: bigint) => boolean;
}

type Listeners = Pick<LiveInventoryOptions, "onFirstRows" | "onTrouble" | "onFailed" | "onAnswer">;

export class LiveData {
  readonly #options: LiveDataOptions;
  #inventory: LiveInventory | undefined;
  #labels: LiveLabels | undefined;

  constructor(options: LiveDataOptions) {
    this.#options = options;
  }

  /** Runs until the signal is aborted. Throws what ends the session, such as a revoked key. */
  async followPets({ source }: Clients, signal: AbortSignal, listeners: Listeners): Promise<void> {
    const { pets, environment } = this.#options;
    const { visibility } = environment;
    const labels = new LiveLabels({ labels: pets.labels, source, visibility, signal });
    this.#labels = labels;
    const onListBegun = (): void => labels.listBegun();
    this.#inventory = new LiveInventory({ ...this.#options, ...listeners, onListBegun, source, signal });
    signal.addEventListener("abort", () => source.close(), { once: true });
    await this.#inventory.run();
  }

  /** Reads the labels too: only the Admin API has them. */
  allowLabels(): void {
    this.#labels?.allow();
  }

  /** Asks for an answer that includes all that was acknowledged before. */
  refresh(): void {
    this.#inventory?.refresh();
  }
}
