// Sends a checked plan, as one revision, and again while changes of other pets come first.

import { finishImport, type ImportOutcome } from "../imports/finish-import.ts";
import type { ImportContext } from "../imports/import-context.ts";
import { type ImportDraft, type ImportRequest, requestOf } from "../imports/import-request.ts";
import type { ImportOptions } from "./import-view.ts";
import { ownerOf } from "../imports/pending-imports.ts";
import type { CheckedPlan, Planner } from "./planner.ts";

/** In a shop that sells all day, changes of other pets must not stop an import. */
const ATTEMPTS_MAX = 5;

export interface SendOptions {
  /** The file's name. */
  readonly name: string;
  readonly options: ImportOptions;
  /** The plan's. */
  readonly draft: ImportDraft;
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
  async send(checked: CheckedPlan, sending: SendOptions): Promise<Sent> {
    const { options, planner } = sending;
    let position = checked.check.kind === "agrees" ? checked.check.position : undefined;
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#finish(this.#requestOf(checked, position, sending));
      if (outcome.kind !== "changed") return { outcome, renewed: checked };
      position = await planner.positionIfOthers(checked, position);
      if (position === undefined || attempt === ATTEMPTS_MAX) {
        return { outcome, renewed: await planner.renew(options.replace) };
      }
    }
  }

  /** Sends again what has no answer yet: it is applied once. Undefined if nothing was sent. */
  async sendAgain(): Promise<ImportOutcome | undefined> {
    return this.#sent && this.#finish(this.#sent);
  }

  /** Stored before it is sent. */
  async #finish(request: ImportRequest): Promise<ImportOutcome> {
    const { imports } = this.#context;
    await imports.put(request);
    this.#sent = request;
    return imports.claim(request.id, () => finishImport(this.#context, request));
  }

  #requestOf(
    { plan: { pets } }: CheckedPlan,
    position: string | undefined,
    { name, options: { reason, note = "" }, draft }: SendOptions,
  ): ImportRequest {
    return requestOf({
      owner: ownerOf(this.#context.store.state.me!),
      name,
      pets,
      cause: { ...(reason !== undefined && { reason }), ...(note.trim() !== "" && { note: note.trim() }) },
      now: Date.now(),
      content: draft.kind === "rows" ? { ...draft, ifUnchangedSince: position! } : draft,
    });
  }
}
