// German: the import dialog and export.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount, formOf } from "../format.ts";

const pets = (n: number): string => counted(n, { one: "Tier", other: "Tiere" });
const rows = (n: number): string => counted(n, { one: "Zeile", other: "Zeilen" });
const changes = (n: number): string => counted(n, { one: "Änderung", other: "Änderungen" });

const tooMany = (n: number, max: number): string =>
  `${changes(n)} sind zu viele auf einmal: Bis zu ${formatCount(max)} lassen sich senden.`;

export const transfer: Catalogue["transfer"] = {
  cancel: "Abbrechen",

  exportTitle: "Exportieren",
  whatToExport: "Was exportiert wird",
  pets: "Tiere",
  thisView: (n) => `Diese Ansicht, ${pets(n)}`,
  everything: (n) => `Alles, ${pets(n)}`,
  format: "Format",
  spreadsheet: "Tabelle (CSV)",
  spreadsheetDetail:
    "Mit Namen, Arten und Codes. Lässt sich direkt in Excel öffnen: Lange IDs behalten jede Ziffer, und kein Text wird zur Formel.",
  csv: "CSV",
  csvDetail: "ID, Menge und Status in UTF-8, wie petstock export sie schreibt.",
  ndjson: "NDJSON",
  ndjsonDetail: "Ein Tier in jeder Zeile, für Programme.",
  json: "JSON",
  jsonDetail: "Eine Liste, wie die API sie liefert.",
  download: "Herunterladen",
  loadingInventory: "Bestand wird geladen …",
  fileWritten: "Teil der Datei, der geschrieben ist",

  importTitle: "Importieren",
  chooseFile: "Datei wählen",
  readingFile: "Datei wird gelesen",
  waitingForInventory: "Warten auf den Bestand",
  preview: "Vorschau",
  importing: "Import läuft",
  outcome: "Ergebnis",

  chooseAsManager:
    "Eine Datei mit Tier-IDs und Mengen, Status, Namen, Arten, Codes oder Mengen, ab denen ein Tier knapp ist. Sie sehen, was sich ändern würde, bevor etwas geändert wird.",
  chooseAsClerk:
    "Eine Datei mit Tier-IDs und Mengen. Sie sehen, was sich ändern würde, bevor etwas geändert wird. Ihr Schlüssel ändert nur Mengen; für alles andere ist die Rolle Leitung nötig.",
  dropFile: "Datei hier ablegen oder {choose}",
  chooseOne: "auswählen",
  fileKinds: "Excel (.xlsx), CSV aus einer Tabellenkalkulation, NDJSON oder JSON, bis zu 50 MB",
  pasteRows: "Oder fügen Sie Zeilen aus einer Tabelle ein",
  pastedRows: "eingefügte Zeilen",

  reading: "{name} wird gelesen",
  fileRead: "Teil der Datei, der gelesen ist",
  previewWaits: "Die Vorschau von {name} öffnet sich, sobald der ganze Bestand geladen ist.",
  petsSoFar: (n) => `Bisher ${pets(n)}`,
  applying: "{name} wird importiert: ganz oder gar nicht, auch wenn Sie diese Seite jetzt schließen.",
  serviceApplies: "Der Dienst führt den Import aus",
  waitForImport: (file) => `${file} wurde nicht geöffnet. Warten Sie, bis dieser Import fertig ist`,
  noAdminApi: (file) =>
    `${file} wurde nicht geöffnet. Diese Seite erreicht die Admin-API nicht, die Importe brauchen: Bitten Sie den Betreiber, die Adressen unter /admin/ freizugeben`,
  fileUnreadable: (detail) => `Die Datei ließ sich nicht lesen: ${detail}`,

  columns: "Spalten:",
  noneRecognised: "keine erkannt",
  asChosenBefore: "(wie früher für eine solche Datei gewählt)",
  leftOut: (names, more) =>
    more === 0 ? `Ausgelassen: ${names}` : `Ausgelassen: ${names} und ${formatCount(more)} weitere`,
  quantitiesOnly: "(Ihr Schlüssel ändert nur Mengen)",
  columnOf: (title) => `Spalte für „${title}“`,
  chooseColumn: "Spalte wählen",
  notInFile: "Nicht enthalten",
  firstRowHasNames: "Spaltennamen in der ersten Zeile",
  checkColumns: "Prüfen Sie die Spalten:",
  takenFrom: (title, name) => `${title} kommt aus „${name}“`,
  mayMeanElse: "Ein solcher Name kann auch etwas anderes bedeuten.",
  noIdColumn: "Es wurde keine Spalte mit den Tier-IDs erkannt. Wählen Sie sie oben aus.",
  sheet: "Blatt",
  chooseSheet: "Blatt wählen",
  severalSheets: "Die Arbeitsmappe hat mehrere Blätter. Wählen Sie oben eines aus.",

  rows,
  readAs: (encoding) => `gelesen als ${encoding}`,
  withoutRowsAbove: (n) => `ohne ${rows(n)} über den Spaltennamen`,
  lookAgain: (message) => `${message}. Sehen Sie sich die Vorschau noch einmal an.`,
  noRows: "Die Datei hat keine Zeilen unter den Spaltennamen.",
  rowsByEffect: "Zeilen danach, was geschehen würde",
  problem: "Probleme",
  removed: "Entfernt",
  changed: "Geändert",
  created: "Neu",
  labeled: "Angaben",
  unchanged: "Unverändert",
  line: "Zeile",
  pet: "Tier",
  whatProblem: "Problem",
  whatNow: "Jetzt",
  whatChange: "Änderung",
  whatNew: "Neu",
  none: "keine Angabe",
  moreRows: (n) => `und ${counted(n, { one: "weitere Zeile", other: "weitere Zeilen" })}`,
  problemsAreLeftOut: "Zeilen mit Problemen werden ausgelassen.",
  downloadProblems: "Probleme herunterladen",
  moreProblems: (n) =>
    `${counted(n, { one: "weiteres Problem ist", other: "weitere Probleme sind" })} nicht aufgeführt`,
  reasonImported: "Importiert",
  notePlaceholder: "z. B. Lieferschein",
  replaceEverything: "Alles ersetzen: Tiere entfernen, die nicht in der Datei stehen",
  comparing: "Vergleich mit dem Bestand …",
  countChanged: (n) => `${formatCount(n)} geändert`,
  countAdded: (n) => `${formatCount(n)} angelegt`,
  countRemoved: (n) => `${formatCount(n)} entfernt`,
  labelsChanged: (n) => `Angaben zu ${counted(n, { one: "Tier", other: "Tieren" })} geändert`,
  sameValues: "Der Bestand hat diese Werte schon",
  withProblems: (changed, n) => `${changed}; ${rows(n)} mit Problemen ausgelassen`,
  otherFile: "Andere Datei",
  previewAgain: "Neue Vorschau",
  importAction: "Importieren",
  importAndRemove: (n) => `Importieren und ${pets(n)} entfernen`,
  importChanges: (n) => `${changes(n)} importieren`,
  nothingToImport: "Nichts zu importieren",

  checkFailed: (message) => `${message}.`,
  previewFailed: (detail) => `Die Vorschau ist fehlgeschlagen: ${detail}`,
  petIsGone: (petId) => `Tier ${petId} ist nicht mehr im Bestand`,
  replaceWithProblems:
    "Eine Datei mit Problemen kann nicht alles ersetzen: Die Tiere in diesen Zeilen würden entfernt",
  tooManyRows: "Das sind zu viele Zeilen auf einmal. Importieren Sie die Datei in Teilen",
  tooManyChanges: (n, max) =>
    `${tooMany(n, max)} Importieren Sie die Datei in Teilen oder mit einem Schlüssel der Rolle Leitung`,
  tooManyWithoutQuantities: (n, max) =>
    `${tooMany(n, max)} Importieren Sie die Datei in Teilen oder mit einer Spalte für die Menge`,

  imported: "{name} ist importiert.",
  notKnown: "Es ist nicht bekannt, ob {name} importiert wurde.",
  askAgainWhy: (reason) => `${reason}. Fragen Sie noch einmal nach: Der Import wird nur einmal ausgeführt.`,
  notImported: (file, reason) => `${file} wurde nicht importiert. ${reason}`,
  nothingImported: (reason) => `Es wurde nichts importiert. ${reason}`,
  problemsLeftOut: (n) =>
    `${rows(n)} mit Problemen ${formOf(n, { one: "wurde", other: "wurden" })} ausgelassen.`,
  undoImport: "Import rückgängig machen",
  askAgain: "Noch einmal fragen",
  done: "Fertig",
};
