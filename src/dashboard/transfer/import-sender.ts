// Sends an import as its preview shows it, and again as long as its answer is not known.

import { finishImport, type ImportOutcome } from "../imports/finish-import.ts";
import type { ImportContext } from "../imports/import-context.ts";
import { type ImportRequest, requestOf } from "../imports/import-request.ts";
import type { ImportOptions, ShownImport } from "./import-view.ts";
import { ownerOf } from "../imports/pending-imports.ts";

export interface SendOptions {
  /** The file's name. */
  readonly name: string;
  /** How many pets change. */
  readonly pets: number;
  readonly options: ImportOptions;
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

  /** Others may change pets between the preview and the sending: the service applies what was shown, or nothing. */
  send(
    shown: ShownImport,
    { name, pets, options: { reason, note = "" } }: SendOptions,
  ): Promise<ImportOutcome> {
    const cause = {
      ...(reason !== undefined && { reason }),
      ...(note.trim() !== "" && { note: note.trim() }),
    };
    const owner = ownerOf(this.#context.store.state.me!);
    return this.#finish(requestOf({ ...shown, owner, name, pets, cause, now: Date.now() }));
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
}
