// How well lies are seen: what clients were really told, changed a little, must be refused.

import { check } from "./checker.ts";
import type { History } from "./history.ts";
import type { Ledger } from "./ledger.ts";
import { MUTATIONS } from "./mutations.ts";
import { contradictions } from "./revision-order.ts";
import { explain } from "./timeline.ts";

export class Lies {
  told = 0;
  refused = 0;
  /** The search refused what the ledger has an order for: one of the two is wrong. */
  readonly disputed: string[] = [];
  /** By kind: told and refused. */
  readonly kinds = new Map<string, { told: number; refused: number }>();

  /** Tells one, of any kind that the history offers. */
  tell(history: History, ledger: Ledger, random: () => number): void {
    const lies = Object.entries(MUTATIONS).flatMap(([kind, mutate]) => {
      const lie = mutate(history, random);
      return lie === undefined ? [] : [{ kind, lie }];
    });
    const one = lies[Math.floor(random() * lies.length)];
    if (one !== undefined) this.#tell(one.kind, one.lie, ledger.ofPets(history.initial.keys()));
  }

  #tell(kind: string, lie: History, ledger: Ledger): void {
    const isRefused = check(lie).kind === "refused";
    const { told, refused } = this.kinds.get(kind) ?? { told: 0, refused: 0 };
    this.kinds.set(kind, { told: told + 1, refused: refused + Number(isRefused) });
    this.told += 1;
    this.refused += Number(isRefused);
    if (isRefused && contradictions([lie], ledger).length === 0)
      this.disputed.push(`${kind}: ${explain(lie)}`);
  }

  get words(): string {
    const kinds = [...this.kinds].map(([kind, { told, refused }]) => `${kind} ${refused}/${told}`);
    return `lies refused: ${kinds.join(", ")}`;
  }
}
