// The pets and labels of the current session, kept up to date.

import type { Label } from "../../client/client.ts";
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

type Listeners = Pick<LiveInventoryOptions, "onFirstRows" | "onTrouble" | "onAnswer">;

export class LiveData {
  readonly #options: LiveDataOptions;
  #inventory: LiveInventory | undefined;
  #labels: LiveLabels | undefined;

  constructor(options: LiveDataOptions) {
    this.#options = options;
  }

  /** Runs until the signal is aborted. Throws errors that a retry does not fix, such as a revoked key. */
  async followPets({ source }: Clients, signal: AbortSignal, listeners: Listeners): Promise<void> {
    this.#inventory = new LiveInventory({ ...this.#options, ...listeners, source, signal });
    signal.addEventListener("abort", () => source.close(), { once: true });
    await this.#inventory.run();
  }

  /** Runs until the signal is aborted, or the service denies the labels. Never rejects. */
  async followLabels({ source }: Clients, signal: AbortSignal): Promise<void> {
    const { pets, environment } = this.#options;
    this.#labels = new LiveLabels({ pets, source, visibility: environment.visibility, signal });
    await this.#labels.run();
  }

  /** Where the pets are in the history, as far as it is known: the page may be ahead of it. */
  get position(): string | undefined {
    return this.#inventory?.position;
  }

  /** Asks for an answer that includes all that was acknowledged before. */
  refresh(): void {
    this.#inventory?.refresh();
  }

  /** Shows labels that this page has changed with `putLabels`, and reads all again. */
  labelsChanged(labels: readonly Label[]): void {
    this.#labels?.changed(labels);
  }
}
