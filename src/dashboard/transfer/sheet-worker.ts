// Reads files and drafts imports in the import worker. Where the browser blocks workers, or the worker fails, on this thread.

import { type CallOptions, WorkerCalls, WorkerFailedError } from "../data/worker-calls.ts";
import { copyPets, type PetsToCopy } from "./copied-pets.ts";
import type { ImportAnswer, ImportMessage, ImportRequestMessage } from "./import-messages.ts";
import type { KnownPets } from "../imports/import-rows.ts";
import {
  readHere,
  type ReadSheet,
  type Sheet,
  type SheetDraft,
  type SheetDraftOptions,
  type SheetFacts,
} from "./sheet.ts";
import {
  openWorkbookHere,
  type ReadOptions,
  type SheetFile,
  type WorkOptions,
} from "../imports/sheet-file.ts";
import type { OpenedWorkbook } from "../imports/workbook/workbook.ts";

type PetsOfPage = KnownPets & PetsToCopy;

type WorkbookAnswer = Extract<ImportAnswer, { workbook: OpenedWorkbook }>;
type FactsAnswer = Extract<ImportAnswer, { facts: SheetFacts }>;

export class SheetWorker {
  readonly #pets: PetsOfPage;
  readonly #readHere: ReadSheet;
  readonly #calls: WorkerCalls<ImportRequestMessage, ImportMessage>;
  #isBlocked = false;
  #isClosed = false;
  #lastSheet = 0;

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
    return {
      facts,
      draft: (options, work) =>
        this.#withFallback(
          () => this.#draft(sheet, options, work),
          async () => (await readAgain(work.signal)).draft(options, work),
        ),
      close: () => this.#forget(sheet),
    };
  }

  async #draft(sheet: number, options: SheetDraftOptions, work: WorkOptions): Promise<SheetDraft> {
    const pets = copyPets(this.#pets);
    const transfer = [pets.ids.buffer, pets.quantities.buffer, pets.statuses.buffer];
    return (await this.#call({ call: "draft", sheet, options, pets }, { ...work, transfer })) as SheetDraft;
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
