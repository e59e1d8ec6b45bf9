// Sends a checked plan, as one revision, and again while changes of other pets come first.

import { finishImport, type ImportOutcome } from "../imports/finish-import.ts";
import type { ImportContext } from "../imports/import-context.ts";
import { type ImportRequest, requestOf } from "../imports/import-request.ts";
import type { ImportOptions } from "./import-view.ts";
import { ownerOf } from "../imports/pending-imports.ts";
import type { CheckedPlan, Planner } from "./planner.ts";

/** In a shop that sells all day, changes of other pets must not stop an import. */
const ATTEMPTS_MAX = 5;

export interface SendOptions {
  /** The file's name. */
  readonly name: string;
  readonly options: ImportOptions;
  readonly planner: Planner;
}

export interface Sent {
  readonly outcome: ImportOutcome;
  /** The plan as it is now: planned again if pets of the file have changed. */
  readonly renewed: CheckedPlan;
}

export class ImportSender {
  readonly #context: ImportContext;
  #sent: ImportRequest | undefined;

  constructor(context: ImportContext) {
    this.#context = context;
  }

  /** Whether anything was sent since `forget`. */
  get hasSent(): boolean {
    return this.#sent !== undefined;
  }

  forget(): void {
    this.#sent = undefined;
  }

  /** Others may change pets between the check and the sending; unless it is pets of the file, it is sent again. */
  async send(checked: CheckedPlan, { name, options, planner }: SendOptions): Promise<Sent> {
    let position = checked.check.kind === "agrees" ? checked.check.position : undefined;
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#finish(this.#requestOf(name, options, checked, position));
      if (outcome.kind !== "changed") return { outcome, renewed: checked };
      position = await planner.positionIfOthers(checked, position);
      if (position === undefined || attempt === ATTEMPTS_MAX) {
        return { outcome, renewed: await planner.renew(options.replace) };
      }
    }
  }

  /** Sends again what has no answer yet, or the labels alone: it is applied once. Undefined if nothing was sent. */
  async sendAgain(): Promise<ImportOutcome | undefined> {
    return this.#sent && this.#finish(this.#sent);
  }

  /** Stored before it is sent. */
  async #finish(request: ImportRequest): Promise<ImportOutcome> {
    const { imports } = this.#context;
    await imports.put(request);
    this.#sent = request;
    const outcome = await imports.claim(request.id, () => finishImport(this.#context, request));
    if (outcome.kind === "unlabeled") this.#sent = { ...request, stock: undefined };
    return outcome;
  }

  #requestOf(
    name: string,
    { reason, note = "" }: ImportOptions,
    { plan, draft }: CheckedPlan,
    position: string | undefined,
  ): ImportRequest {
    return requestOf(plan, {
      owner: ownerOf(this.#context.store.state.me!),
      name,
      cause: { ...(reason !== undefined && { reason }), ...(note.trim() !== "" && { note: note.trim() }) },
      now: Date.now(),
      stock: draft?.kind === "rows" ? { ...draft, ifUnchangedSince: position! } : draft,
    });
  }
}
