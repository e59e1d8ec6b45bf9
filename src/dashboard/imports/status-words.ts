// Takes the statuses of a sheet in the languages of the page: a table that was printed or typed there has them so.

import type { PetStatus } from "../../inventory/item.ts";
import type { RowForm } from "../../transfer/row-form.ts";

/** In lower case, without accents. English is the form's own. */
const WORDS: Readonly<Record<PetStatus, string>> = {
  available: "verfugbar verfuegbar disponible disponibles disponivel disponiveis",
  pending: "reserviert reservado reservada reservados reservadas reserve reservee reserves reservees",
  sold: "verkauft vendido vendida vendidos vendidas vendu vendue vendus vendues",
};

const STATUS_OF = new Map(
  Object.entries(WORDS).flatMap(([status, words]) => words.split(" ").map((word) => [word, status] as const)),
);

/** The same form with such cells; everything else of it stays. */
export function translatedStatuses<Row>(form: RowForm<Row>): RowForm<Row> {
  return {
    ...form,
    cellReader: (cellOf) => {
      const read = form.cellReader(cellOf);
      const at = cellOf.get("status");
      return at === undefined
        ? read
        : (cells, place) => {
            const status = STATUS_OF.get(plain(cells[at] as string));
            read(
              status === undefined ? cells : cells.map((cell, column) => (column === at ? status : cell)),
              place,
            );
          };
    },
  };
}

function plain(text: string): string {
  return text.trim().toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
}
