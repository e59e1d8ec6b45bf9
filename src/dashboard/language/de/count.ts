// German: the stock-take.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount, formatDelta } from "../format.ts";

const PETS = { one: "Tier", other: "Tiere" };
const DIFFERENCES = { one: "Abweichung", other: "Abweichungen" };

export const count: Catalogue["count"] = {
  loading: "Die Inventur wird geladen …",
  readOnly: "Dieser Schlüssel darf nur lesen",
  needsClerk: "Zum Zählen brauchen Sie einen Schlüssel mit der Rolle Mitarbeiter.",
  progress: (pets) => `${counted(pets, PETS)} gezählt.`,
  keptNowhere: "Dieser Browser speichert nichts: Mit diesem Tab gehen die Zählungen verloren.",
  keptHere: "Auf diesem Gerät gespeichert.",
  cancel: "Abbrechen",

  // Scanning.
  scan: "Code, ID oder Name scannen oder eintippen",
  matchingPets: "Passende Tiere",
  openCamera: "Mit der Kamera scannen",
  camera: "Kamera",
  closeCamera: "Kamera schließen",
  cameraNeedsHttps:
    "Die Kamera geht nur über https. Öffnen Sie diese Seite über https oder tippen Sie den Code ein",
  cameraRefused: "Der Browser darf die Kamera nicht benutzen. Erlauben Sie es in seinen Einstellungen",
  cameraMissing: "Es wurde keine Kamera gefunden",
  cameraFailed: "Die Kamera konnte nicht gestartet werden",
  eachScan: "Jeder Scan zählt eins",
  blind: "Blind zählen: erwartete Menge ausblenden",
  unknown: "Kein Tier hat die ID oder den Code {code}.",
  noteIt: "Für später notieren",
  noted: (code) => `Notiert: ${code}`,
  countAsNew: "Als neues Tier zählen",

  // The count of one pet.
  count: "Gezählt",
  oneLess: "Eins weniger",
  oneMore: "Eins mehr",
  next: "Weiter",
  isNew: "Neu: Es kommt in den Bestand.",
  expected: (quantity) => `Erwartet: ${formatCount(quantity)}.`,
  countedBefore: (quantity) => `Zuvor gezählt: ${formatCount(quantity)}`,
  petCounted: (pet, quantity) => `${pet}: ${formatCount(quantity)}`,
  enterCount: "Geben Sie die gezählte Menge ein",
  otherScan: "Das war ein weiterer Scan. Geben Sie zuerst die Menge dieses Tiers ein",
  notWhole: (text) => `„${text}“ ist keine ganze Zahl`,
  tooLarge: "Das ist zu viel für eine Zählung",

  // The counts so far.
  countedLast: "Zuletzt gezählt",
  edit: "Ändern",
  editCountOf: (pet) => `Zählung ändern: ${pet}`,
  removeCountOf: (pet) => `Zählung löschen: ${pet}`,
  discard: "Verwerfen",
  discardAll: "Diese Inventur verwerfen?",
  areForgotten: (pets) =>
    `${counted(pets, { one: "Zählung geht", other: "Zählungen gehen" })} verloren. Der Bestand ändert sich nicht.`,

  // The sheet of differences.
  comparing: "Wird verglichen …",
  showDifferences: "Abweichungen anzeigen",
  differences: "Abweichungen",
  summary: (pets, differences) => `${counted(pets, PETS)} gezählt, ${counted(differences, DIFFERENCES)}.`,
  showOnlyDifferences: "Nur Abweichungen anzeigen",
  showAll: "Alle anzeigen",
  counts: "Zählungen",
  pet: "Tier",
  expectedColumn: "Erwartet",
  countedColumn: "Gezählt",
  differenceColumn: "Differenz",
  remove: "Löschen",
  newPet: "neu",
  movedSince: (by, becomes) => `${formatDelta(by)} seit der Zählung: wird ${formatCount(becomes)}`,
  removedSince: "Inzwischen aus dem Bestand entfernt",
  addedSince: "Inzwischen von jemand anderem angelegt: Zählen Sie es noch einmal",
  soldSince: "Seither wurde mehr verkauft, als gezählt war: Zählen Sie es noch einmal",
  unknownCodes: "Codes, die kein Tier hat",
  note: "Notiz, zum Beispiel das Regal",
  print: "Drucken",
  countMore: "Weiter zählen",
  applying: "Wird gebucht …",
  apply: (differences) => `${counted(differences, DIFFERENCES)} buchen`,
  finish: "Abschließen: keine Abweichung",

  // What became of it.
  applied: (pets, differences) => `${counted(pets, PETS)} gezählt, ${counted(differences, DIFFERENCES)}`,
  startNext: (applied) => `${applied}. Mit dem nächsten Scan beginnt die nächste Inventur.`,
  needsConnection: (reason) => `Für die Abweichungen braucht es eine Verbindung. ${reason}`,
  changedByOtherTab:
    "Ein anderer Tab hat diese Zählungen geändert oder gebucht: Wählen Sie „Weiter zählen“ und sehen Sie dann noch einmal nach",
  someRefused:
    "Einige Tiere lassen sich nicht buchen: Zählen Sie sie noch einmal oder löschen Sie ihre Zählung",
  notApplied: (reason) => `Nicht gebucht. ${reason}`,
  notConfirmed: (reason) =>
    `Nicht bestätigt: Versuchen Sie es noch einmal, gebucht wird nur einmal. ${reason}`,
  isBeingApplied:
    "Die Zählung dieses Tiers wird gerade gebucht: Wählen Sie „Abweichungen anzeigen“, um sie noch einmal zu senden, und zählen Sie es dann",
  answerLost:
    "Die Abweichungen wurden vor langer Zeit gesendet, die Antwort ging verloren. Unter Aktivität sehen Sie, ob sie gebucht wurden: Verwerfen Sie dann diese Zählungen",
};
