// Views of the import dialog.

import type { TextEncoding } from "../../transfer/utf8-converter.ts";
import type { Mapping } from "../imports/column-mapping.ts";
import type { ImportOutcome } from "../imports/finish-import.ts";
import type { ImportPlan } from "../imports/import-plan.ts";
import type { Cause, ImportContent } from "../imports/import-request.ts";
import type { SheetFile } from "../imports/sheet-file.ts";

/** The service's answer to what the import would change. */
export type ServiceCheck =
  | { readonly kind: "running" }
  /** `shown`: what is sent for it; undefined where there is nothing to send. */
  | { readonly kind: "ready"; readonly shown: ShownImport | undefined }
  | { readonly kind: "failed"; readonly message: string };

/** An import as a preview shows it. */
export interface ShownImport {
  readonly content: ImportContent;
  /** The service applies exactly this, or nothing. */
  readonly plan: string;
}

export interface ImportOptions extends Cause {
  /** Remove the pets that are not in the file. */
  readonly replace: boolean;
}

/** A file that was read, and what it would do. */
export interface ImportPreview {
  readonly step: "preview";
  readonly file: SheetFile;
  readonly mapping: Mapping;
  readonly options: ImportOptions;
  /** Undefined as long as the ids have no column. Until the service has answered, the rows that are left out. */
  readonly plan: ImportPlan | undefined;
  readonly hasQuantities: boolean;
  readonly rows: number;
  readonly encoding: TextEncoding;
  readonly check: ServiceCheck;
  /** The part of the work that is done, 0 to 1, while the file is read again, such as with other columns. */
  readonly progress: number | undefined;
  /** An event since the preview was opened, such as a change by others. */
  readonly message: string | undefined;
}

export type ImportView =
  | { readonly step: "choose"; readonly message: string | undefined }
  /** `progress`: the part of the file that was read, 0 to 1. */
  | { readonly step: "reading"; readonly name: string; readonly progress: number }
  /** The file is compared with the whole inventory, which is still loading. */
  | { readonly step: "waiting"; readonly name: string }
  | ImportPreview
  | {
      readonly step: "applying";
      readonly name: string;
      /** Why a file that was dropped meanwhile was not opened. */
      readonly refusedFile: string | undefined;
    }
  | {
      readonly step: "ended";
      readonly name: string;
      readonly outcome: Exclude<ImportOutcome, { kind: "changed" | "refused" }>;
      /** Rows of the file that were left out because of a problem. */
      readonly problems: number;
    };
