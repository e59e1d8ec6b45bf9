// German: a pet's panel, its label, and the dialogs that add and change pets.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount, formatDelta } from "../format.ts";

const PETS = { one: "Tier", other: "Tiere" };
/** After "von". */
const OF_PETS = { one: "Tier", other: "Tieren" };
const ROWS = { one: "Zeile", other: "Zeilen" };

const KEPT = "Der Verlauf bewahrt auf, was war:";
const BACK = "gleich danach, oder später auf der Seite „Aktivität“.";

export const pet: Catalogue["pet"] = {
  close: "Schließen",
  loading: "Der Bestand wird geladen …",
  status: "Status",
  statusNow: (status) => `Status: ${status}`,
  quantity: "Menge",
  inStock: "{quantity} auf Lager",
  save: "Speichern",
  cancel: "Abbrechen",
  removeThis: "Dieses Tier entfernen",
  missing: "Im Bestand ist kein Tier mit dieser ID.",
  addThis: (petId) => `Tier ${petId} anlegen`,
  loadingHistory: "Der Verlauf wird geladen …",
  historyFailed: "Der Verlauf konnte nicht geladen werden.",
  tryAgain: "Erneut versuchen",

  label: "Angaben",
  code: "Code",
  lowAt: "Knapp ab",
  enterWholeNumber: (max) => `Geben Sie eine ganze Zahl von 0 bis ${formatCount(max)} ein`,
  changedByOthers: "Von jemand anderem geändert",
  changedByOthersTo: (value) => `Von jemand anderem geändert: jetzt ${value}`,
  saving: "Wird gespeichert …",
  saved: "Gespeichert",
  notConfirmed: "Nicht bestätigt; neuer Versuch läuft",
  conflict: (member) => `${member}: Ihre Angabe {yours}, die andere {theirs}`,
  useMine: "Meine nehmen",
  keepTheirs: "Andere behalten",
  notSaved: "Nicht gespeichert",
  notSavedBecause: "Nicht gespeichert: {change}. {reason}.",
  retry: "Erneut versuchen",
  discard: "Verwerfen",

  add: "Tier anlegen",
  addPet: "Anlegen",
  petId: "ID des Tiers",
  enterPetId: "Geben Sie die ID des Tiers ein",
  petIdTooLong: "Eine ID hat höchstens 19 Ziffern",
  petIdNotWhole: "Eine ID ist eine ganze Zahl",
  exists: (petId, quantity, status) =>
    `Tier ${petId} ist schon im Bestand: ${formatCount(quantity)}, ${status}.`,
  openIt: "Öffnen",
  notAdded: (reason) => `Nicht angelegt: ${reason}.`,
  added: (petId) => `Tier ${petId} angelegt`,

  setOf: (named) => `Menge setzen: ${named}`,
  setOfPets: (pets) => `Menge von ${counted(pets, OF_PETS)} setzen`,
  adjustOf: (named) => `Menge anpassen: ${named}`,
  adjustOfPets: (pets) => `Menge von ${counted(pets, OF_PETS)} anpassen`,
  statusOf: (named) => `Status ändern: ${named}`,
  statusOfPets: (pets) => `Status von ${counted(pets, OF_PETS)} ändern`,
  removeOf: (named) => `${named} entfernen?`,
  removeOfPets: (pets) => `${counted(pets, PETS)} entfernen?`,
  changePets: (pets) => `${counted(pets, PETS)} ändern`,
  removePets: (pets) => `${counted(pets, PETS)} entfernen`,
  newStatus: "Neuer Status",
  newQuantity: "Neue Menge",
  changeBy: "Ändern um",
  newQuantityHint: "Für jedes Tier dieselbe",
  changeByHint: "Etwa 5 oder -2, für jedes Tier",
  enterUnsigned: "Geben Sie eine Menge ohne Vorzeichen ein",
  enterDifference: "Geben Sie einen Unterschied ein, etwa -2",
  itLeaves: `Es verlässt den Bestand. ${KEPT} „Rückgängig“ bringt es zurück, ${BACK}`,
  theyLeave: `Sie verlassen den Bestand. ${KEPT} „Rückgängig“ bringt sie zurück, ${BACK}`,
  itLeavesWithStock: (units) =>
    `Es verlässt den Bestand, mit ${formatCount(units)} Stück. ${KEPT} „Rückgängig“ bringt es zurück, ${BACK}`,
  theyLeaveWithStock: (units) =>
    `Sie verlassen den Bestand, mit ${formatCount(units)} Stück. ${KEPT} „Rückgängig“ bringt sie zurück, ${BACK}`,
  pets: (pets) => counted(pets, PETS),
  quantitySet: (pets, quantity) => `${pets}: Menge auf ${formatCount(quantity)} gesetzt`,
  quantityAdjusted: (pets, by) => `${pets}: Menge um ${formatDelta(by)} geändert`,
  statusSet: (pets, status) => `${pets}: Status auf „${status}“ gesetzt`,
  removed: (named) => `${named} entfernt`,
  petsRemoved: (pets) => `${counted(pets, PETS)} entfernt`,

  paste: (rows) => `${counted(rows, ROWS)} einfügen`,
  pasteBelow: "Die Mengen kommen in aufeinanderfolgende Zeilen, von der aktiven Zeile an abwärts.",
  pasteOmitted: (rows, max) =>
    `Ausgelassen nach den ersten ${formatCount(max)}: ${counted(rows, ROWS)}. Importieren Sie so viele als Datei.`,
  pasted: (pets) => `${counted(pets, PETS)} durch Einfügen geändert`,
  row: (row) => `Zeile ${row}`,
  petIdMissing: "Die ID des Tiers fehlt",
  noRowForIt: "Die Tabelle hat keine Zeile dafür",
  unknownPet: (petId) =>
    `Kein Tier hat die ID ${petId}. Legen Sie es an, oder importieren Sie die Zeilen als Datei`,
  inRowAlready: (petId, row) => `Tier ${petId} steht schon in Zeile ${row}`,
  needsManager: "Einen Status darf nur die Leitung ändern",
  roundedId: (text) =>
    `Die Tabellenkalkulation hat die ID ${text} gerundet: Formatieren Sie ihre Spalte als Text, und geben Sie die ID neu ein`,
  notPetId: (text) => `„${text}“ ist nicht die ID eines Tiers`,
  notQuantity: (text, max) => `„${text}“ ist keine ganze Zahl von 0 bis ${formatCount(max)}`,
  notStatus: (text, statuses) => `„${text}“ ist kein Status: ${statuses}`,

  preview: "Vorschau",
  pet: "Tier",
  now: "Jetzt",
  afterwards: "Dann",
  isRemoved: "entfernt",
  morePets: (pets) => `und ${counted(pets, { one: "weiteres Tier", other: "weitere Tiere" })}`,
  petsRefused: (pets) =>
    `${counted(pets, { one: "Tier kann", other: "Tiere können" })} nicht geändert werden:`,
  rowsRefused: (rows) =>
    `${counted(rows, { one: "Zeile kann", other: "Zeilen können" })} nicht übernommen werden:`,
  problem: (where, problem) => `${where}: ${problem}`,
  moreProblems: (problems) => `und ${formatCount(problems)} mehr`,
  leaveOut: "Auslassen und die anderen ändern",
  unchanged: (pets) => `${counted(pets, { one: "Tier ist", other: "Tiere sind" })} schon so.`,
  goneMeanwhile: (pets) =>
    `${counted(pets, { one: "Tier wurde", other: "Tiere wurden" })} inzwischen von anderen entfernt.`,
  onlyInStock: (quantity) => `Nur ${formatCount(quantity)} auf Lager`,
  overMaximum: (quantity, max) =>
    `${formatCount(quantity)} ist mehr als die Höchstmenge von ${formatCount(max)}`,
  comparing: "Vergleich mit dem jetzigen Bestand",
  applying: "Der Dienst führt die Änderung aus, ganz oder gar nicht",
  offline:
    "Es besteht keine Verbindung. Änderungen mehrerer Tiere brauchen eine: Versuchen Sie es wieder, wenn sie zurück ist",
  stopped: "Abgebrochen. Wenn die Änderung schon beim Dienst war, zeigt sie die Tabelle",
  appliedBefore:
    "Der vorige Versuch wurde doch ausgeführt. Schließen Sie das Fenster, und sehen Sie in die Tabelle",
  unconfirmed: (reason) =>
    `Nicht bestätigt: Versuchen Sie es noch einmal, es wird nur einmal ausgeführt. ${reason}`,
  tooManyRemoved: (max) =>
    `Auf einmal lassen sich höchstens etwa ${counted(max, PETS)} entfernen. Wählen Sie weniger aus`,
  removedMeanwhile: (petId) => `Tier ${petId} wurde inzwischen entfernt`,
};
