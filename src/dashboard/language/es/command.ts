// Spanish: the command menu.

import type { Catalogue } from "../catalogue.ts";

export const command: Catalogue["command"] = {
  title: "Comandos",
  field: "Página, mascota, vista o acción",
  nothing: "No hay resultados",
  page: "Página",
  pet: "Mascota",
  view: "Vista",
  action: "Acción",
  undo: (change) => `Deshacer: ${change}`,
  importFile: "Importar un archivo",
  exportInventory: "Exportar el inventario",
  openReference: "Abrir la referencia de la API",
  signOut: "Cerrar sesión",
};
