// Faults in English, for the command line and the service. Continues the sentence that the value begins (`is not …`); a whole sentence
// where the fault is not of a value. Says what to do next.

import { PET_ID_MAX, PET_ID_MIN, PET_STATUSES, QUANTITY_MAX } from "../inventory/item.ts";
import { LABEL_TEXT_LENGTH_MAX } from "../inventory/label.ts";
import { textRule } from "../inventory/text.ts";
import type { Fault, FaultCode, FaultValues } from "./fault.ts";

type Words = { readonly [Code in FaultCode]: string | ((values: FaultValues[Code]) => string) };

const NO_QUANTITY = `is not an integer from 0 to ${QUANTITY_MAX}`;
const NO_PET_ID = `is not an integer from ${PET_ID_MIN} to ${PET_ID_MAX}`;
const UTF16 = "the file is UTF-16: save it as UTF-8";
const NOT_CLOSED = "is a bracket or a double quote not closed?";

const WORDS: Words = {
  file_empty: "the file is empty",
  file_not_utf8: "the file is not UTF-8: save the file as UTF-8",
  file_not_csv: "the file's first lines are not CSV",
  file_utf16: UTF16,
  file_archive: "the file is a workbook or a ZIP archive: save the sheet as CSV (UTF-8)",
  file_workbook: "the file is a workbook: save the sheet as CSV (UTF-8)",
  file_gzip: "the file is compressed with gzip: decompress it first",
  file_zstd: "the file is compressed with zstd: decompress it first",
  nul_byte: "there is a NUL byte: the file is binary or UTF-16, save it as UTF-8 text",

  header_absent: ({ names }) => `the file has no header: write "${names}" in its first line`,
  header_unknown: ({ names }) => `is not a header: add the first line ${JSON.stringify(names)}`,
  header_json: "is not a CSV header but JSON: name the file .json, or .ndjson where each line is an item",
  header_quote_open: "is not a header: a double quote is not closed on its line",
  header_too_long: ({ bytes }) => `the header's line is longer than ${bytes} bytes: is this a CSV file?`,
  header_too_wide: ({ count, of, names }) => `the header has ${count} columns: ${of} has ${names}`,
  column_missing: "the column is missing: add it",
  column_unknown: ({ names }) => `is not a column: remove it (the columns are ${names})`,
  column_repeated: ({ meant }) => `names the column ${meant} again: keep one of the two`,
  column_misnamed: ({ meant }) => `is not a column: write "${meant}"`,

  not_utf8: "is not UTF-8: save the file as UTF-8",
  line_too_long: ({ bytes }) => `the line is longer than ${bytes} bytes`,
  row_too_long: ({ bytes }) => `the row is longer than ${bytes} bytes`,
  quote_open: "a double quote in this row is never closed",
  quote_too_long: ({ bytes }) => `a double quote in this row is not closed within ${bytes} bytes`,
  text_after_quote:
    "has text behind a closing double quote: write a double quote within a value twice, and quote the whole value",
  cell_count: ({ count, expected, separator }) => {
    const hint = separator === undefined ? "" : `: is there a ${JSON.stringify(separator)} within a value?`;
    return `has ${count === 1 ? "1 cell" : `${count} cells`} where the header has ${expected}${hint}`;
  },

  array_not_begun:
    'the file does not begin with "[": it must be one JSON array of items (one item a line is .ndjson)',
  array_absent: 'the file has no JSON array: an empty inventory is "[]"',
  array_open: 'the file ends within the array, before its closing "]": was it cut off?',
  array_in_lines: "begins a JSON array: name the file .json",
  text_after_array: 'there is text after the array\'s closing "]": remove it',
  item_open: `the file ends within this item: ${NOT_CLOSED}`,
  item_too_long: ({ bytes }) => `the item is longer than ${bytes} bytes: ${NOT_CLOSED}`,
  item_missing: ({ before }) => `an item is missing before the "${before}": remove the comma`,
  not_item: ({ item, example }) => `is not ${item}: write ${example}`,
  not_json: ({ detail }) => `is not JSON: ${detail}`,
  number_too_long: "has a hundred digits in a row: no number of an item is that long",
  member_repeated: "appears twice in one item: keep one of the two",
  member_unknown: ({ item, names }) => `is not a member of ${item}: remove it (the members are ${names})`,
  member_misnamed: ({ item, meant }) => `is not a member of ${item}: write "${meant}"`,
  member_missing: ({ needs }) => `the member is missing: every item needs ${needs}`,
  number_in_quotes: "is a text: write the number without double quotes",
  text_expected: "is not a text: write it in double quotes",
  code_as_number: "is a number: write the code in double quotes, so that leading zeros are kept",

  value_missing: ({ column }) => `the cell is empty: every row needs a ${column}`,
  id_rounded:
    "was rounded by a spreadsheet: format the column as text, enter the original ids again and export the file again",
  id_invalid: `${NO_PET_ID} in digits alone (no "+", separator, fraction or leading zero)`,
  quantity_invalid: NO_QUANTITY,
  quantity_with_separators: `${NO_QUANTITY}: write it without separators`,
  quantity_with_signs: `${NO_QUANTITY}: write it without "+" and leading zeros`,
  status_unknown: `is not a status: write ${PET_STATUSES.map((status) => `"${status}"`).join(" or ")}`,
  status_misspelt: ({ meant }) => `is not a status: write "${meant}"`,
  code_rounded:
    "was rounded by a spreadsheet: format the column as text, enter the original codes again and export the file again",
  pet_repeated: ({ firstLine }) => `is in line ${firstLine} already; keep one of the two`,
  too_long: `is longer than ${LABEL_TEXT_LENGTH_MAX} characters`,
  control_character: textRule("control_character"),
  invisible_character: textRule("invisible_character"),
  lone_surrogate: textRule("lone_surrogate"),
  api_key: textRule("api_key"),

  cell_error: ({ cell }) => `is an error in cell ${cell}: correct it in the sheet`,
  cell_without_result: ({ cell }) =>
    `the formula in cell ${cell} has no stored result: open the file in a spreadsheet program and save it again`,
  cell_too_long: ({ cell }) => `in cell ${cell} is too long`,
  cell_rounded: ({ cell }) =>
    `in cell ${cell} is a number of more than 15 digits, which a spreadsheet rounds: format the column as text, enter the original values again and save the file again`,
};

export function faultInWords(fault: Fault): string {
  // Each code's words take the values of its fault.
  const words = WORDS[fault.code] as string | ((values: Fault) => string);
  return typeof words === "string" ? words : words(fault);
}
