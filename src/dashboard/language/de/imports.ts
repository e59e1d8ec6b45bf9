// German: files to import: columns, problems of rows.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

const pets = (n: number): string => counted(n, { one: "Tier", other: "Tiere" });

export const imports: Catalogue["imports"] = {
  petId: "Tier-ID",
  quantity: "Menge",
  status: "Status",
  name: "Name",
  kind: "Art",
  code: "Code",
  low: "Knapp ab",
  inColumn: (title, text) => `${title}: ${text}`,
  unnamedColumn: (position, value) => `Spalte ${position} (${value})`,

  repeated: (line) => `Gleich wie Zeile ${line}`,
  contested: "Mehrmals mit verschiedenen Werten aufgeführt",
  needsQuantityToReplace: "Die Zeile hat keine Menge; um alles zu ersetzen, ist eine nötig",
  needsManagerToAdd:
    "Kein Tier hat diese ID, und neue Tiere lassen sich nur mit einem Schlüssel der Rolle Leitung anlegen",
  needsQuantityToAdd: "Kein Tier hat diese ID, und um es anzulegen, fehlt der Zeile eine Menge",
  roundedId:
    "Kein Tier hat diese ID; vermutlich hat eine Tabellenkalkulation sie gerundet: Formatieren Sie die Spalte als Text, geben Sie die ursprünglichen IDs noch einmal ein und speichern Sie die Datei erneut",
  statusAlone: "Die Zeile hat einen Status, aber keine Menge",

  fileTooLarge: (file) => `${file} ist zu groß. Erlaubt sind 50 MB`,
  fileRefused: (file, reason) => `${file} lässt sich nicht lesen. ${reason}`,
  workbookDamaged:
    "Die Arbeitsmappe ist beschädigt oder keine .xlsx-Datei: Öffnen Sie sie in einer Tabellenkalkulation und speichern Sie sie erneut als .xlsx",
  workbookEncrypted: "Die Arbeitsmappe ist mit einem Passwort geschützt: Speichern Sie sie ohne Passwort",
  workbookOld: "Die Datei hat ein altes Excel-Format: Öffnen Sie sie und speichern Sie sie als .xlsx",
  workbookTooLarge:
    "Die Arbeitsmappe ist zu groß: Speichern Sie das Blatt allein oder als CSV (UTF-8), das mehr Zeilen haben darf",
  workbookEmpty: "Kein sichtbares Blatt der Arbeitsmappe hat Zeilen",

  importedFrom: (n, file) => `${pets(n)} aus ${file} importiert`,
  petsAdded: (n) => `${pets(n)} angelegt`,
  petsChanged: (n) => `${pets(n)} geändert`,
  petsRemoved: (n) => `${pets(n)} entfernt`,
  labelsChanged: (n) => `Angaben zu ${counted(n, { one: "Tier", other: "Tieren" })} geändert`,
  nothingChanged: "Es war nichts zu ändern",
  importComplete: (file, outcome) => `Der Import von ${file} ist abgeschlossen: ${outcome}`,
  importInterrupted: (file) =>
    `Der Import von ${file} wurde unterbrochen. Ob er ausgeführt wurde, sehen Sie unter „Aktivität“`,
  importAgain: (file, reason) =>
    `${file} wurde nicht importiert. ${reason}. Importieren Sie die Datei noch einmal`,
  importUnknown: (file, reason) => `Ob ${file} importiert wurde, ist noch nicht bekannt. ${reason}`,
  tryAgain: "Noch einmal versuchen",
  pageFailed: (detail) => `In der Seite ist ein Fehler aufgetreten: ${detail}`,
};
