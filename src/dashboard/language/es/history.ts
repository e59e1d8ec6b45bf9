// Spanish: activity, a pet's history, undo.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount } from "../format.ts";

const PETS = { one: "mascota", many: "de mascotas", other: "mascotas" };
const MORE_PETS = { one: "mascota más", many: "de mascotas más", other: "mascotas más" };

export const history: Catalogue["history"] = {
  // The page.
  loadingActivity: "Cargando la actividad…",
  loading: "Cargando…",
  failed: (reason) => `${reason}.`,
  tryAgain: "Reintentar",
  today: "Hoy",
  yesterday: "Ayer",
  showOlder: "Ver cambios anteriores",
  searchFurther: "Buscar más atrás",
  noChanges: "Todavía no hay cambios",
  firstAppears: "Aquí aparecerá el primer cambio.",
  noMatching: "Ningún cambio coincide",
  showAll: "Ver todos los cambios",
  person: "Persona",
  everyone: "Todas",
  reason: "Motivo",
  allReasons: "Todos",
  day: "Día",

  // A revision.
  pets: (pets) => counted(pets, PETS),
  petsAndLabels: (pets, labels) => `${counted(pets, PETS)}, datos de ${counted(labels, PETS)}`,
  what: (reason, pets) => `${reason}: ${pets}`,
  whatOfUndo: (reason, revision, pets) => `${reason} (revisión ${formatCount(revision)}): ${pets}`,
  madeBy: "{reason} por {actor}, {time}",
  undoAsks: "Deshacer…",
  undoRevision: (revision) => `Deshacer la revisión ${formatCount(revision)}`,
  morePets: (pets) => `Y ${counted(pets, MORE_PETS)}.`,

  // Undoing a revision.
  undoTitle: "¿Deshacer este cambio?",
  undo: "Deshacer",
  undoPets: (pets) => `Deshacer en ${counted(pets, PETS)}`,
  undoLabels: (labels) => `Deshacer los datos de ${counted(labels, PETS)}`,
  title: (reason, pets) => `${reason}, ${pets}`,
  looking: "Comprobando qué cambiaría…",
  nothingLeft: "No queda nada que deshacer.",
  return: (pets) =>
    `${counted(pets, { one: "mascota vuelve a estar como antes", many: "de mascotas vuelven a estar como antes", other: "mascotas vuelven a estar como antes" })}.`,
  comeBack: (pets) =>
    `${counted(pets, { one: "mascota eliminada vuelve al inventario", many: "de mascotas eliminadas vuelven al inventario", other: "mascotas eliminadas vuelven al inventario" })}.`,
  leave: (pets) =>
    `${counted(pets, { one: "mascota que se añadió se eliminará", many: "de mascotas que se añadieron se eliminarán", other: "mascotas que se añadieron se eliminarán" })}.`,
  labelsReturn: (pets) => `Los datos de ${counted(pets, PETS)} vuelven a ser los de antes.`,
  stay: (pets) =>
    `${counted(pets, { one: "mascota ha cambiado después y se queda como está", many: "de mascotas han cambiado después y se quedan como están", other: "mascotas han cambiado después y se quedan como están" })}:`,
  stays: (pet, stock) => `${pet}, ahora ${stock}`,
  moreStay: (pets) => `y ${counted(pets, MORE_PETS)}`,
  notUndone: (reason) => `No se ha deshecho. ${reason}`,
  cannotUndo: (reason) => `Este cambio no se puede deshacer. ${reason}`,

  // A pet's history.
  history: "Historial",
  loadingHistory: "Cargando el historial…",
  noneKept: "No hay cambios: esta mascota no ha cambiado desde que empieza el historial.",
  newestFirst: "Cambios, los más recientes primero",
  stock: (quantity, status) => `${formatCount(quantity)}, ${status}`,
  notInInventory: "no está en el inventario",
  added: (stock) => `añadida: ${stock}`,
  removed: "eliminada",

  // Setting a pet back: what it is set back to, and the sentences with it.
  stockBack: (stock) => stock,
  removedAgain: "eliminada otra vez",
  nameBack: (name) => `nombre ${name}`,
  kindBack: (kind) => `tipo ${kind}`,
  codeBack: (code) => `código ${code}`,
  lowBack: (low) => `mínimo ${low}`,
  noName: "sin nombre",
  noKind: "sin tipo",
  noCode: "sin código",
  noLow: "sin mínimo",
  noLabel: "sin datos",
  setBack: (to) => `Volver a: ${to}`,
  removeAgain: "Eliminar otra vez",
  undoTo: (to) => `Deshacer: ${to}`,
  petSetBack: (pet, to) => `${pet}, como antes: ${to}`,
  asItWas: "Como estaba antes de este cambio; los cambios posteriores siguen en el historial",
  changedByOthers: (pet) => `${pet}: otra persona acaba de cambiarla. Mire cómo está y vuelva a intentarlo`,
};
