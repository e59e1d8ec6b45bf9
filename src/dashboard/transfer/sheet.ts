// A file of rows that was read. Its rows stay where they were read, on this thread or in the import worker; what they would change
// is planned there.

import type { TextEncoding } from "../../transfer/utf8-converter.ts";
import { type ImportPlan, type KnownPets, planImport } from "../imports/import-plan.ts";
import { draftImport, type ImportDraft } from "../imports/import-request.ts";
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
  /** Whether any row has a name, a kind, a code or a low quantity. */
  readonly hasLabels: boolean;
}

export interface SheetPlanOptions {
  /** Whether the key may do more than change quantities of existing pets. */
  readonly mayManage: boolean;
  /** Remove the pets that the file does not have. */
  readonly replace: boolean;
}

/** The rows' effect, and the request for it. */
export interface SheetPlan {
  readonly plan: ShownPlan;
  readonly draft: ImportDraft | undefined;
  /** Why the plan cannot be sent, for the user. */
  readonly refusal: string | undefined;
}

/** Without what is sent: the draft has it. */
export type ShownPlan = Omit<ImportPlan, "content">;

export interface Sheet {
  readonly facts: SheetFacts;
  /** With what the page knows now. Throws the signal's reason. */
  plan(options: SheetPlanOptions, work: WorkOptions): Promise<SheetPlan>;
  /** Whether any of its rows is of one of the pets. */
  hasAny(petIds: ReadonlySet<bigint>): Promise<boolean>;
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
      plan: (plan, work) => planSheet(read, facts, { ...plan, ...work, pets }),
      hasAny: async (petIds) => hasAny(read, petIds),
      close: () => {},
    };
  };
}

export function factsOf({ rows, problems, encoding }: SheetRows): SheetFacts {
  return {
    rows: rows.length + problems.count,
    encoding,
    hasQuantities: rows.some(({ quantity }) => quantity !== undefined),
    // Null is a label without that value, which may be a change.
    hasLabels: rows.some(({ name, kind, code, low }) =>
      [name, kind, code, low].some((member) => member !== undefined),
    ),
  };
}

export async function planSheet(
  read: SheetRows,
  { hasQuantities }: SheetFacts,
  options: SheetPlanOptions & WorkOptions & { readonly pets: KnownPets },
): Promise<SheetPlan> {
  const { replace } = options;
  const { content, ...plan } = await planImport(read, { ...options, hasQuantities });
  if (replace && plan.groups.problem.count > 0) {
    const refusal = "A file with problems cannot replace everything: the pets in those rows would be removed";
    return { plan, draft: undefined, refusal };
  }
  try {
    const draft = draftImport({ ...plan, content }, { hasQuantities, replace });
    return { plan, draft, refusal: undefined };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { plan, draft: undefined, refusal: error.message };
  }
}

export function hasAny({ rows }: SheetRows, petIds: ReadonlySet<bigint>): boolean {
  return rows.some(({ petId }) => petIds.has(petId));
}
