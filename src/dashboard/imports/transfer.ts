// Opens the dialogs for import and export, and finishes imports that a reload of the page interrupted. The dialogs' code is loaded
// when it is needed.

import type { Me } from "../../client/client.ts";
import { may } from "../state/roles.ts";
import type { ImportContext } from "./import-context.ts";
import { ownerOf } from "./pending-imports.ts";
import type { TransferDialog } from "../state/state.ts";

export class Transfer {
  readonly #context: ImportContext;
  /** Whose interrupted imports were looked for. */
  #owner: string | undefined;

  constructor(context: ImportContext) {
    this.#context = context;
    context.store.subscribe(() => this.#onState(context.store.state.me));
  }

  /** Without a file the user chooses one. Only where the key may change something. */
  openImport(file?: File): void {
    if (may(this.#context.store.state, "clerk")) this.#show({ kind: "import", file });
  }

  openExport(): void {
    this.#show({ kind: "export" });
  }

  close(): void {
    this.#context.store.set({ transfer: undefined });
  }

  #show(transfer: TransferDialog): void {
    this.#context.store.set({ transfer });
  }

  #onState(me: Me | undefined): void {
    const owner = me === undefined ? undefined : ownerOf(me);
    if (owner === this.#owner) return;
    this.#owner = owner;
    if (owner !== undefined) void this.#resume(owner);
  }

  async #resume(owner: string): Promise<void> {
    const requests = await this.#context.imports.of(owner);
    if (requests.length === 0) return;
    const { resumeImports } = await import("./resume-imports.ts");
    await resumeImports(this.#context, requests);
  }
}
