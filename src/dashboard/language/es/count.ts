// Spanish: the stock-take.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount, formatDelta } from "../format.ts";

const PETS_COUNTED = {
  one: "mascota contada",
  many: "de mascotas contadas",
  other: "mascotas contadas",
};
const DIFFERENCES = { one: "diferencia", many: "de diferencias", other: "diferencias" };

export const count: Catalogue["count"] = {
  loading: "Cargando el recuento…",
  readOnly: "Esta clave solo permite leer",
  needsClerk: "Para contar necesita una clave con el rol de dependiente.",
  progress: (pets) => `${counted(pets, PETS_COUNTED)}.`,
  keptNowhere: "Este navegador no guarda nada: lo contado se pierde al cerrar esta pestaña.",
  keptHere: "Guardado en este dispositivo.",
  cancel: "Cancelar",

  // Scanning.
  scan: "Escanee o escriba código, id o nombre",
  matchingPets: "Mascotas que coinciden",
  openCamera: "Escanear con la cámara",
  camera: "Cámara",
  closeCamera: "Cerrar la cámara",
  cameraNeedsHttps: "La cámara solo funciona con https. Abra esta página con https o escriba el código",
  cameraRefused: "El navegador no tiene permiso para usar la cámara. Permítalo en sus ajustes",
  cameraMissing: "No se ha encontrado ninguna cámara",
  cameraFailed: "No se ha podido encender la cámara",
  eachScan: "Cada escaneo cuenta uno",
  blind: "A ciegas: ocultar la cantidad esperada",
  unknown: "Ninguna mascota tiene el id o el código {code}.",
  noteIt: "Anotarlo para después",
  noted: (code) => `Anotado: ${code}`,
  countAsNew: "Contarlo como mascota nueva",

  // The count of one pet.
  count: "Cantidad contada",
  oneLess: "Una menos",
  oneMore: "Una más",
  next: "Siguiente",
  isNew: "Nueva: se añadirá al inventario.",
  expected: (quantity) => `Cantidad esperada: ${formatCount(quantity)}.`,
  countedBefore: (quantity) => `Contado antes: ${formatCount(quantity)}`,
  petCounted: (pet, quantity) => `${pet}: ${formatCount(quantity)}`,
  enterCount: "Escriba la cantidad que ha contado",
  otherScan: "Eso era otro escaneo. Escriba primero la cantidad de esta mascota",
  notWhole: (text) => `«${text}» no es un número entero`,
  tooLarge: "Es una cantidad demasiado grande",

  // The counts so far.
  countedLast: "Lo último contado",
  edit: "Editar",
  editCountOf: (pet) => `Editar lo contado: ${pet}`,
  removeCountOf: (pet) => `Quitar lo contado: ${pet}`,
  discard: "Descartar",
  discardAll: "¿Descartar este recuento?",
  areForgotten: (pets) =>
    `Se perderá lo contado: ${counted(pets, { one: "mascota", many: "de mascotas", other: "mascotas" })}. El inventario no cambia.`,

  // The sheet of differences.
  comparing: "Comparando…",
  showDifferences: "Ver las diferencias",
  differences: "Diferencias",
  summary: (pets, differences) => `${counted(pets, PETS_COUNTED)}, ${counted(differences, DIFFERENCES)}.`,
  showOnlyDifferences: "Ver solo las diferencias",
  showAll: "Ver todo",
  counts: "Cantidades contadas",
  pet: "Mascota",
  expectedColumn: "Esperado",
  countedColumn: "Contado",
  differenceColumn: "Diferencia",
  remove: "Quitar",
  newPet: "nueva",
  movedSince: (by, becomes) => `${formatDelta(by)} desde que se contó: quedan ${formatCount(becomes)}`,
  removedSince: "Se ha eliminado del inventario después",
  addedSince: "Otra persona la ha añadido después: cuéntela otra vez",
  soldSince: "Después se ha vendido más de lo contado: cuéntela otra vez",
  unknownCodes: "Códigos que no tiene ninguna mascota",
  note: "Nota, por ejemplo el estante",
  print: "Imprimir",
  countMore: "Seguir contando",
  applying: "Aplicando…",
  apply: (differences) => `Aplicar ${counted(differences, DIFFERENCES)}`,
  finish: "Terminar: no hay diferencias",

  // What became of it.
  applied: (pets, differences) => `${counted(pets, PETS_COUNTED)}, ${counted(differences, DIFFERENCES)}`,
  startNext: (applied) => `${applied}. Escanee para empezar el siguiente recuento.`,
  needsConnection: (reason) => `Para ver las diferencias hace falta conexión. ${reason}`,
  changedByOtherTab:
    "Otra pestaña ha cambiado o aplicado lo contado: elija «Seguir contando» y vuelva a mirar",
  someRefused: "Algunas mascotas no se pueden aplicar: cuéntelas otra vez o quite lo contado",
  notApplied: (reason) => `No se ha aplicado. ${reason}`,
  notConfirmed: (reason) => `Sin confirmar: inténtelo de nuevo, solo se aplica una vez. ${reason}`,
  isBeingApplied:
    "Lo contado de esta mascota se está aplicando: elija «Ver las diferencias» para enviarlo de nuevo y cuéntela después",
  answerLost:
    "Las diferencias se enviaron hace mucho y la respuesta se perdió. En Actividad verá si se aplicaron: en ese caso, descarte lo contado",
};
