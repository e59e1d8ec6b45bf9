// Spanish: what is wrong with a file or a value of it.

import { LABEL_TEXT_LENGTH_MAX } from "../../../inventory/label.ts";
import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount } from "../format.ts";

const NO_QUANTITY = "no es un número entero de mascotas";
const NOT_CLOSED = "¿falta cerrar un corchete o unas comillas?";

const bytesOf = (n: number): string => counted(n, { one: "byte", many: "de bytes", other: "bytes" });
const retype = (values: string): string =>
  `dé formato de texto a la columna, escriba otra vez ${values} originales y guarde de nuevo el archivo`;

export const problems: Catalogue["problems"] = {
  file_empty: "El archivo está vacío",
  file_not_utf8: "El archivo no está en UTF-8: guárdelo como CSV (UTF-8)",
  file_not_csv: "Las primeras líneas no son CSV",
  file_utf16: "El archivo está en UTF-16: guárdelo como CSV (UTF-8)",
  file_archive: "El archivo es un libro o un archivo ZIP: guarde la hoja como CSV (UTF-8)",
  file_workbook: "El archivo es un libro: guarde la hoja como CSV (UTF-8)",
  file_gzip: "El archivo está comprimido con gzip: descomprímalo antes",
  file_zstd: "El archivo está comprimido con zstd: descomprímalo antes",
  nul_byte: "Hay un byte NUL: el archivo es binario o está en UTF-16; guárdelo como CSV (UTF-8)",

  header_absent: ({ names }) => `El archivo no tiene encabezado: escriba «${names}» en la primera línea`,
  header_unknown: ({ value, names }) => `«${value}» no es un encabezado: añada «${names}» como primera línea`,
  header_json: ({ value }) =>
    `«${value}» es JSON, no CSV: use la extensión .json, o .ndjson si cada línea es una mascota`,
  header_quote_open: ({ value }) =>
    `«${value}» no es un encabezado: hay unas comillas sin cerrar en la línea`,
  header_too_long: ({ bytes }) => `La primera línea tiene más de ${bytesOf(bytes)}: ¿es un archivo CSV?`,
  header_too_wide: ({ count, names }) =>
    `El encabezado tiene ${counted(count, { one: "columna", many: "de columnas", other: "columnas" })}: las posibles son ${names}`,
  column_missing: "falta la columna: añádala",
  column_unknown: ({ value, names }) => `«${value}» no es una columna: quítela (las columnas son ${names})`,
  column_repeated: ({ value, meant }) =>
    `«${value}» nombra otra vez la columna ${meant}: deje solo una de las dos`,
  column_misnamed: ({ value, meant }) => `«${value}» no es una columna: escriba «${meant}»`,

  not_utf8: ({ value }) => `«${value}» no está en UTF-8: guarde el archivo como CSV (UTF-8)`,
  line_too_long: ({ bytes }) => `La línea tiene más de ${bytesOf(bytes)}`,
  row_too_long: ({ bytes }) => `La fila tiene más de ${bytesOf(bytes)}`,
  quote_open: "En esta fila hay unas comillas que nunca se cierran",
  quote_too_long: ({ bytes }) => `En esta fila hay unas comillas sin cerrar en ${bytesOf(bytes)}`,
  text_after_quote: ({ value }) =>
    `«${value}» tiene texto detrás de unas comillas de cierre: escriba dobles las comillas dentro de un valor y ponga el valor entero entre comillas`,
  cell_count: ({ value, count, expected, separator }) => {
    const cells = counted(count, { one: "celda", many: "de celdas", other: "celdas" });
    const hint = separator === undefined ? "" : `: ¿hay un «${separator}» dentro de un valor?`;
    return `«${value}» tiene ${cells} y el encabezado ${formatCount(expected)}${hint}`;
  },

  array_not_begun:
    "El archivo no empieza por «[»: debe ser una sola lista JSON (una mascota por línea es .ndjson)",
  array_absent: "El archivo no tiene una lista JSON",
  array_open: "El archivo termina dentro de la lista, antes de su «]» de cierre: ¿está cortado?",
  array_in_lines: ({ value }) => `«${value}» empieza una lista JSON: use la extensión .json`,
  text_after_array: "Hay texto detrás del «]» que cierra la lista: quítelo",
  item_open: `El archivo termina dentro de esta mascota: ${NOT_CLOSED}`,
  item_too_long: ({ bytes }) => `La mascota ocupa más de ${bytesOf(bytes)}: ${NOT_CLOSED}`,
  item_missing: ({ before }) => `Falta una mascota antes de «${before}»: quite la coma`,
  not_item: ({ value, example }) => `«${value}» no es una mascota: escriba ${example}`,
  not_json: ({ value, detail }) => `«${value}» no es JSON: ${detail}`,
  number_too_long: ({ value }) =>
    `«${value}» tiene cien cifras seguidas: ningún número de una mascota es tan largo`,
  member_repeated: ({ value }) => `«${value}» aparece dos veces en una mascota: deje solo una de las dos`,
  member_unknown: ({ value, names }) =>
    `«${value}» no es un dato de una mascota: quítelo (los datos son ${names})`,
  member_misnamed: ({ value, meant }) => `«${value}» no es un dato de una mascota: escriba «${meant}»`,
  member_missing: ({ needs }) => `falta el dato: toda mascota necesita ${needs}`,
  number_in_quotes: ({ value }) => `«${value}» es un texto: escriba el número sin comillas`,
  text_expected: ({ value }) => `«${value}» no es un texto: escríbalo entre comillas`,
  code_as_number: ({ value }) =>
    `«${value}» es un número: escriba el código entre comillas, para conservar los ceros iniciales`,

  value_missing: "la celda está vacía, y toda fila necesita un valor",
  id_rounded: ({ value }) => `«${value}» fue redondeado por una hoja de cálculo: ${retype("los ids")}`,
  id_invalid: ({ value }) =>
    `«${value}» no es un id: escríbalo solo con cifras (sin «+», separadores, decimales ni ceros iniciales)`,
  quantity_invalid: ({ value }) => `«${value}» ${NO_QUANTITY}`,
  quantity_with_separators: ({ value }) => `«${value}» ${NO_QUANTITY}: escríbalo sin separadores`,
  quantity_with_signs: ({ value }) => `«${value}» ${NO_QUANTITY}: escríbalo sin «+» ni ceros iniciales`,
  status_unknown: ({ value }) => `«${value}» no es un estado: escriba disponible, reservada o vendida`,
  status_misspelt: ({ value, meant }) => `«${value}» no es un estado: escriba «${meant}»`,
  code_rounded: ({ value }) => `«${value}» fue redondeado por una hoja de cálculo: ${retype("los códigos")}`,
  pet_repeated: ({ value, firstLine }) =>
    `«${value}» ya está en la línea ${formatCount(firstLine)}: deje solo una de las dos`,
  too_long: ({ value }) => `«${value}» tiene más de ${formatCount(LABEL_TEXT_LENGTH_MAX)} caracteres`,
  control_character: ({ value }) => `«${value}» tiene un salto de línea u otro carácter de control: quítelo`,
  invisible_character: ({ value }) =>
    `«${value}» tiene un carácter invisible, que cambia cómo lo leen los demás: quítelo`,
  lone_surrogate: ({ value }) => `«${value}» tiene medio carácter: escriba el carácter entero`,
  api_key: ({ value }) =>
    `«${value}» contiene una clave de API, que no debe guardarse: quítela, y revóquela si otros la han visto`,

  cell_error: ({ value, cell }) => `«${value}» es un error en la celda ${cell}: corríjalo en la hoja`,
  cell_without_result: ({ cell }) =>
    `la fórmula de la celda ${cell} no tiene un resultado guardado: abra el archivo en una hoja de cálculo y guárdelo de nuevo`,
  cell_too_long: ({ value, cell }) => `«${value}», en la celda ${cell}, es demasiado largo`,
  cell_rounded: ({ value, cell }) =>
    `«${value}», en la celda ${cell}, es un número de más de 15 cifras, que una hoja de cálculo redondea: ${retype("los valores")}`,
};
