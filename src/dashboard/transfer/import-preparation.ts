// Prepares an import: reads a file, compares its rows with the inventory, and asks the service whether it would do the same. What was
// begun before ends with each new step.

import { may } from "../state/roles.ts";
import type { Store } from "../state/store.ts";
import { allowedColumns, layoutOf, type Mapping } from "../imports/column-mapping.ts";
import { guessMapping } from "../imports/guess-columns.ts";
import type { ImportContext } from "../imports/import-context.ts";
import type { ImportOptions, ImportPreview, ImportView } from "./import-view.ts";
import { type CheckedPlan, Planner } from "./planner.ts";
import {
  hasColumns,
  openSheetFile,
  type SheetFile,
  UnreadableFileError,
  withSheet,
} from "../imports/sheet-file.ts";
import type { SheetSample } from "../imports/workbook/workbook.ts";
import type { Sheets } from "./sheet.ts";
import { unexpectedMessage } from "../imports/finish-import.ts";
import { untilReady } from "./until-state.ts";
import { isolated } from "../ui/isolated.ts";

const NO_ADMIN_API =
  "This page cannot reach the Admin API, which imports need: ask the operator to allow the addresses below /admin/";
/** The preview of a file whose columns are not known. */
const NOTHING_READ = {
  plan: undefined,
  hasQuantities: false,
  rows: 0,
  encoding: "UTF-8",
  check: { kind: "agrees", position: undefined },
  progress: undefined,
  message: undefined,
} as const;
/** Reading's share of reading and comparing: a row takes about as long for each. */
const READ_PART = 0.5;

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
  /** Ends the reading, planning or checking in progress. */
  #work = new AbortController();
  #planner: Planner | undefined;
  /** The current plan with the service's answer; undefined if that was aborted. */
  #checked: Promise<CheckedPlan | undefined> = Promise.resolve(undefined);

  constructor(options: PreparationOptions) {
    this.#options = options;
  }

  get planner(): Planner | undefined {
    return this.#planner;
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
        throw new UnreadableFileError(`${isolated(name)} was not opened. ${NO_ADMIN_API}`);
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
    if (options.replace !== view.options.replace) await this.compareAgain();
  }

  /** Compares the file with the current inventory. */
  async compareAgain(): Promise<void> {
    const view = this.#view;
    if (view.step !== "preview") return;
    const signal = this.#begin();
    await this.#unlessAborted(signal, () =>
      this.#plan(view, signal, (progress) => this.#update({ progress })),
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
    this.#planner?.close();
    this.#planner = new Planner(this.#options.context, sheet);
    await this.#plan({ file, mapping, options }, signal, (part) =>
      onProgress(READ_PART + part * (1 - READ_PART)),
    );
  }

  async #plan(choices: Choices, signal: AbortSignal, onProgress: OnProgress): Promise<void> {
    const planner = this.#planner;
    if (planner === undefined) return;
    const { replace } = choices.options;
    const planned = await planner.plan(replace, { signal, onProgress });
    this.#showPlan({ ...choices, message: undefined }, { ...planned, check: { kind: "running" } });
    this.#checked = planner.check(planned, replace, signal).catch((error: unknown) => {
      const message = unexpectedMessage("The plan could not be checked", error);
      return signal.aborted ? undefined : { ...planned, check: { kind: "disagrees" as const, message } };
    });
    const checked = await this.#checked;
    if (checked !== undefined && !signal.aborted) this.#update({ plan: checked.plan, check: checked.check });
  }

  /** Shows a plan that was made again, with what the service said to it. */
  renew(choices: Choices, message: string, renewed: CheckedPlan): void {
    this.#checked = Promise.resolve(renewed);
    this.#showPlan({ ...choices, message }, renewed);
  }

  #showPlan(
    choices: Choices & Pick<ImportPreview, "message">,
    { plan, check }: Pick<ImportPreview, "plan" | "check">,
  ): void {
    const { rows, encoding, hasQuantities } = this.#planner!.facts;
    const { file, mapping, message } = choices;
    // The user may have chosen a reason meanwhile.
    const { options } = this.#view.step === "preview" ? this.#view : choices;
    const preview = { step: "preview", file, mapping, options, message, plan, check } as const;
    this.#show({ ...preview, rows, encoding, hasQuantities, progress: undefined });
  }

  /** The columns must be chosen first. */
  #showUnread(choices: Choices): void {
    this.#planner?.close();
    this.#planner = undefined;
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

  /** Ends what was in progress before. */
  #begin(): AbortSignal {
    this.#work.abort();
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
      const message = isKnown ? error.message : unexpectedMessage("The file could not be read", error);
      this.#show({ step: "choose", message });
    }
  }
}
