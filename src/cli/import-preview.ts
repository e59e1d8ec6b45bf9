// What a dry run of an import shows: the first rows of each kind, as a table or as JSON.

import { type ChangePreview, PREVIEW_GROUPS, type PreviewedChange } from "../inventory/change-preview.ts";
import { labelText, stockText } from "./history.ts";
import { table } from "./table.ts";

/** Of each kind: together they fit on a screen. */
export const SHOWN_ROWS = 10;

const HEADER = ["WHAT", "LINE", "PET", "FROM", "TO", "LABEL"];

export function previewTable(preview: ChangePreview): string {
  const rows = PREVIEW_GROUPS.flatMap((group) => preview[group].map((change) => [group, ...cellsOf(change)]));
  return rows.length === 0 ? "" : table(HEADER, rows);
}

function cellsOf({ place, petId, before, after, label }: PreviewedChange): string[] {
  const line = place === undefined ? "-" : String(place);
  return [line, String(petId), stockText(before), stockText(after), label ? labelText(label) : "-"];
}

/** For JSON: places are lines. */
export function previewFacts(preview: ChangePreview): object {
  const facts = PREVIEW_GROUPS.map((group) => [group, preview[group].map(factsOf)]);
  return Object.fromEntries(facts);
}

function factsOf({ petId, place, ...effect }: PreviewedChange): object {
  return { petId, ...(place !== undefined && { line: place }), ...effect };
}
