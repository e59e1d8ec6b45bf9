// German: activity, a pet's history, undo.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount } from "../format.ts";

const PETS = { one: "Tier", other: "Tiere" };
const OF_PETS = { one: "Tier", other: "Tieren" };
const MORE_PETS = { one: "weiteres Tier", other: "weitere Tiere" };

export const history: Catalogue["history"] = {
  // The page.
  loadingActivity: "Die Aktivität wird geladen …",
  loading: "Wird geladen …",
  failed: (reason) => `${reason}.`,
  tryAgain: "Erneut versuchen",
  today: "Heute",
  yesterday: "Gestern",
  showOlder: "Ältere Änderungen anzeigen",
  searchFurther: "Weiter zurück suchen",
  noChanges: "Noch keine Änderungen",
  firstAppears: "Die erste Änderung erscheint hier.",
  noMatching: "Keine passenden Änderungen",
  showAll: "Alle Änderungen anzeigen",
  person: "Person",
  everyone: "Alle",
  reason: "Grund",
  allReasons: "Alle",
  day: "Tag",

  // A revision.
  pets: (pets) => counted(pets, PETS),
  petsAndLabels: (pets, labels) => `${counted(pets, PETS)}, Angaben von ${counted(labels, OF_PETS)}`,
  what: (reason, pets) => `${reason}: ${pets}`,
  whatOfUndo: (reason, revision, pets) => `${reason} (Revision ${formatCount(revision)}): ${pets}`,
  madeBy: "{reason} von {actor}, {time}",
  undoAsks: "Rückgängig …",
  undoRevision: (revision) => `Revision ${formatCount(revision)} rückgängig machen`,
  morePets: (pets) => `Und ${counted(pets, MORE_PETS)}.`,

  // Undoing a revision.
  undoTitle: "Diese Änderung rückgängig machen?",
  undo: "Rückgängig machen",
  undoPets: (pets) => `Bei ${counted(pets, OF_PETS)} rückgängig machen`,
  undoLabels: (labels) => `Angaben von ${counted(labels, OF_PETS)} zurücksetzen`,
  title: (reason, pets) => `${reason}, ${pets}`,
  looking: "Es wird geprüft, was sich ändern würde …",
  nothingLeft: "Es gibt nichts mehr rückgängig zu machen.",
  return: (pets) =>
    `${counted(pets, { one: "Tier wird wieder, wie es war", other: "Tiere werden wieder, wie sie waren" })}.`,
  comeBack: (pets) =>
    `${counted(pets, { one: "entferntes Tier kommt zurück", other: "entfernte Tiere kommen zurück" })}.`,
  leave: (pets) =>
    `${counted(pets, { one: "dabei angelegtes Tier wird entfernt", other: "dabei angelegte Tiere werden entfernt" })}.`,
  labelsReturn: (pets) => `Die Angaben von ${counted(pets, OF_PETS)} werden wieder, wie sie waren.`,
  stay: (pets) =>
    `${counted(pets, { one: "Tier wurde seither geändert und bleibt, wie es ist", other: "Tiere wurden seither geändert und bleiben, wie sie sind" })}:`,
  stays: (pet, stock) => `${pet}, jetzt ${stock}`,
  moreStay: (pets) => `und ${counted(pets, MORE_PETS)}`,
  notUndone: (reason) => `Nicht rückgängig gemacht. ${reason}`,
  cannotUndo: (reason) => `Diese Änderung lässt sich nicht rückgängig machen. ${reason}`,

  // A pet's history.
  history: "Verlauf",
  loadingHistory: "Der Verlauf wird geladen …",
  noneKept: "Keine Änderungen: Seit der Verlauf beginnt, hat sich dieses Tier nicht geändert.",
  newestFirst: "Änderungen, die neuesten zuerst",
  stock: (quantity, status) => `${formatCount(quantity)}, ${status}`,
  notInInventory: "nicht im Bestand",
  added: (stock) => `angelegt: ${stock}`,
  removed: "entfernt",

  // Setting a pet back: what it is set back to, and the sentences with it.
  stockBack: (stock) => stock,
  removedAgain: "wieder entfernt",
  nameBack: (name) => `Name ${name}`,
  kindBack: (kind) => `Art ${kind}`,
  codeBack: (code) => `Code ${code}`,
  lowBack: (low) => `knapp ab ${low}`,
  noName: "kein Name",
  noKind: "keine Art",
  noCode: "kein Code",
  noLow: "kein „Knapp ab“",
  noLabel: "keine Angaben",
  setBack: (to) => `Zurück auf: ${to}`,
  removeAgain: "Wieder entfernen",
  undoTo: (to) => `Rückgängig machen: ${to}`,
  petSetBack: (pet, to) => `${pet}, wie vorher: ${to}`,
  asItWas: "Wie vor dieser Änderung; spätere Änderungen bleiben im Verlauf",
  changedByOthers: (pet) =>
    `${pet} wurde gerade von jemand anderem geändert. Sehen Sie nach und versuchen Sie es dann erneut`,
};
