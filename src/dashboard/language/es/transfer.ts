// Spanish: the import dialog and export.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount, formOf } from "../format.ts";

const pets = (n: number): string => counted(n, { one: "mascota", many: "de mascotas", other: "mascotas" });
const rows = (n: number): string => counted(n, { one: "fila", many: "de filas", other: "filas" });
const changes = (n: number): string => counted(n, { one: "cambio", many: "de cambios", other: "cambios" });

const tooMany = (n: number, max: number): string =>
  `${changes(n)} son demasiados a la vez: se pueden enviar hasta ${formatCount(max)}.`;

export const transfer: Catalogue["transfer"] = {
  cancel: "Cancelar",

  exportTitle: "Exportar",
  whatToExport: "Qué exportar",
  pets: "Mascotas",
  thisView: (n) => `Esta vista, ${pets(n)}`,
  everything: (n) => `Todo, ${pets(n)}`,
  format: "Formato",
  spreadsheet: "Hoja de cálculo (CSV)",
  spreadsheetDetail:
    "Con nombres, tipos y códigos. Se abre en Excel tal cual: los ids largos conservan todas sus cifras y ningún texto se convierte en fórmula.",
  csv: "CSV",
  csvDetail: "Id, cantidad y estado en UTF-8, como los escribe petstock export.",
  ndjson: "NDJSON",
  ndjsonDetail: "Una mascota por línea, para programas.",
  json: "JSON",
  jsonDetail: "Una lista, como la devuelve la API.",
  download: "Descargar",
  loadingInventory: "Cargando el inventario…",
  fileWritten: "Parte del archivo ya escrita",

  importTitle: "Importar",
  chooseFile: "Elegir un archivo",
  readingFile: "Lectura del archivo",
  waitingForInventory: "A la espera del inventario",
  preview: "Vista previa",
  importing: "Importación en curso",
  outcome: "Resultado",

  chooseAsManager:
    "Un archivo con ids de mascotas y con cantidades, estados, nombres, tipos, códigos o la cantidad a partir de la cual quedan pocas. Verá qué cambiaría antes de que cambie nada.",
  chooseAsClerk:
    "Un archivo con ids de mascotas y cantidades. Verá qué cambiaría antes de que cambie nada. Su clave cambia cantidades; para todo lo demás hace falta el rol de encargado.",
  dropFile: "Suelte aquí un archivo o {choose}",
  chooseOne: "elija uno",
  fileKinds: "Excel (.xlsx), CSV guardado por una hoja de cálculo, NDJSON o JSON, hasta 50 MB",
  pasteRows: "O pegue filas de una hoja de cálculo",
  pastedRows: "filas pegadas",

  reading: "Leyendo {name}",
  fileRead: "Parte del archivo ya leída",
  previewWaits: "La vista previa de {name} se abrirá cuando se haya cargado todo el inventario.",
  petsSoFar: (n) => `${pets(n)} hasta ahora`,
  applying: "Importando {name}. Se aplica entero o no se aplica, aunque cierre ahora esta página.",
  serviceApplies: "El servicio está aplicando la importación",
  waitForImport: (file) => `${file} no se ha abierto. Espere a que termine esta importación`,
  noAdminApi: (file) =>
    `${file} no se ha abierto. Esta página no llega a la Admin API, que las importaciones necesitan: pida a quien administra el servicio que permita las direcciones bajo /admin/`,
  fileUnreadable: (detail) => `No se ha podido leer el archivo: ${detail}`,

  columns: "Columnas:",
  noneRecognised: "ninguna reconocida",
  asChosenBefore: "(como las eligió antes para un archivo así)",
  leftOut: (names, more) =>
    more === 0 ? `Sin usar: ${names}` : `Sin usar: ${names} y ${formatCount(more)} más`,
  quantitiesOnly: "(su clave solo cambia cantidades)",
  columnOf: (title) => `Columna ${title}`,
  chooseColumn: "Elija columna",
  notInFile: "No aparece",
  firstRowHasNames: "Nombres en la primera fila",
  checkColumns: "Revise las columnas:",
  takenFrom: (title, name) => `${title} se toma de «${name}»`,
  mayMeanElse: "Un nombre así puede significar otra cosa.",
  noIdColumn: "No se ha reconocido ninguna columna con los ids de las mascotas. Elíjala arriba.",
  sheet: "Hoja",
  chooseSheet: "Elija una hoja",
  severalSheets: "El libro tiene varias hojas. Elija una arriba.",

  rows,
  readAs: (encoding) => `leído como ${encoding}`,
  withoutRowsAbove: (n) => `sin ${rows(n)} por encima de los nombres`,
  lookAgain: (message) => `${message}. Revise otra vez la vista previa.`,
  noRows: "El archivo no tiene filas debajo de los nombres.",
  rowsByEffect: "Filas según lo que pasaría",
  problem: "Problemas",
  removed: "Eliminadas",
  changed: "Modificadas",
  created: "Añadidas",
  labeled: "Datos",
  unchanged: "Sin cambios",
  line: "Línea",
  pet: "Mascota",
  whatProblem: "Problema",
  whatNow: "Ahora",
  whatChange: "Cambio",
  whatNew: "Nueva",
  none: "ninguno",
  moreRows: (n) => `y ${counted(n, { one: "fila más", many: "de filas más", other: "filas más" })}`,
  problemsAreLeftOut: "Las filas con problemas no se importan.",
  downloadProblems: "Descargar los problemas",
  moreProblems: (n) =>
    `${counted(n, { one: "problema más", many: "de problemas más", other: "problemas más" })} sin mostrar`,
  reasonImported: "Importación",
  notePlaceholder: "P. ej., un albarán",
  replaceEverything: "Reemplazarlo todo: eliminar las mascotas que no están en el archivo",
  comparing: "Comparando con el inventario…",
  countChanged: (n) => counted(n, { one: "modificada", other: "modificadas" }),
  countAdded: (n) => counted(n, { one: "añadida", other: "añadidas" }),
  countRemoved: (n) => counted(n, { one: "eliminada", other: "eliminadas" }),
  labelsChanged: (n) => `datos de ${pets(n)} modificados`,
  sameValues: "El inventario ya tiene estos valores",
  withProblems: (changed, n) => `${changed}; ${rows(n)} con problemas sin importar`,
  otherFile: "Otro archivo",
  previewAgain: "Repetir la vista previa",
  importAction: "Importar",
  importAndRemove: (n) => `Importar y eliminar ${pets(n)}`,
  importChanges: (n) => `Importar ${changes(n)}`,
  nothingToImport: "Nada que importar",

  checkFailed: (message) => `${message}.`,
  previewFailed: (detail) => `Ha fallado la vista previa: ${detail}`,
  petIsGone: (petId) => `La mascota ${petId} ya no está en el inventario`,
  replaceWithProblems:
    "Un archivo con problemas no puede reemplazarlo todo: se eliminarían las mascotas de esas filas",
  tooManyRows: "Son demasiadas filas a la vez. Importe el archivo por partes",
  tooManyChanges: (n, max) =>
    `${tooMany(n, max)} Importe el archivo por partes, o con una clave con el rol de encargado`,
  tooManyWithoutQuantities: (n, max) =>
    `${tooMany(n, max)} Importe el archivo por partes, o con una columna de cantidades`,

  imported: "{name} se ha importado.",
  notKnown: "No se sabe si {name} se ha importado.",
  askAgainWhy: (reason) => `${reason}. Pregunte otra vez: se aplica una sola vez.`,
  notImported: (file, reason) => `${file} no se ha importado. ${reason}`,
  nothingImported: (reason) => `No se ha importado nada. ${reason}`,
  problemsLeftOut: (n) =>
    `${rows(n)} con problemas no se ${formOf(n, { one: "ha", other: "han" })} importado.`,
  undoImport: "Deshacer la importación",
  askAgain: "Preguntar otra vez",
  done: "Listo",
};
