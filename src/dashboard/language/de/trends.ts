// German: trends, and what is low.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount } from "../format.ts";

export const trends: Catalogue["trends"] = {
  tryAgain: "Erneut versuchen",
  failed: (reason) => `${reason}.`,

  // Pets that need attention.
  needsAttention: "Zu erledigen",
  nothingNeedsIt: "Nichts zu erledigen",
  loadingInventory: "Der Bestand wird geladen …",
  low: "Knapper Bestand",
  lowHint:
    "Die Menge hat die Grenze erreicht, die in den Angaben als knapp steht, und das Tier ist nicht verkauft.",
  noneLeft: "Verfügbar, aber keins mehr da",
  noneLeftHint: "Bestellen Sie nach oder setzen Sie das Tier auf verkauft.",
  soldInStock: "Verkauft, aber noch da",
  soldInStockHint: "Berichtigen Sie die Menge oder den Status.",
  showMore: (pets) =>
    `Mehr anzeigen: noch ${counted(pets, { one: "weiteres Tier", other: "weitere Tiere" })}`,
  quantityOf: (pet) => `Menge: ${pet}`,
  statusOf: (pet, status) => `Status: ${pet}, ${status}`,
  save: "Speichern",
  saving: "Wird gespeichert …",
  notConfirmed: "Nicht bestätigt; neuer Versuch läuft",
  notSaved: (reason) => `Nicht gespeichert: ${reason}`,
  setByOthers: (quantity) =>
    `Nicht gespeichert: Jemand anderes hat die Menge auf ${formatCount(quantity)} gesetzt`,
  dismiss: "Ausblenden",

  // Over time.
  overTime: "Im Lauf der Zeit",
  period: "Zeitraum",
  wholeHistory: "Alles",
  lastChange: "Letzte Änderung: {time}.",
  loadingTotals: "Die Summen werden geladen …",
  totalsFailed: "Die Summen konnten nicht geladen werden",
  noHistory: "Noch kein Verlauf",
  firstChange: "Das Diagramm beginnt mit der ersten Änderung.",
  beginsThisHour: "Der Verlauf beginnt mit dieser Stunde. Die Diagramme erscheinen mit der zweiten.",
  beginsThisDay: "Der Verlauf beginnt mit diesem Tag. Die Diagramme erscheinen mit dem zweiten.",
  beginsThisWeek: "Der Verlauf beginnt mit dieser Woche. Die Diagramme erscheinen mit der zweiten.",
  unitsInStock: "Stück im Bestand",
  inAndOutByHour: "Zugang und Abgang je Stunde",
  inAndOutByDay: "Zugang und Abgang je Tag",
  inAndOutByWeek: "Zugang und Abgang je Woche",
  chart: (title, newest) => `${title}. ${newest}`,
  newest: (series, value) => `${series} jetzt: ${formatCount(value)}`,
  from: "Ab",
  units: "Stück",
  in: "Zugang",
  out: "Abgang",
  unitsNow: "Stück jetzt",
  petsInStock: "Tiere mit Bestand",
  cameIn: "Zugänge",
  wentOut: "Abgänge",
  showFigures: "Zahlen anzeigen",
  figures: "Zahlen",
  figuresByHour:
    "Bestand am Ende jeder Stunde sowie Zugang und Abgang in dieser Stunde. Die Zeiten sind UTC.",
  figuresByDay: "Bestand am Ende jedes Tages sowie Zugang und Abgang an diesem Tag. Die Zeiten sind UTC.",
  figuresByWeek: "Bestand am Ende jeder Woche sowie Zugang und Abgang in dieser Woche. Die Zeiten sind UTC.",
  available: "Verfügbar",
  pending: "Reserviert",
  sold: "Verkauft",

  // By reason.
  byReason: "Zugang und Abgang nach Grund",
  reason: "Grund",
  reading: (changes) =>
    `Der Verlauf wird gelesen: bisher ${counted(changes, { one: "Änderung", other: "Änderungen" })}`,
  readSince: (changes) => `Die neuesten Änderungen: ${formatCount(changes)}, zurück bis: {time}.`,
  readMore: (changes) => `${formatCount(changes)} weitere lesen`,
  nothingMoved: "In diesem Zeitraum gab es weder Zugang noch Abgang.",
};
