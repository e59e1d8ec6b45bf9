// Spanish: the list of keys.

import type { Catalogue } from "../catalogue.ts";

export const keyList: Catalogue["keyList"] = {
  enter: "Intro",
  tab: "Tab",
  esc: "Esc",
  space: "Espacio",
  shift: "Mayús",
  control: "Ctrl",
  delete: "Supr",
  toSearch:
    "Buscar, igual que una letra o un dígito mientras nada tiene el foco; Intro abre la mascota con ese id o código exacto",
  toMove: "Moverse por la tabla; con Ctrl, hasta sus extremos",
  toType: "Escribir una cantidad, o cuánto cambia",
  toEdit: "Editar la cantidad, elegir un estado o abrir la mascota",
  toSave: "Guardar y pasar a la derecha",
  toCancel: "Cancelar, quitar la selección o cerrar la mascota",
  toSelect: "Seleccionar la fila",
  toSelectRange: "Seleccionar un rango",
  toSelectAll: "Seleccionar todas las filas de la vista",
  toCopy: "Copiar filas, pegar celdas de una hoja de cálculo",
  toRemove: "Eliminar las mascotas seleccionadas",
  toUndo: "Deshacer el último cambio",
  toCommand: "Abrir el menú de comandos: páginas, mascotas, vistas guardadas, acciones",
  toKeys: "Mostrar estas teclas",
};
