// Imports a file, step by step: read, preview, apply as one revision. Nothing is sent before the user has seen the preview, and
// only what the preview showed is applied.

import { importsText } from "../language/en/imports.ts";
import { transferText } from "../language/en/transfer.ts";
import type { PageProps } from "../app/dashboard.ts";
import { Store } from "../state/store.ts";
import type { Mapping } from "../imports/column-mapping.ts";
import type { SheetSample } from "../imports/workbook/workbook.ts";
import type { ImportContext } from "../imports/import-context.ts";
import { ImportPreparation } from "./import-preparation.ts";
import { ImportSender } from "./import-sender.ts";
import type { ImportOptions, ImportPreview, ImportView } from "./import-view.ts";
import { type Sheets, sheetsHere } from "./sheet.ts";
import { detailOf } from "../imports/finish-import.ts";
import { isolated } from "../ui/isolated.ts";

const CHOOSE = { step: "choose", message: undefined } as const;

/** The step from which something is sent. */
type ApplyFrom = (ImportPreview | Extract<ImportView, { step: "ended" }>) & {
  readonly file: { readonly name: string };
};

export class Import {
  readonly store = new Store<{ readonly view: ImportView }>({ view: CHOOSE });
  readonly #sheets: Sheets;
  readonly #sender: ImportSender;
  readonly #preparation: ImportPreparation;
  #isClosed = false;

  /** `sheets` reads files; by default on this thread. */
  constructor(context: ImportContext, sheets: Sheets = sheetsHere(context.pets)) {
    this.#sheets = sheets;
    this.#preparation = new ImportPreparation({ context, sheets, store: this.store });
    this.#sender = new ImportSender(context);
  }

  get view(): ImportView {
    return this.store.state.view;
  }

  /** Back to the choice of a file. What was being read is forgotten. */
  restart(): void {
    this.#preparation.stop();
    this.#show(CHOOSE);
  }

  /** Ends what can be ended. What was sent is applied, and reported by a notice. */
  close(): void {
    this.#isClosed = true;
    this.#preparation.stop();
    // Otherwise the rows are needed until the answer is there.
    if (this.view.step !== "applying") this.#sheets.close();
  }

  async openFile(name: string, blob: Blob): Promise<void> {
    const { view } = this;
    if (view.step !== "applying") return this.#preparation.openFile(name, blob);
    const refusedFile = transferText.waitForImport(isolated(name));
    this.#show({ ...view, refusedFile });
  }

  /** Reads another sheet of the workbook. */
  chooseSheet(sheet: SheetSample): Promise<void> {
    return this.#preparation.chooseSheet(sheet);
  }

  /** Reads the file again with other columns. */
  map(mapping: Mapping): Promise<void> {
    return this.#preparation.map(mapping);
  }

  choose(chosen: Partial<ImportOptions>): Promise<void> {
    return this.#preparation.choose(chosen);
  }

  /** Asks the service again what the file would change. */
  previewAgain(): Promise<void> {
    return this.#preparation.previewAgain();
  }

  /** Applies what the preview shows, once the service has told it. */
  async apply(): Promise<void> {
    const checked = await this.#preparation.checked;
    const { view } = this;
    const shown = checked?.check.kind === "ready" ? checked.check.shown : undefined;
    if (view.step !== "preview" || shown === undefined || checked!.plan.pets === 0) return;
    const { pets, groups } = checked!.plan;
    const { name } = view.file;
    if (view.mapping.proposed !== undefined) this.#preparation.keepColumns(view);
    this.#sender.forget();
    await this.#applying(view, async () => {
      const outcome = await this.#sender.send(shown, { name, pets, options: view.options });
      if (this.#isClosed) return;
      if (outcome.kind === "changed" || outcome.kind === "refused") {
        return this.#preparation.renew(view, transferText.nothingImported(outcome.message));
      }
      this.#show({ step: "ended", name, outcome, problems: groups.problem.count });
    });
  }

  /** Sends again what has no answer yet. It is applied once. */
  async askAgain(): Promise<void> {
    const { view } = this;
    if (view.step !== "ended") return;
    await this.#applying({ ...view, file: view }, async () => {
      const outcome = await this.#sender.sendAgain();
      if (outcome === undefined || this.#isClosed) return;
      if (outcome.kind !== "changed" && outcome.kind !== "refused") return this.#show({ ...view, outcome });
      this.#show({ step: "choose", message: transferText.notImported(isolated(view.name), outcome.message) });
    });
  }

  /** An unexpected error is shown like a lost answer: the import may have been applied, and repeating it is safe. */
  async #applying(before: ApplyFrom, work: () => Promise<void>): Promise<void> {
    const { name } = before.file;
    this.#show({ step: "applying", name, refusedFile: undefined });
    try {
      await work();
    } catch (error) {
      // After a sign-out there are no clients, and no dialog.
      if (!this.#isClosed) this.#show(this.#failedView(before, importsText.pageFailed(detailOf(error))));
    } finally {
      if (this.#isClosed) this.#sheets.close();
    }
  }

  #show(view: ImportView): void {
    this.store.set({ view });
  }

  #failedView(before: ApplyFrom, message: string): ImportView {
    const { name } = before.file;
    if (!this.#sender.hasSent)
      return { step: "choose", message: transferText.notImported(isolated(name), message) };
    const problems = before.step === "ended" ? before.problems : (before.plan?.groups.problem.count ?? 0);
    return { step: "ended", name, outcome: { kind: "unknown", message }, problems };
  }
}

/** The properties of each step of the dialog. */
export interface ImportStepProps<Step extends ImportView["step"]> extends PageProps {
  readonly running: Import;
  readonly view: Extract<ImportView, { step: Step }>;
}
