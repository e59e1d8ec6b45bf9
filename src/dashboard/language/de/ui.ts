// German: what all pages share: dates, dialogs, names, labels.

import type { Catalogue } from "../catalogue.ts";

export const ui: Catalogue["ui"] = {
  cancel: "Abbrechen",
  stop: "Anhalten",
  working: "Läuft …",
  close: "Schließen",
  copied: "Kopiert",
  notCopied: "Nicht kopiert: Markieren Sie den Text, und kopieren Sie ihn von Hand",
  now: "gerade eben",
  loading: "Wird geladen …",
  notLoaded: "Diese Seite konnte nicht geladen werden",
  loadAgainHint: "Prüfen Sie die Verbindung, und laden Sie die Seite dann neu.",
  loadAgain: "Neu laden",
  language: "Sprache",
  languageNotLoaded: (language) =>
    `${language} konnte nicht geladen werden. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal`,
  pet: (petId) => `Tier ${petId}`,
  petFirst: (petId) => `Tier ${petId}`,
  commandLine: (name) => `${name} (Befehlszeile)`,
  statuses: {
    available: "verfügbar",
    pending: "reserviert",
    sold: "verkauft",
  },
  members: {
    name: "Name",
    kind: "Art",
    code: "Code (Barcode)",
    low: "Knapp ab",
  },
  memberNouns: {
    name: "Name",
    kind: "Art",
    code: "Barcode",
    low: "knapp ab",
  },
  noValue: "keine Angabe",
  labelRemoved: "Angaben entfernt",
  memberRemoved: (member) => `${member} entfernt`,
  memberValueRemoved: (member, value) => `${member} ${value} entfernt`,
  memberSet: (member, value) => `${member} ${value}`,
  memberChanged: (member, from, to) => `${member} ${from} → ${to}`,
  named: (name) => `${name} genannt`,
  renamed: (from, to) => `von ${from} in ${to} umbenannt`,
};
