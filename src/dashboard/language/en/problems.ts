// Texts of what is wrong with a file or a value of it, by the fault's code. What is said of a column follows its title.

import { LABEL_TEXT_LENGTH_MAX } from "../../../inventory/label.ts";
import type { FaultCode, FaultValues } from "../../../transfer/fault.ts";
import { counted, formatCount } from "../format.ts";
import { texts } from "../texts.ts";

/** `value`: the text of the file that is wrong; empty where the fault is not of a text. */
export type ProblemTexts = {
  readonly [Code in FaultCode]: string | ((values: FaultValues[Code] & { readonly value: string }) => string);
};

const NO_QUANTITY = "is not a whole number of pets";
const AS_TEXT = "format the column as text, enter the original";

const ENGLISH: ProblemTexts = {
  file_empty: "The file is empty",
  file_not_utf8: "The file is not UTF-8: save it as CSV (UTF-8)",
  file_not_csv: "Its first lines are not CSV",
  file_utf16: "The file is UTF-16: save it as CSV (UTF-8)",
  file_archive: "The file is a workbook or a ZIP archive: save the sheet as CSV (UTF-8)",
  file_workbook: "The file is a workbook: save the sheet as CSV (UTF-8)",
  file_gzip: "The file is compressed with gzip: decompress it first",
  file_zstd: "The file is compressed with zstd: decompress it first",
  nul_byte: "There is a NUL byte: the file is binary or UTF-16, save it as CSV (UTF-8)",

  header_absent: ({ names }) => `The file has no header: write “${names}” in its first line`,
  header_unknown: ({ value, names }) => `“${value}” is not a header: add the first line “${names}”`,
  header_json: ({ value }) =>
    `“${value}” is JSON, not CSV: name the file .json, or .ndjson where each line is a pet`,
  header_quote_open: ({ value }) => `“${value}” is not a header: a double quote is not closed on its line`,
  header_too_long: ({ bytes }) =>
    `The first line is longer than ${formatCount(bytes)} bytes: is this a CSV file?`,
  header_too_wide: ({ count, names }) =>
    `The header has ${counted(count, { one: "column", other: "columns" })}: possible are ${names}`,
  column_missing: "the column is missing: add it",
  column_unknown: ({ value, names }) => `“${value}” is not a column: remove it (the columns are ${names})`,
  column_repeated: ({ value, meant }) => `“${value}” names the column ${meant} again: keep one of the two`,
  column_misnamed: ({ value, meant }) => `“${value}” is not a column: write “${meant}”`,

  not_utf8: ({ value }) => `“${value}” is not UTF-8: save the file as CSV (UTF-8)`,
  line_too_long: ({ bytes }) => `The line is longer than ${formatCount(bytes)} bytes`,
  row_too_long: ({ bytes }) => `The row is longer than ${formatCount(bytes)} bytes`,
  quote_open: "A double quote in this row is never closed",
  quote_too_long: ({ bytes }) =>
    `A double quote in this row is not closed within ${formatCount(bytes)} bytes`,
  text_after_quote: ({ value }) =>
    `“${value}” has text behind a closing double quote: write a double quote within a value twice, and quote the whole value`,
  cell_count: ({ value, count, expected, separator }) => {
    const cells = counted(count, { one: "cell", other: "cells" });
    const hint = separator === undefined ? "" : `: is there a “${separator}” within a value?`;
    return `“${value}” has ${cells} where the header has ${formatCount(expected)}${hint}`;
  },

  array_not_begun: "The file does not begin with “[”: it must be one JSON array (one pet a line is .ndjson)",
  array_absent: "The file has no JSON array",
  array_open: "The file ends within the array, before its closing “]”: was it cut off?",
  array_in_lines: ({ value }) => `“${value}” begins a JSON array: name the file .json`,
  text_after_array: "There is text after the array’s closing “]”: remove it",
  item_open: "The file ends within this pet: is a bracket or a double quote not closed?",
  item_too_long: ({ bytes }) =>
    `The pet is longer than ${formatCount(bytes)} bytes: is a bracket or a double quote not closed?`,
  item_missing: ({ before }) => `A pet is missing before the “${before}”: remove the comma`,
  not_item: ({ value, example }) => `“${value}” is not a pet: write ${example}`,
  not_json: ({ value, detail }) => `“${value}” is not JSON: ${detail}`,
  number_too_long: ({ value }) => `“${value}” has a hundred digits in a row: no number of a pet is that long`,
  member_repeated: ({ value }) => `“${value}” appears twice in one pet: keep one of the two`,
  member_unknown: ({ value, names }) =>
    `“${value}” is not a member of a pet: remove it (the members are ${names})`,
  member_misnamed: ({ value, meant }) => `“${value}” is not a member of a pet: write “${meant}”`,
  member_missing: ({ needs }) => `the member is missing: every pet needs ${needs}`,
  number_in_quotes: ({ value }) => `“${value}” is a text: write the number without double quotes`,
  text_expected: ({ value }) => `“${value}” is not a text: write it in double quotes`,
  code_as_number: ({ value }) =>
    `“${value}” is a number: write the code in double quotes, so that leading zeros are kept`,

  value_missing: "the cell is empty, and every row needs a value",
  id_rounded: ({ value }) =>
    `“${value}” was rounded by a spreadsheet: ${AS_TEXT} ids again and save the file again`,
  id_invalid: ({ value }) =>
    `“${value}” is not an id: write it in digits alone (no “+”, separator, fraction or leading zero)`,
  quantity_invalid: ({ value }) => `“${value}” ${NO_QUANTITY}`,
  quantity_with_separators: ({ value }) => `“${value}” ${NO_QUANTITY}: write it without separators`,
  quantity_with_signs: ({ value }) => `“${value}” ${NO_QUANTITY}: write it without “+” and leading zeros`,
  status_unknown: ({ value }) => `“${value}” is not a status: write available, pending or sold`,
  status_misspelt: ({ value, meant }) => `“${value}” is not a status: write “${meant}”`,
  code_rounded: ({ value }) =>
    `“${value}” was rounded by a spreadsheet: ${AS_TEXT} codes again and save the file again`,
  pet_repeated: ({ value, firstLine }) =>
    `“${value}” is in line ${formatCount(firstLine)} already: keep one of the two`,
  too_long: ({ value }) => `“${value}” is longer than ${formatCount(LABEL_TEXT_LENGTH_MAX)} characters`,
  control_character: ({ value }) => `“${value}” has a line break or another control character: remove it`,
  invisible_character: ({ value }) =>
    `“${value}” has an invisible character, which changes how others read it: remove it`,
  lone_surrogate: ({ value }) => `“${value}” has half of a character: write the whole character`,
  api_key: ({ value }) =>
    `“${value}” holds an API key, which must not be stored: remove it, and revoke the key if others have seen it`,

  cell_error: ({ value, cell }) => `“${value}” is an error in cell ${cell}: correct it in the sheet`,
  cell_without_result: ({ cell }) =>
    `the formula in cell ${cell} has no stored result: open the file in a spreadsheet program and save it again`,
  cell_too_long: ({ value, cell }) => `“${value}” in cell ${cell} is too long`,
  cell_rounded: ({ value, cell }) =>
    `“${value}” in cell ${cell} is a number of more than 15 digits, which a spreadsheet rounds: ${AS_TEXT} values again and save the file again`,
};

export const problemsText = texts("problems", ENGLISH);
