// German: what is wrong with a file or a value of it.

import { LABEL_TEXT_LENGTH_MAX } from "../../../inventory/label.ts";
import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount } from "../format.ts";

const NO_QUANTITY = "ist keine ganze Zahl von Tieren";
const NOT_CLOSED = "Fehlt eine schließende Klammer oder ein Anführungszeichen?";

const roundedIn = (values: string): string =>
  `Formatieren Sie die Spalte als Text, geben Sie die ursprünglichen ${values} noch einmal ein und speichern Sie die Datei erneut`;

export const problems: Catalogue["problems"] = {
  file_empty: "Die Datei ist leer",
  file_not_utf8: "Die Datei ist nicht in UTF-8: Speichern Sie sie als CSV (UTF-8)",
  file_not_csv: "Die ersten Zeilen sind kein CSV",
  file_utf16: "Die Datei ist in UTF-16: Speichern Sie sie als CSV (UTF-8)",
  file_archive:
    "Die Datei ist eine Arbeitsmappe oder ein ZIP-Archiv: Speichern Sie das Blatt als CSV (UTF-8)",
  file_workbook: "Die Datei ist eine Arbeitsmappe: Speichern Sie das Blatt als CSV (UTF-8)",
  file_gzip: "Die Datei ist mit gzip komprimiert: Entpacken Sie sie zuerst",
  file_zstd: "Die Datei ist mit zstd komprimiert: Entpacken Sie sie zuerst",
  nul_byte:
    "Die Datei enthält ein NUL-Byte, ist also binär oder in UTF-16: Speichern Sie sie als CSV (UTF-8)",

  header_absent: ({ names }) => `Die Datei hat keine Kopfzeile: Schreiben Sie „${names}“ in die erste Zeile`,
  header_unknown: ({ value, names }) =>
    `„${value}“ ist keine Kopfzeile: Fügen Sie „${names}“ als erste Zeile ein`,
  header_json: ({ value }) =>
    `„${value}“ ist JSON, nicht CSV: Nennen Sie die Datei .json, oder .ndjson, wenn jede Zeile ein Tier ist`,
  header_quote_open: ({ value }) =>
    `„${value}“ ist keine Kopfzeile: Ein Anführungszeichen wird in der Zeile nicht geschlossen`,
  header_too_long: ({ bytes }) =>
    `Die erste Zeile ist länger als ${formatCount(bytes)} Bytes: Ist das eine CSV-Datei?`,
  header_too_wide: ({ count, names }) =>
    `Die Kopfzeile hat ${counted(count, { one: "Spalte", other: "Spalten" })}: Möglich sind ${names}`,
  column_missing: "Die Spalte fehlt: Fügen Sie sie hinzu",
  column_unknown: ({ value, names }) =>
    `„${value}“ ist keine Spalte: Entfernen Sie sie (die Spalten sind ${names})`,
  column_repeated: ({ value, meant }) =>
    `„${value}“ nennt die Spalte ${meant} noch einmal: Behalten Sie eine von beiden`,
  column_misnamed: ({ value, meant }) => `„${value}“ ist keine Spalte: Schreiben Sie „${meant}“`,

  not_utf8: ({ value }) => `„${value}“ ist nicht in UTF-8: Speichern Sie die Datei als CSV (UTF-8)`,
  line_too_long: ({ bytes }) => `Die Zeile ist länger als ${formatCount(bytes)} Bytes`,
  row_too_long: ({ bytes }) => `Die Zeile ist länger als ${formatCount(bytes)} Bytes`,
  quote_open: "Ein Anführungszeichen in dieser Zeile wird nie geschlossen",
  quote_too_long: ({ bytes }) =>
    `Ein Anführungszeichen in dieser Zeile wird innerhalb von ${formatCount(bytes)} Bytes nicht geschlossen`,
  text_after_quote: ({ value }) =>
    `„${value}“ hat Text hinter einem schließenden Anführungszeichen: Verdoppeln Sie Anführungszeichen in einem Wert und setzen Sie den ganzen Wert in Anführungszeichen`,
  cell_count: ({ value, count, expected, separator }) => {
    const cells = counted(count, { one: "Zelle", other: "Zellen" });
    const hint = separator === undefined ? "" : `: Steht ein „${separator}“ in einem Wert?`;
    return `„${value}“ hat ${cells}, die Kopfzeile aber ${formatCount(expected)}${hint}`;
  },

  array_not_begun:
    "Die Datei beginnt nicht mit „[“: Sie muss eine einzige JSON-Liste sein (ein Tier in jeder Zeile ist .ndjson)",
  array_absent: "Die Datei hat keine JSON-Liste",
  array_open: "Die Datei endet in der Liste, vor deren schließendem „]“: Wurde sie abgeschnitten?",
  array_in_lines: ({ value }) => `„${value}“ beginnt eine JSON-Liste: Nennen Sie die Datei .json`,
  text_after_array: "Hinter dem schließenden „]“ der Liste steht Text: Entfernen Sie ihn",
  item_open: `Die Datei endet in diesem Tier: ${NOT_CLOSED}`,
  item_too_long: ({ bytes }) => `Das Tier ist länger als ${formatCount(bytes)} Bytes: ${NOT_CLOSED}`,
  item_missing: ({ before }) => `Vor „${before}“ fehlt ein Tier: Entfernen Sie das Komma`,
  not_item: ({ value, example }) => `„${value}“ ist kein Tier: Schreiben Sie ${example}`,
  not_json: ({ value, detail }) => `„${value}“ ist kein JSON: ${detail}`,
  number_too_long: ({ value }) =>
    `„${value}“ hat hundert Ziffern nacheinander: So lang ist keine Zahl eines Tiers`,
  member_repeated: ({ value }) => `„${value}“ steht zweimal in einem Tier: Behalten Sie eines von beiden`,
  member_unknown: ({ value, names }) =>
    `„${value}“ gehört nicht zu einem Tier: Entfernen Sie es (möglich sind ${names})`,
  member_misnamed: ({ value, meant }) => `„${value}“ gehört nicht zu einem Tier: Schreiben Sie „${meant}“`,
  member_missing: ({ needs }) => `Die Angabe fehlt: Jedes Tier braucht ${needs}`,
  number_in_quotes: ({ value }) => `„${value}“ ist ein Text: Schreiben Sie die Zahl ohne Anführungszeichen`,
  text_expected: ({ value }) => `„${value}“ ist kein Text: Setzen Sie ihn in Anführungszeichen`,
  code_as_number: ({ value }) =>
    `„${value}“ ist eine Zahl: Setzen Sie den Code in Anführungszeichen, damit führende Nullen bleiben`,

  value_missing: "Die Zelle ist leer, aber jede Zeile braucht einen Wert",
  id_rounded: ({ value }) => `„${value}“ wurde von einer Tabellenkalkulation gerundet: ${roundedIn("IDs")}`,
  id_invalid: ({ value }) =>
    `„${value}“ ist keine ID: Schreiben Sie nur Ziffern (ohne „+“, Trennzeichen, Nachkommastellen und führende Nullen)`,
  quantity_invalid: ({ value }) => `„${value}“ ${NO_QUANTITY}`,
  quantity_with_separators: ({ value }) => `„${value}“ ${NO_QUANTITY}: Schreiben Sie sie ohne Trennzeichen`,
  quantity_with_signs: ({ value }) =>
    `„${value}“ ${NO_QUANTITY}: Schreiben Sie sie ohne „+“ und führende Nullen`,
  status_unknown: ({ value }) =>
    `„${value}“ ist kein Status: Schreiben Sie verfügbar, reserviert oder verkauft`,
  status_misspelt: ({ value, meant }) => `„${value}“ ist kein Status: Schreiben Sie „${meant}“`,
  code_rounded: ({ value }) =>
    `„${value}“ wurde von einer Tabellenkalkulation gerundet: ${roundedIn("Codes")}`,
  pet_repeated: ({ value, firstLine }) =>
    `„${value}“ steht schon in Zeile ${formatCount(firstLine)}: Behalten Sie eine von beiden`,
  too_long: ({ value }) => `„${value}“ ist länger als ${formatCount(LABEL_TEXT_LENGTH_MAX)} Zeichen`,
  control_character: ({ value }) =>
    `„${value}“ hat einen Zeilenumbruch oder ein anderes Steuerzeichen: Entfernen Sie es`,
  invisible_character: ({ value }) =>
    `„${value}“ hat ein unsichtbares Zeichen, durch das andere den Text falsch lesen: Entfernen Sie es`,
  lone_surrogate: ({ value }) => `„${value}“ hat ein halbes Zeichen: Schreiben Sie das ganze Zeichen`,
  api_key: ({ value }) =>
    `„${value}“ enthält einen API-Schlüssel, der nicht gespeichert werden darf: Entfernen Sie ihn, und sperren Sie den Schlüssel, falls andere ihn gesehen haben`,

  cell_error: ({ value, cell }) => `„${value}“ ist ein Fehler in Zelle ${cell}: Korrigieren Sie ihn im Blatt`,
  cell_without_result: ({ cell }) =>
    `Die Formel in Zelle ${cell} hat kein gespeichertes Ergebnis: Öffnen Sie die Datei in einer Tabellenkalkulation und speichern Sie sie erneut`,
  cell_too_long: ({ value, cell }) => `„${value}“ in Zelle ${cell} ist zu lang`,
  cell_rounded: ({ value, cell }) =>
    `„${value}“ in Zelle ${cell} ist eine Zahl mit mehr als 15 Ziffern, die eine Tabellenkalkulation rundet: ${roundedIn("Werte")}`,
};
