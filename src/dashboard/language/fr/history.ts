// French: activity, a pet’s history, undo.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount } from "../format.ts";

const PETS = { one: "animal", many: "d’animaux", other: "animaux" };
const LABELS = { one: "fiche", many: "de fiches", other: "fiches" };
const MORE_PETS = { one: "autre animal", many: "d’autres animaux", other: "autres animaux" };

export const history: Catalogue["history"] = {
  // The page.
  loadingActivity: "Chargement de l’activité…",
  loading: "Chargement…",
  failed: (reason) => `${reason}.`,
  tryAgain: "Réessayer",
  today: "Aujourd’hui",
  yesterday: "Hier",
  showOlder: "Voir les modifications plus anciennes",
  searchFurther: "Chercher plus loin",
  noChanges: "Aucune modification pour l’instant",
  firstAppears: "La première modification apparaîtra ici.",
  noMatching: "Aucune modification ne correspond",
  showAll: "Voir toutes les modifications",
  person: "Personne",
  everyone: "Tout le monde",
  reason: "Motif",
  allReasons: "Tous",
  day: "Jour",

  // A revision.
  pets: (pets) => counted(pets, PETS),
  petsAndLabels: (pets, labels) => `${counted(pets, PETS)}, ${counted(labels, LABELS)}`,
  what: (reason, pets) => `${reason} : ${pets}`,
  whatOfUndo: (reason, revision, pets) => `${reason} (révision ${formatCount(revision)}) : ${pets}`,
  madeBy: "{reason} par {actor}, {time}",
  undoAsks: "Annuler…",
  undoRevision: (revision) => `Annuler la révision ${formatCount(revision)}`,
  morePets: (pets) => `Et ${counted(pets, MORE_PETS)}.`,

  // Undoing a revision.
  undoTitle: "Annuler cette modification ?",
  undo: "Annuler la modification",
  undoPets: (pets) => `Annuler pour ${counted(pets, PETS)}`,
  undoLabels: (labels) => `Annuler pour ${counted(labels, LABELS)}`,
  title: (reason, pets) => `${reason}, ${pets}`,
  looking: "Vérification de ce qui changerait…",
  nothingLeft: "Il n’y a plus rien à annuler.",
  return: (pets) =>
    `${counted(pets, { one: "animal redevient comme avant", many: "d’animaux redeviennent comme avant", other: "animaux redeviennent comme avant" })}.`,
  comeBack: (pets) =>
    `${counted(pets, { one: "animal retiré revient", many: "d’animaux retirés reviennent", other: "animaux retirés reviennent" })}.`,
  leave: (pets) =>
    `${counted(pets, { one: "animal ajouté alors sera retiré", many: "d’animaux ajoutés alors seront retirés", other: "animaux ajoutés alors seront retirés" })}.`,
  labelsReturn: (pets) =>
    `${counted(pets, { one: "fiche redevient comme avant", many: "de fiches redeviennent comme avant", other: "fiches redeviennent comme avant" })}.`,
  stay: (pets) =>
    `${counted(pets, { one: "animal a changé depuis et reste tel quel", many: "d’animaux ont changé depuis et restent tels quels", other: "animaux ont changé depuis et restent tels quels" })} :`,
  stays: (pet, stock) => `${pet}, maintenant ${stock}`,
  moreStay: (pets) => `et ${counted(pets, MORE_PETS)}`,
  notUndone: (reason) => `La modification n’a pas été annulée. ${reason}`,
  cannotUndo: (reason) => `Cette modification ne peut pas être annulée. ${reason}`,

  // A pet’s history.
  history: "Historique",
  loadingHistory: "Chargement de l’historique…",
  noneKept: "Aucune modification : cet animal n’a pas changé depuis le début de l’historique.",
  newestFirst: "Modifications, les plus récentes en premier",
  stock: (quantity, status) => `${formatCount(quantity)}, ${status}`,
  notInInventory: "absent du stock",
  added: (stock) => `ajouté : ${stock}`,
  removed: "retiré",

  // Setting a pet back: what it is set back to, and the sentences with it.
  stockBack: (stock) => stock,
  removedAgain: "retiré à nouveau",
  nameBack: (name) => `nom ${name}`,
  kindBack: (kind) => `espèce ${kind}`,
  codeBack: (code) => `code ${code}`,
  lowBack: (low) => `stock bas à ${low}`,
  noName: "sans nom",
  noKind: "sans espèce",
  noCode: "sans code",
  noLow: "sans seuil de stock bas",
  noLabel: "sans fiche",
  setBack: (to) => `Revenir à : ${to}`,
  removeAgain: "Retirer à nouveau",
  undoTo: (to) => `Annuler la modification : ${to}`,
  petSetBack: (pet, to) => `${pet}, comme avant : ${to}`,
  asItWas: "Comme avant cette modification ; les suivantes restent dans l’historique",
  changedByOthers: (pet) => `${pet} vient d’être modifié par quelqu’un d’autre. Regardez, puis réessayez`,
};
