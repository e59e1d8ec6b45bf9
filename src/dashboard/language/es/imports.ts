// Spanish: files to import: columns, problems of rows.

import type { Catalogue } from "../catalogue.ts";
import { counted, formOf } from "../format.ts";

const pets = (n: number): string => counted(n, { one: "mascota", many: "de mascotas", other: "mascotas" });

export const imports: Catalogue["imports"] = {
  petId: "Id de mascota",
  quantity: "Cantidad",
  status: "Estado",
  name: "Nombre",
  kind: "Tipo",
  code: "Código",
  low: "Pocas desde",
  inColumn: (title, text) => `${title}: ${text}`,
  unnamedColumn: (position, value) => `Columna ${position} (${value})`,

  repeated: (line) => `Igual que la línea ${line}`,
  contested: "Aparece más de una vez con valores distintos",
  needsQuantityToReplace: "La fila no tiene cantidad, y para reemplazarlo todo hace falta una",
  needsManagerToAdd:
    "Ninguna mascota tiene este id, y para añadir mascotas hace falta una clave con el rol de encargado",
  needsQuantityToAdd: "Ninguna mascota tiene este id, y la fila no tiene una cantidad para añadirla",
  roundedId:
    "Ninguna mascota tiene este id, que parece redondeado por una hoja de cálculo: dé formato de texto a la columna, escriba otra vez los ids originales y guarde de nuevo el archivo",
  statusAlone: "La fila tiene un estado, pero no una cantidad",

  fileTooLarge: (file) => `${file} es demasiado grande. El límite es de 50 MB`,
  fileRefused: (file, reason) => `No se puede leer ${file}. ${reason}`,
  workbookDamaged:
    "El libro está dañado o no es un archivo .xlsx: ábralo en una hoja de cálculo y guárdelo de nuevo como .xlsx",
  workbookEncrypted: "El libro está protegido con una contraseña: guárdelo sin ella",
  workbookOld: "El archivo tiene un formato antiguo de Excel: ábralo y guárdelo como .xlsx",
  workbookTooLarge:
    "El libro es demasiado grande: guarde la hoja sola, o como CSV (UTF-8), que puede tener más filas",
  workbookEmpty: "Ninguna hoja visible del libro tiene filas",

  importedFrom: (n, file) => `${pets(n)} ${formOf(n, { one: "importada", other: "importadas" })} de ${file}`,
  petsAdded: (n) => `${pets(n)} ${formOf(n, { one: "añadida", other: "añadidas" })}`,
  petsChanged: (n) => `${pets(n)} ${formOf(n, { one: "modificada", other: "modificadas" })}`,
  petsRemoved: (n) => `${pets(n)} ${formOf(n, { one: "eliminada", other: "eliminadas" })}`,
  labelsChanged: (n) => `datos de ${pets(n)} modificados`,
  nothingChanged: "No había nada que modificar",
  importComplete: (file, outcome) => `La importación de ${file} ha terminado: ${outcome}`,
  importInterrupted: (file) =>
    `La importación de ${file} se interrumpió. En Actividad se ve si llegó a aplicarse`,
  importAgain: (file, reason) => `${file} no se ha importado. ${reason}. Vuelva a importarlo`,
  importUnknown: (file, reason) => `Todavía no se sabe si ${file} se ha importado. ${reason}`,
  tryAgain: "Intentar de nuevo",
  pageFailed: (detail) => `Ha fallado la página: ${detail}`,
};
