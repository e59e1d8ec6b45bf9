// Reads files and plans imports in the import worker. Where the browser blocks workers, or the worker fails, on this thread.

import type { LabelTable } from "../data/label-table.ts";
import { type CallOptions, WorkerCalls, WorkerFailedError } from "../data/worker-calls.ts";
import { copyPets, type PetsToCopy } from "./copied-pets.ts";
import type { ImportAnswer, ImportMessage, ImportRequestMessage } from "./import-messages.ts";
import type { KnownPets } from "../imports/import-plan.ts";
import {
  readHere,
  type ReadSheet,
  type Sheet,
  type SheetFacts,
  type SheetPlan,
  type SheetPlanOptions,
} from "./sheet.ts";
import {
  openWorkbookHere,
  type ReadOptions,
  type SheetFile,
  type WorkOptions,
} from "../imports/sheet-file.ts";
import type { OpenedWorkbook } from "../imports/workbook/workbook.ts";

type PetsOfPage = KnownPets & PetsToCopy;

/** Blocks of labels to copy at once: some milliseconds of the page's time. */
const BLOCKS = 16;

type WorkbookAnswer = Extract<ImportAnswer, { workbook: OpenedWorkbook }>;
type FactsAnswer = Extract<ImportAnswer, { facts: SheetFacts }>;
type HasAnyAnswer = Extract<ImportAnswer, { hasAny: boolean }>;

interface PlanCall {
  readonly sheet: number;
  readonly options: SheetPlanOptions;
  readonly hasLabels: boolean;
}

export class SheetWorker {
  readonly #pets: PetsOfPage;
  readonly #readHere: ReadSheet;
  readonly #calls: WorkerCalls<ImportRequestMessage, ImportMessage>;
  #isBlocked = false;
  #isClosed = false;
  #lastSheet = 0;
  /** The labels that the worker has. */
  #labels: LabelTable | undefined;

  constructor(pets: PetsOfPage, openWorker: () => Worker) {
    this.#pets = pets;
    this.#readHere = readHere(pets);
    this.#calls = new WorkerCalls(openWorker);
  }

  /** Ends the worker: what it does is abandoned. */
  close(): void {
    this.#isClosed = true;
    this.#calls.close();
  }

  openWorkbook(blob: Blob, signal: AbortSignal): Promise<OpenedWorkbook> {
    const inWorker = async (): Promise<OpenedWorkbook> =>
      ((await this.#call({ call: "open workbook", blob }, { signal })) as WorkbookAnswer).workbook;
    return this.#withFallback(inWorker, () => openWorkbookHere(blob));
  }

  async read(file: SheetFile, options: ReadOptions): Promise<Sheet> {
    const sheet = ++this.#lastSheet;
    const inWorker = async (): Promise<Sheet> => {
      const { layout } = options;
      const { facts } = (await this.#call({ call: "read", sheet, file, layout }, options)) as FactsAnswer;
      // If the worker fails later, its rows are read again.
      return this.#sheet(sheet, facts, (signal) => this.#readHere(file, { layout, signal }));
    };
    try {
      return await this.#withFallback(inWorker, () => this.#readHere(file, options));
    } catch (error) {
      this.#forget(sheet);
      throw error;
    }
  }

  #sheet(sheet: number, facts: SheetFacts, readAgain: (signal: AbortSignal) => Promise<Sheet>): Sheet {
    const { signal: never } = new AbortController();
    return {
      facts,
      plan: (options, work) =>
        this.#withFallback(
          () => this.#plan({ sheet, options, hasLabels: facts.hasLabels }, work),
          async () => (await readAgain(work.signal)).plan(options, work),
        ),
      hasAny: (petIds) =>
        this.#withFallback(
          async () => ((await this.#call({ call: "has any", sheet, petIds })) as HasAnyAnswer).hasAny,
          async () => (await readAgain(never)).hasAny(petIds),
        ),
      close: () => this.#forget(sheet),
    };
  }

  async #plan({ sheet, options, hasLabels }: PlanCall, work: WorkOptions): Promise<SheetPlan> {
    if (hasLabels) await this.#sendLabels(work.signal);
    const pets = copyPets(this.#pets);
    const { ids, quantities, statuses } = pets.batch;
    const transfer = [ids.buffer, quantities.buffer, statuses.buffer];
    return (await this.#call({ call: "plan", sheet, options, pets }, { ...work, transfer })) as SheetPlan;
  }

  /** Those that the page has at the end: own labels that are copied after it may be missing in older ones. */
  async #sendLabels(signal: AbortSignal): Promise<void> {
    while (this.#pets.table.labels !== this.#labels) {
      const { labels } = this.#pets.table;
      this.#labels = undefined;
      for (let at = 0; at === 0 || at < labels.blocks.length; at += BLOCKS) {
        const blocks = labels.blocks.slice(at, at + BLOCKS);
        await this.#call({ call: "labels", isFirst: at === 0, blocks }, { signal });
      }
      this.#labels = labels;
    }
  }

  /** A worker that has failed or ended has no rows; a message to it would start another one. */
  #forget(sheet: number): void {
    if (!this.#isBlocked && !this.#isClosed) void this.#call({ call: "close", sheet }).catch(() => {});
  }

  async #call(
    request: ImportRequestMessage,
    { onProgress, ...options }: Partial<WorkOptions> & Pick<CallOptions<ImportMessage>, "transfer"> = {},
  ): Promise<ImportAnswer> {
    const { answer } = await this.#calls.call(request, {
      ...options,
      onMessage: (message) => message.kind === "progress" && onProgress?.(message.part),
    });
    return answer;
  }

  async #withFallback<T>(inWorker: () => Promise<T>, here: () => Promise<T>): Promise<T> {
    if (this.#isBlocked) return here();
    try {
      return await inWorker();
    } catch (error) {
      if (!(error instanceof WorkerFailedError)) throw error;
      this.#isBlocked = true;
      return here();
    }
  }
}
