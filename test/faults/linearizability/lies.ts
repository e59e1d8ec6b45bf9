// Real histories with one falsified answer: counts how many of them the checker refuses.

import { check } from "./checker.ts";
import type { History } from "./history.ts";
import type { Ledger } from "./ledger.ts";
import { MUTATIONS } from "./mutations.ts";
import { contradictions } from "./revision-order.ts";
import { explain } from "./timeline.ts";

export class Lies {
  checked = 0;
  refused = 0;
  /** Histories that the search refused although the ledger has an order for them: one of the two is wrong. */
  readonly disputed: string[] = [];
  /** By kind: how many were checked, and refused. */
  readonly kinds = new Map<string, { checked: number; refused: number }>();

  /** Checks one falsified history, of any kind that is possible for this history. */
  falsify(history: History, ledger: Ledger, random: () => number): void {
    const lies = Object.entries(MUTATIONS).flatMap(([kind, mutate]) => {
      const lie = mutate(history, random);
      return lie === undefined ? [] : [{ kind, lie }];
    });
    const one = lies[Math.floor(random() * lies.length)];
    if (one !== undefined) this.#check(one.kind, one.lie, ledger.ofPets(history.initial.keys()));
  }

  #check(kind: string, lie: History, ledger: Ledger): void {
    const isRefused = check(lie).kind === "refused";
    const { checked, refused } = this.kinds.get(kind) ?? { checked: 0, refused: 0 };
    this.kinds.set(kind, { checked: checked + 1, refused: refused + Number(isRefused) });
    this.checked += 1;
    this.refused += Number(isRefused);
    if (isRefused && contradictions([lie], ledger).length === 0)
      this.disputed.push(`${kind}: ${explain(lie)}`);
  }

  get words(): string {
    const kinds = [...this.kinds].map(([kind, { checked, refused }]) => `${kind} ${refused}/${checked}`);
    return `lies refused: ${kinds.join(", ")}`;
  }
}
