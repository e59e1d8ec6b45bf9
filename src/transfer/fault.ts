// What is wrong with a file or a value of it, as a code with the values that a sentence about it has. The command line and the service
// say it in English (fault-words.ts), the dashboard in the language of its page: a new fault does not compile without its sentences.

import type { LabelTextRefusal } from "../inventory/label-text.ts";
import type { ColumnSet } from "./columns.ts";

type NoValues = Readonly<Record<never, never>>;

/** A cell of a workbook, such as `B7`. */
interface InCell {
  readonly cell: string;
}

interface Limit {
  readonly bytes: number;
}

/** What a row should be, for messages: `an item`. */
interface Expected {
  readonly item: string;
}

/** Of the file as a whole. */
interface FileFaults {
  readonly file_empty: NoValues;
  readonly file_not_utf8: NoValues;
  readonly file_not_csv: NoValues;
  readonly file_utf16: NoValues;
  readonly file_archive: NoValues;
  readonly file_workbook: NoValues;
  readonly file_gzip: NoValues;
  readonly file_zstd: NoValues;
  readonly nul_byte: NoValues;
}

/** Of a CSV file's header. */
interface HeaderFaults {
  readonly header_absent: { readonly names: string };
  readonly header_unknown: { readonly names: string };
  readonly header_json: NoValues;
  readonly header_quote_open: NoValues;
  readonly header_too_long: Limit;
  readonly header_too_wide: { readonly count: number; readonly of: ColumnSet["of"]; readonly names: string };
  readonly column_missing: NoValues;
  readonly column_unknown: { readonly names: string };
  readonly column_repeated: { readonly meant: string };
  readonly column_misnamed: { readonly meant: string };
}

/** Of a record, before its values are read. */
interface RecordFaults {
  readonly not_utf8: NoValues;
  readonly line_too_long: Limit;
  readonly row_too_long: Limit;
  readonly quote_open: NoValues;
  readonly quote_too_long: Limit;
  readonly text_after_quote: NoValues;
  /** `separator` where the row has too many cells. */
  readonly cell_count: {
    readonly count: number;
    readonly expected: number;
    readonly separator: string | undefined;
  };
}

/** Of JSON and NDJSON. */
interface JsonFaults {
  readonly array_not_begun: NoValues;
  readonly array_absent: NoValues;
  readonly array_open: NoValues;
  readonly array_in_lines: NoValues;
  readonly text_after_array: NoValues;
  readonly item_open: NoValues;
  readonly item_too_long: Limit;
  readonly item_missing: { readonly before: string };
  readonly not_item: Expected & { readonly example: string };
  /** `detail` of the parser, in English. */
  readonly not_json: { readonly detail: string };
  readonly number_too_long: NoValues;
  readonly member_repeated: NoValues;
  readonly member_unknown: Expected & { readonly names: string };
  readonly member_misnamed: Expected & { readonly meant: string };
  readonly member_missing: { readonly needs: string };
  readonly number_in_quotes: NoValues;
  readonly text_expected: NoValues;
  readonly code_as_number: NoValues;
}

/** Of a value. */
interface ValueFaults extends Readonly<Record<LabelTextRefusal, NoValues>> {
  readonly value_missing: { readonly column: string };
  readonly id_rounded: NoValues;
  readonly id_invalid: NoValues;
  readonly quantity_invalid: NoValues;
  readonly quantity_with_separators: NoValues;
  readonly quantity_with_signs: NoValues;
  readonly status_unknown: NoValues;
  readonly status_misspelt: { readonly meant: string };
  readonly code_rounded: NoValues;
  /** A pet that an earlier row names. */
  readonly pet_repeated: { readonly firstLine: number };
}

/** Of a workbook's cell, which only the dashboard reads. */
interface CellFaults {
  readonly cell_error: InCell;
  readonly cell_without_result: InCell;
  readonly cell_too_long: InCell;
  readonly cell_rounded: InCell;
}

export interface FaultValues
  extends FileFaults, HeaderFaults, RecordFaults, JsonFaults, ValueFaults, CellFaults {}

export type FaultCode = keyof FaultValues;

/** A fault with one of the codes. */
export type Fault<Code extends FaultCode = FaultCode> = {
  [Each in Code]: { readonly code: Each } & FaultValues[Each];
}[Code];
