// Prepares an import: reads a file, chooses the rows to send, and asks the service what they would change. What was begun before ends
// with each new step.

import { transferText } from "../language/en/transfer.ts";
import { may } from "../state/roles.ts";
import type { Store } from "../state/store.ts";
import { allowedColumns, layoutOf, type Mapping } from "../imports/column-mapping.ts";
import { guessMapping } from "../imports/guess-columns.ts";
import type { ImportContext } from "../imports/import-context.ts";
import type { ImportOptions, ImportPreview, ImportView } from "./import-view.ts";
import { planOfRowsLeftOut } from "../imports/import-plan.ts";
import { askService, type CheckedPlan } from "./service-preview.ts";
import {
  hasColumns,
  openSheetFile,
  type SheetFile,
  UnreadableFileError,
  type WorkOptions,
  withSheet,
} from "../imports/sheet-file.ts";
import type { SheetSample } from "../imports/workbook/workbook.ts";
import type { Sheet, SheetDraft, Sheets } from "./sheet.ts";
import { detailOf } from "../imports/finish-import.ts";
import { untilReady } from "./until-state.ts";
import { isolated } from "../ui/isolated.ts";

/** The preview of a file whose columns are not known. */
const NOTHING_READ = {
  plan: undefined,
  hasQuantities: false,
  rows: 0,
  encoding: "UTF-8",
  check: { kind: "ready", shown: undefined },
  progress: undefined,
  message: undefined,
} as const;
/** Reading's share of the work before the service is asked. */
const READ_PART = 0.7;

/** A file with the user's choices. */
type Choices = Pick<ImportPreview, "file" | "mapping" | "options">;
type OnProgress = (part: number) => void;

interface PreparationOptions {
  readonly context: ImportContext;
  readonly store: Store<{ readonly view: ImportView }>;
  readonly sheets: Sheets;
}

export class ImportPreparation {
  readonly #options: PreparationOptions;
  /** Ends the work in progress. */
  #work = new AbortController();
  #sheet: Sheet | undefined;
  /** The service's answer to the current rows; undefined if that was aborted. */
  #checked: Promise<CheckedPlan | undefined> = Promise.resolve(undefined);

  constructor(options: PreparationOptions) {
    this.#options = options;
  }

  get checked(): Promise<CheckedPlan | undefined> {
    return this.#checked;
  }

  get #mayManage(): boolean {
    return may(this.#options.context.store.state, "manager");
  }

  get #view(): ImportView {
    return this.#options.store.state.view;
  }

  stop(): void {
    this.#work.abort();
  }

  async openFile(name: string, blob: Blob): Promise<void> {
    const signal = this.#begin();
    this.#show({ step: "reading", name, progress: 0 });
    await this.#unlessAborted(signal, async () => {
      const { sheets } = this.#options;
      const file = await openSheetFile(name, blob, (workbook) => sheets.openWorkbook(workbook, signal));
      signal.throwIfAborted();
      await untilReady(this.#options.context.store, signal, () => this.#show({ step: "waiting", name }));
      if (this.#options.context.store.state.session.identity !== "known") {
        throw new UnreadableFileError(transferText.noAdminApi(isolated(name)));
      }
      const mapping = await this.#mappingOf(file);
      signal.throwIfAborted();
      await this.#readFile({ file, mapping, options: { replace: false } }, signal, (progress) =>
        this.#show({ step: "reading", name, progress }),
      );
    });
  }

  /** Reads another sheet of the workbook. */
  async chooseSheet(sheet: SheetSample): Promise<void> {
    const view = this.#view;
    if (view.step !== "preview" || view.file.format !== "xlsx") return;
    const file = withSheet(view.file, sheet);
    const signal = this.#begin();
    await this.#unlessAborted(signal, async () => {
      const mapping = await this.#mappingOf(file);
      signal.throwIfAborted();
      const choices = { file, mapping, options: { ...view.options, replace: false } };
      this.#show({ ...view, ...choices, progress: 0, message: undefined });
      await this.#readFile(choices, signal, (progress) => this.#update({ progress }));
    });
  }

  /** As the user chose it for such a file before, else a guess. */
  async #mappingOf({ sample }: SheetFile): Promise<Mapping> {
    const [header = []] = sample;
    const chosen = await this.#options.context.chosenColumns.of(header, this.#mayManage);
    return chosen ?? allowedColumns(guessMapping(sample), this.#mayManage);
  }

  /** Reads the file again with other columns, and keeps them for the next file with such a header. */
  async map(mapping: Mapping): Promise<void> {
    const view = this.#view;
    if (view.step !== "preview") return;
    this.keepColumns({ ...view, mapping });
    const signal = this.#begin();
    const choices = { ...view, mapping };
    this.#show({ ...choices, progress: 0, message: undefined });
    await this.#unlessAborted(signal, () =>
      this.#readFile(choices, signal, (progress) => this.#update({ progress })),
    );
  }

  /** Those that the user chose, or has agreed to by the import. */
  keepColumns({ file: { sample }, mapping }: Pick<ImportPreview, "file" | "mapping">): void {
    const [header = []] = sample;
    void this.#options.context.chosenColumns.keep(header, this.#mayManage, mapping);
  }

  async choose(chosen: Partial<ImportOptions>): Promise<void> {
    const view = this.#view;
    if (view.step !== "preview") return;
    const options = { ...view.options, ...chosen };
    this.#update({ options });
    if (options.replace !== view.options.replace) await this.previewAgain();
  }

  /** Asks the service again. */
  async previewAgain(): Promise<void> {
    const view = this.#view;
    if (view.step !== "preview") return;
    const signal = this.#begin();
    this.#update({ check: { kind: "running" } });
    await this.#unlessAborted(signal, () =>
      this.#preview(view, signal, (progress) => this.#update({ progress })),
    );
  }

  async #readFile(
    { file, mapping, options }: Choices,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<void> {
    const layout = layoutOf(mapping);
    const isReadable = !hasColumns(file) || layout !== undefined;
    if (!isReadable) return this.#showUnread({ file, mapping, options });
    const sheet = await this.#options.sheets.read(file, {
      layout,
      signal,
      onProgress: (part) => onProgress(part * READ_PART),
    });
    this.#sheet?.close();
    this.#sheet = sheet;
    await this.#preview({ file, mapping, options }, signal, (part) =>
      onProgress(READ_PART + part * (1 - READ_PART)),
    );
  }

  async #preview(choices: Choices, signal: AbortSignal, onProgress: OnProgress): Promise<void> {
    if (this.#sheet === undefined) return;
    const drafted = await this.#draft(this.#sheet, choices, { signal, onProgress });
    const plan = planOfRowsLeftOut(drafted.left);
    this.#showPlan({ ...choices, message: undefined }, { plan, check: { kind: "running" } });
    this.#checked = askService(this.#options.context.session.admin, drafted, signal).catch(
      (error: unknown) => {
        const message = transferText.previewFailed(detailOf(error));
        return signal.aborted ? undefined : { plan, check: { kind: "failed" as const, message } };
      },
    );
    const checked = await this.#checked;
    if (checked !== undefined && !signal.aborted) this.#update(checked);
  }

  #draft(sheet: Sheet, { options: { replace } }: Choices, work: WorkOptions): Promise<SheetDraft> {
    return sheet.draft({ replace, mayManage: this.#mayManage }, work);
  }

  /** Shows what the import would change now, and why it was not applied. */
  async renew(choices: Choices, message: string): Promise<void> {
    const signal = this.#begin();
    const sheet = this.#sheet!;
    await this.#unlessAborted(signal, async () => {
      const drafted = await this.#draft(sheet, choices, { signal });
      const checked = await askService(this.#options.context.session.admin, drafted, signal);
      this.#checked = Promise.resolve(checked);
      this.#showPlan({ ...choices, message }, checked);
    });
  }

  #showPlan(
    choices: Choices & Pick<ImportPreview, "message">,
    { plan, check }: Pick<ImportPreview, "plan" | "check">,
  ): void {
    const { rows, encoding, hasQuantities } = this.#sheet!.facts;
    const { file, mapping, message } = choices;
    // The user may have chosen a reason meanwhile.
    const { options } = this.#view.step === "preview" ? this.#view : choices;
    const preview = { step: "preview", file, mapping, options, message, plan, check } as const;
    this.#show({ ...preview, rows, encoding, hasQuantities, progress: undefined });
  }

  /** The columns must be chosen first. */
  #showUnread(choices: Choices): void {
    this.#sheet?.close();
    this.#sheet = undefined;
    this.#checked = Promise.resolve(undefined);
    this.#show({ step: "preview", ...NOTHING_READ, ...choices });
  }

  #show(view: ImportView): void {
    this.#options.store.set({ view });
  }

  #update(change: Partial<ImportPreview>): void {
    const view = this.#view;
    if (view.step === "preview") this.#show({ ...view, ...change });
  }

  /** Ends what was in progress before. What was shown is not sent any more. */
  #begin(): AbortSignal {
    this.#work.abort();
    this.#checked = Promise.resolve(undefined);
    this.#work = new AbortController();
    return this.#work.signal;
  }

  async #unlessAborted(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (signal.aborted) return;
      const isKnown = error instanceof UnreadableFileError;
      // Such as a file that was changed or removed after it was chosen.
      const message = isKnown ? error.message : transferText.fileUnreadable(detailOf(error));
      this.#show({ step: "choose", message });
    }
  }
}
