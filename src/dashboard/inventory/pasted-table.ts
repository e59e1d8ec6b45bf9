// Reads cells that were copied in a spreadsheet: quantities for consecutive rows, or ids with quantities and statuses. Pure.

import {
  PET_STATUSES,
  parsePetId,
  type PetStatus,
  isQuantity,
  QUANTITY_MAX,
} from "../../contract/item-json.ts";
import { readWholeNumber } from "../edits/quantity-edit.ts";
import { petText } from "../language/en/pet.ts";
import { uiText } from "../language/en/ui.ts";

/** More rows are a file. */
export const PASTED_ROWS_MAX = 10_000;

export interface PastedRow {
  /** Counted from 1, as in the spreadsheet's selection. */
  readonly row: number;
  /** Undefined in a column of quantities: then the place decides. */
  readonly petId?: bigint;
  /** Undefined: stays as it is. */
  readonly quantity?: number;
  readonly status?: PetStatus;
  /** Why the row is not applied. */
  readonly problem?: string;
}

export interface PastedTable {
  /** Whether the rows say which pets they are about. */
  readonly hasIds: boolean;
  readonly rows: readonly PastedRow[];
  /** Rows beyond the limit. */
  readonly omitted: number;
}

/** The columns of ids, quantities and statuses; -1 for one that is absent. */
interface Places {
  readonly petId: number;
  readonly quantity: number;
  readonly status: number;
}

/** As spreadsheets have them in the page's languages. */
const HEADINGS: Readonly<Record<keyof Places, RegExp>> = {
  petId:
    /^(?:(?:pet|tier|animal|mascota)(?:[ -]?id)?|id(?: (?:des tiers|de la mascota|de l’animal|do animal))?)$/i,
  quantity:
    /^(?:quantity|qty|count|stock|menge|bestand|anzahl|cantidad|existencias|quantité|quantidade|qtd\.?|estoque)$/i,
  status: /^(?:status|estado|statut)$/i,
};

/** Undefined if there is nothing in it. */
export function readPastedTable(text: string): PastedTable | undefined {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  while (lines.length > 0 && lines.at(-1)!.trim() === "") lines.pop();
  const table = lines.map((line) => line.split("\t").map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")));
  const [first] = table;
  if (first === undefined) return undefined;
  const named = namedPlaces(first);
  const places = named ?? unnamedPlaces(Math.max(...table.slice(0, 100).map(({ length }) => length)));
  const body = named === undefined ? table : table.slice(1);
  const skipped = table.length - body.length;
  return {
    hasIds: places.petId >= 0,
    rows: body.slice(0, PASTED_ROWS_MAX).map((cells, at) => rowOf(cells, { places, row: at + 1 + skipped })),
    omitted: Math.max(0, body.length - PASTED_ROWS_MAX),
  };
}

function namedPlaces(cells: readonly string[]): Places | undefined {
  const at = (pattern: RegExp): number => cells.findIndex((cell) => pattern.test(cell));
  const places = { petId: at(HEADINGS.petId), quantity: at(HEADINGS.quantity), status: at(HEADINGS.status) };
  return places.quantity < 0 && places.status < 0 ? undefined : places;
}

function unnamedPlaces(columns: number): Places {
  if (columns === 1) return { petId: -1, quantity: 0, status: -1 };
  return { petId: 0, quantity: 1, status: columns > 2 ? 2 : -1 };
}

interface RowFacts {
  readonly places: Places;
  readonly row: number;
}

function rowOf(cells: readonly string[], { places, row }: RowFacts): PastedRow {
  const cell = (place: number): string => cells[place] ?? "";
  const quantity = quantityOf(cell(places.quantity));
  const status = statusOf(cell(places.status));
  const petId = places.petId < 0 ? {} : petIdOf(cell(places.petId));
  const problem = [petId, quantity, status].find((read) => read.problem !== undefined)?.problem;
  return { row, ...petId, ...quantity, ...status, ...(problem !== undefined && { problem }) };
}

type Read = Pick<PastedRow, "petId" | "quantity" | "status" | "problem">;

function petIdOf(text: string): Read {
  if (text === "") return { problem: petText.petIdMissing };
  if (/^-?[0-9]+(?:[.,][0-9]+)?E\+?[0-9]+$/i.test(text)) {
    return { problem: petText.roundedId(text) };
  }
  const petId = parsePetId(text.replace(/^(-?)0+(?=[0-9])/, "$1"));
  return petId === undefined ? { problem: petText.notPetId(text) } : { petId };
}

function quantityOf(text: string): Read {
  if (text === "") return {};
  const read = readWholeNumber(text);
  if (read?.sign === "" && isQuantity(read.number)) return { quantity: read.number };
  return { problem: petText.notQuantity(text, QUANTITY_MAX) };
}

function statusOf(text: string): Read {
  if (text === "") return {};
  const typed = text.toLowerCase();
  const status = PET_STATUSES.find((known) => typed === known || typed === uiText.statuses[known]);
  return status === undefined
    ? { problem: petText.notStatus(text, PET_STATUSES.map((known) => uiText.statuses[known]).join(", ")) }
    : { status };
}
