// French: trends, and what is low.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount } from "../format.ts";

export const trends: Catalogue["trends"] = {
  tryAgain: "Réessayer",
  failed: (reason) => `${reason}.`,

  // Pets that need attention.
  needsAttention: "À surveiller",
  nothingNeedsIt: "Rien à surveiller",
  loadingInventory: "Chargement du stock…",
  low: "Stock bas",
  lowHint: "La quantité a atteint le seuil de stock bas de sa fiche, et l’animal n’est pas vendu.",
  noneLeft: "Disponible, mais il n’en reste aucun",
  noneLeftHint: "Réapprovisionnez, ou marquez l’animal comme vendu.",
  soldInStock: "Vendu, mais encore en stock",
  soldInStockHint: "Corrigez la quantité ou le statut.",
  showMore: (pets) =>
    `En voir plus : encore ${counted(pets, { one: "animal", many: "d’animaux", other: "animaux" })}`,
  quantityOf: (pet) => `Quantité : ${pet}`,
  statusOf: (pet, status) => `Statut : ${pet}, ${status}`,
  save: "Enregistrer",
  saving: "Enregistrement…",
  notConfirmed: "Non confirmé ; nouvel essai en cours",
  notSaved: (reason) => `Non enregistré : ${reason}`,
  setByOthers: (quantity) => `Non enregistré : quelqu’un d’autre a mis ${formatCount(quantity)}`,
  dismiss: "Masquer",

  // Over time.
  overTime: "Au fil du temps",
  period: "Période",
  wholeHistory: "Tout",
  lastChange: "Dernière modification : {time}.",
  loadingTotals: "Chargement des totaux…",
  totalsFailed: "Les totaux n’ont pas pu être chargés",
  noHistory: "Pas encore d’historique",
  firstChange: "Le graphique commence avec la première modification.",
  beginsThisHour: "L’historique commence avec cette heure. Les graphiques apparaîtront avec la deuxième.",
  beginsThisDay: "L’historique commence avec ce jour. Les graphiques apparaîtront avec le deuxième.",
  beginsThisWeek: "L’historique commence avec cette semaine. Les graphiques apparaîtront avec la deuxième.",
  unitsInStock: "Unités en stock",
  inAndOutByHour: "Entrées et sorties par heure",
  inAndOutByDay: "Entrées et sorties par jour",
  inAndOutByWeek: "Entrées et sorties par semaine",
  chart: (title, newest) => `${title}. ${newest}`,
  newest: (series, value) => `${series} maintenant : ${formatCount(value)}`,
  from: "Dès",
  units: "Unités",
  in: "Entrées",
  out: "Sorties",
  unitsNow: "Unités maintenant",
  petsInStock: "Animaux en stock",
  cameIn: "Entrées",
  wentOut: "Sorties",
  showFigures: "Voir les chiffres",
  figures: "Chiffres",
  figuresByHour: "Stock à la fin de chaque heure, avec ses entrées et ses sorties. Les heures sont en UTC.",
  figuresByDay: "Stock à la fin de chaque jour, avec ses entrées et ses sorties. Les heures sont en UTC.",
  figuresByWeek: "Stock à la fin de chaque semaine, avec ses entrées et ses sorties. Les heures sont en UTC.",
  available: "Disponibles",
  pending: "Réservés",
  sold: "Vendus",

  // By reason.
  byReason: "Entrées et sorties par motif",
  reason: "Motif",
  reading: (changes) =>
    `Lecture de l’historique : ${counted(changes, { one: "modification", many: "de modifications", other: "modifications" })} jusqu’ici`,
  readSince: (changes) => `Les modifications les plus récentes : ${formatCount(changes)}, depuis : {time}.`,
  readMore: (changes) => `En lire ${formatCount(changes)} de plus`,
  nothingMoved: "Rien n’est entré ni sorti pendant cette période.",
};
