// Spanish: a pet's panel, its label, and the dialogs that add and change pets.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount, formatDelta } from "../format.ts";

const PETS = { one: "mascota", many: "de mascotas", other: "mascotas" };
const UNITS = { one: "unidad", many: "de unidades", other: "unidades" };
const ROWS = { one: "fila", many: "de filas", other: "filas" };

export const pet: Catalogue["pet"] = {
  close: "Cerrar",
  loading: "Cargando el inventario…",
  status: "Estado",
  statusNow: (status) => `Estado: ${status}`,
  quantity: "Cantidad",
  inStock: "{quantity} en existencias",
  save: "Guardar",
  cancel: "Cancelar",
  removeThis: "Eliminar esta mascota",
  missing: "En el inventario no hay ninguna mascota con este id.",
  addThis: (petId) => `Añadir la mascota ${petId}`,
  loadingHistory: "Cargando el historial…",
  historyFailed: "No se ha podido cargar el historial.",
  tryAgain: "Reintentar",

  label: "Datos",
  code: "Código",
  lowAt: "Pocas desde",
  enterWholeNumber: (max) => `Escriba un número entero de 0 a ${formatCount(max)}`,
  changedByOthers: "Cambio de otra persona",
  changedByOthersTo: (value) => `Otra persona ha hecho un cambio: ahora ${value}`,
  saving: "Guardando…",
  saved: "Guardado",
  notConfirmed: "Sin confirmar; reintentando",
  conflict: (member) => `${member}: su dato {yours}, el otro {theirs}`,
  useMine: "Usar el mío",
  keepTheirs: "Dejar el otro",
  notSaved: "Sin guardar",
  notSavedBecause: "Sin guardar: {change}. {reason}.",
  retry: "Reintentar",
  discard: "Descartar",

  add: "Añadir una mascota",
  addPet: "Añadir mascota",
  petId: "Id de la mascota",
  enterPetId: "Escriba el id de la mascota",
  petIdTooLong: "Un id tiene como máximo 19 cifras",
  petIdNotWhole: "Un id es un número entero",
  exists: (petId, quantity, status) =>
    `La mascota ${petId} ya está en el inventario: ${formatCount(quantity)}, ${status}.`,
  openIt: "Abrirla",
  notAdded: (reason) => `No se ha añadido: ${reason}.`,
  added: (petId) => `Mascota ${petId} añadida`,

  setOf: (named) => `Fijar la cantidad: ${named}`,
  setOfPets: (pets) => `Fijar la cantidad de ${counted(pets, PETS)}`,
  adjustOf: (named) => `Ajustar la cantidad: ${named}`,
  adjustOfPets: (pets) => `Ajustar la cantidad de ${counted(pets, PETS)}`,
  statusOf: (named) => `Cambiar el estado: ${named}`,
  statusOfPets: (pets) => `Cambiar el estado de ${counted(pets, PETS)}`,
  removeOf: (named) => `¿Eliminar ${named}?`,
  removeOfPets: (pets) => `¿Eliminar ${counted(pets, PETS)}?`,
  changePets: (pets) => `Cambiar ${counted(pets, PETS)}`,
  removePets: (pets) => `Eliminar ${counted(pets, PETS)}`,
  newStatus: "Nuevo estado",
  newQuantity: "Nueva cantidad",
  changeBy: "Cambiar en",
  newQuantityHint: "La misma para cada una",
  changeByHint: "Por ejemplo 5 o -2, para cada una",
  enterUnsigned: "Escriba una cantidad sin signo",
  enterDifference: "Escriba una diferencia, por ejemplo -2",
  itLeaves:
    "Sale del inventario. El historial conserva lo que había: «Deshacer» la recupera, justo después o más tarde en la página Actividad.",
  theyLeave:
    "Salen del inventario. El historial conserva lo que había: «Deshacer» las recupera, justo después o más tarde en la página Actividad.",
  itLeavesWithStock: (units) =>
    `Sale del inventario, con ${counted(units, UNITS)} en existencias. El historial conserva lo que había: «Deshacer» la recupera, justo después o más tarde en la página Actividad.`,
  theyLeaveWithStock: (units) =>
    `Salen del inventario, con ${counted(units, UNITS)} en existencias. El historial conserva lo que había: «Deshacer» las recupera, justo después o más tarde en la página Actividad.`,
  pets: (pets) => counted(pets, PETS),
  quantitySet: (pets, quantity) => `${pets}: cantidad fijada en ${formatCount(quantity)}`,
  quantityAdjusted: (pets, by) => `${pets}: cantidad cambiada en ${formatDelta(by)}`,
  statusSet: (pets, status) => `${pets}: nuevo estado «${status}»`,
  removed: (named) => `${named} eliminada`,
  petsRemoved: (pets) =>
    counted(pets, {
      one: "mascota eliminada",
      many: "de mascotas eliminadas",
      other: "mascotas eliminadas",
    }),

  paste: (rows) => `Pegar ${counted(rows, ROWS)}`,
  pasteBelow: "Las cantidades van en filas consecutivas, desde la fila activa hacia abajo.",
  pasteOmitted: (rows, max) =>
    `Después de las primeras ${formatCount(max)} se omiten ${counted(rows, ROWS)}: importe tantas como archivo.`,
  pasted: (pets) =>
    `${counted(pets, {
      one: "mascota cambiada",
      many: "de mascotas cambiadas",
      other: "mascotas cambiadas",
    })} al pegar`,
  row: (row) => `Fila ${row}`,
  petIdMissing: "Falta el id de la mascota",
  noRowForIt: "La tabla no tiene una fila para ella",
  unknownPet: (petId) => `Ninguna mascota tiene el id ${petId}. Añádala o importe las filas como archivo`,
  inRowAlready: (petId, row) => `La mascota ${petId} ya está en la fila ${row}`,
  needsManager: "Para cambiar un estado hace falta la función de encargado",
  roundedId: (text) =>
    `La hoja de cálculo ha redondeado el id ${text}: dé formato de texto a su columna y escriba el id de nuevo`,
  notPetId: (text) => `«${text}» no es el id de una mascota`,
  notQuantity: (text, max) => `«${text}» no es un número entero de 0 a ${formatCount(max)}`,
  notStatus: (text, statuses) => `«${text}» no es un estado: ${statuses}`,

  preview: "Vista previa",
  pet: "Mascota",
  now: "Ahora",
  afterwards: "Después",
  isRemoved: "eliminada",
  morePets: (pets) =>
    `y ${counted(pets, { one: "mascota más", many: "de mascotas más", other: "mascotas más" })}`,
  petsRefused: (pets) =>
    `${counted(pets, { one: "mascota no se puede", many: "de mascotas no se pueden", other: "mascotas no se pueden" })} cambiar:`,
  rowsRefused: (rows) =>
    `${counted(rows, { one: "fila no se puede", many: "de filas no se pueden", other: "filas no se pueden" })} aplicar:`,
  problem: (where, problem) => `${where}: ${problem}`,
  moreProblems: (problems) => `y ${formatCount(problems)} más`,
  leaveOut: "Omitirlas y cambiar las demás",
  unchanged: (pets) =>
    `${counted(pets, { one: "mascota ya está", many: "de mascotas ya están", other: "mascotas ya están" })} así.`,
  goneMeanwhile: (pets) => `Otras personas han eliminado entretanto ${counted(pets, PETS)}.`,
  onlyInStock: (quantity) => `Solo quedan ${formatCount(quantity)}`,
  overMaximum: (quantity, max) => `${formatCount(quantity)} supera el máximo de ${formatCount(max)}`,
  comparing: "Comparando con el inventario actual",
  applying: "El servicio aplica el cambio, entero o nada",
  offline:
    "No hay conexión. Los cambios de varias mascotas la necesitan: inténtelo de nuevo cuando haya vuelto",
  stopped: "Detenido. Si el servicio ya tenía el cambio, la tabla lo muestra",
  appliedBefore: "El intento anterior sí se aplicó. Cierre esto y mire la tabla",
  unconfirmed: (reason) => `Sin confirmar: inténtelo de nuevo, se aplica una sola vez. ${reason}`,
  tooManyRemoved: (max) =>
    `Se pueden eliminar a la vez unas ${counted(max, PETS)} como máximo. Seleccione menos`,
  removedMeanwhile: (petId) => `La mascota ${petId} se ha eliminado entretanto`,
};
