// Messages between the page and its import worker. `id` is the call's in all messages about it.

import type { CsvLayout } from "../../transfer/csv-header.ts";
import type { PetBatch } from "../data/pet-columns.ts";
import type { SentError } from "../data/worker-messages.ts";
import type { SheetDraft, SheetDraftOptions, SheetFacts } from "./sheet.ts";
import type { SheetFile } from "../imports/sheet-file.ts";
import type { OpenedWorkbook } from "../imports/workbook/workbook.ts";

export type ImportRequestMessage =
  | { readonly call: "open workbook"; readonly blob: Blob }
  /** The worker keeps the rows, under the number `sheet`. */
  | {
      readonly call: "read";
      readonly sheet: number;
      readonly file: SheetFile;
      readonly layout: CsvLayout | undefined;
    }
  | {
      readonly call: "draft";
      readonly sheet: number;
      readonly options: SheetDraftOptions;
      readonly pets: PetBatch;
    }
  | { readonly call: "close"; readonly sheet: number };

export type ToWorker = { readonly id: number } & (ImportRequestMessage | { readonly abort: true });

export type ImportAnswer =
  { readonly workbook: OpenedWorkbook } | { readonly facts: SheetFacts } | SheetDraft | undefined;

export type ImportMessage = { readonly id: number } &
  /** 0 to 1. */
  (
    | { readonly kind: "progress"; readonly part: number }
    | { readonly kind: "end"; readonly answer: ImportAnswer }
    | { readonly kind: "error"; readonly error: SentError }
  );
