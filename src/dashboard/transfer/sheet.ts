// A file of rows that was read. Its rows stay where they were read, on this thread or in the import worker; those to send are chosen
// there.

import type { TextEncoding } from "../../transfer/utf8-converter.ts";
import type { RowsLeftOut } from "../imports/import-plan.ts";
import { chooseRows, type KnownPets } from "../imports/import-rows.ts";
import {
  draftImport,
  type ImportDraft,
  type ImportRefusal,
  ImportRefusedError,
} from "../imports/import-request.ts";
import {
  openWorkbookHere,
  type ReadOptions,
  readSheetFile,
  type SheetFile,
  type SheetRows,
  type WorkOptions,
} from "../imports/sheet-file.ts";
import type { OpenedWorkbook } from "../imports/workbook/workbook.ts";

/** Facts of a file's rows, for the page. */
export interface SheetFacts {
  /** Good ones and those with problems. */
  readonly rows: number;
  readonly encoding: TextEncoding;
  /** Whether the rows have quantities; a file of statuses alone has none. */
  readonly hasQuantities: boolean;
}

export interface SheetDraftOptions {
  /** Whether the key may do more than change quantities of existing pets. */
  readonly mayManage: boolean;
  /** Remove the pets that the file does not have. */
  readonly replace: boolean;
}

/** The rows to send, and those that are left out. */
export interface SheetDraft {
  readonly left: RowsLeftOut;
  /** Undefined if there is nothing to send, or it is refused. */
  readonly draft: ImportDraft | undefined;
  /** Why nothing can be sent. */
  readonly refusal: ImportRefusal | undefined;
}

export interface Sheet {
  readonly facts: SheetFacts;
  /** With what the page knows now. Throws the signal's reason. */
  draft(options: SheetDraftOptions, work: WorkOptions): Promise<SheetDraft>;
  /** Its rows are not needed any more. */
  close(): void;
}

/** All rows and problems. Throws the signal's reason. */
export type ReadSheet = (file: SheetFile, options: ReadOptions) => Promise<Sheet>;

/** Where files are read: on this thread, or in a worker (sheet-worker.ts). */
export interface Sheets {
  /** Throws the signal's reason. */
  readonly openWorkbook: (blob: Blob, signal: AbortSignal) => Promise<OpenedWorkbook>;
  readonly read: ReadSheet;
  readonly close: () => void;
}

/** On this thread. */
export function sheetsHere(pets: KnownPets): Sheets {
  return { openWorkbook: openWorkbookHere, read: readHere(pets), close: () => {} };
}

/** Reads on this thread, in slices. */
export function readHere(pets: KnownPets): ReadSheet {
  return async (file, options) => {
    const read = await readSheetFile(file, options);
    const facts = factsOf(read);
    return {
      facts,
      draft: (wanted, work) => draftSheet(read, facts, { ...wanted, ...work, pets }),
      close: () => {},
    };
  };
}

export function factsOf({ rows, problems, encoding }: SheetRows): SheetFacts {
  return {
    rows: rows.length + problems.count,
    encoding,
    hasQuantities: rows.some(({ quantity }) => quantity !== undefined),
  };
}

export async function draftSheet(
  read: SheetRows,
  { hasQuantities }: SheetFacts,
  options: SheetDraftOptions & WorkOptions & { readonly pets: KnownPets },
): Promise<SheetDraft> {
  const { replace, pets } = options;
  const chosen = await chooseRows(read, { ...options, hasQuantities });
  const { left } = chosen;
  if (replace && left.problem.count > 0) {
    return { left, draft: undefined, refusal: { code: "replaceWithProblems" } };
  }
  try {
    return { left, draft: draftImport(chosen, { pets, hasQuantities, replace }), refusal: undefined };
  } catch (error) {
    if (!(error instanceof ImportRefusedError)) throw error;
    return { left, draft: undefined, refusal: error.refusal };
  }
}
