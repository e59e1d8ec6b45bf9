// Takes cells as spreadsheets write them: ids with leading zeros, and texts as formulas, such as `="0123"`, which keep a
// spreadsheet from changing them.

import type { CellReader, RowForm } from "./row-form.ts";
import { trimmed } from "./trimmed.ts";

const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;
const LEADING_ZEROS = /^(-?)0+(?=[0-9])/;

/** The same form with such cells; everything else of it stays. */
export function spreadsheetForm<Row>(form: RowForm<Row>): RowForm<Row> {
  return {
    ...form,
    cellReader: (cellOf) => plainCells(form.cellReader(cellOf), cellOf.get("petId")),
  };
}

function plainCells<Row>(read: CellReader<Row>, idAt: number | undefined): CellReader<Row> {
  return (cells, place) => {
    const plain = cells.some((cell) => cell.includes('="')) ? cells.map(textOf) : [...cells];
    if (idAt !== undefined) plain[idAt] = trimmed(plain[idAt] as string).replace(LEADING_ZEROS, "$1");
    read(plain, place);
  };
}

/** `="a ""b"""` is the text `a "b"`. */
function textOf(cell: string): string {
  const [, text] = TEXT_FORMULA.exec(trimmed(cell)) ?? [];
  return text === undefined ? cell : text.replaceAll('""', '"');
}
