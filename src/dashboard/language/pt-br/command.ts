// Portuguese of Brazil: the command menu.

import type { Catalogue } from "../catalogue.ts";

export const command: Catalogue["command"] = {
  title: "Comandos",
  field: "Página, animal, visualização ou ação",
  nothing: "Nenhum resultado",
  page: "Página",
  pet: "Animal",
  view: "Visualização",
  action: "Ação",
  undo: (change) => `Desfazer: ${change}`,
  importFile: "Importar um arquivo",
  exportInventory: "Exportar o estoque",
  openReference: "Abrir a referência da API",
  signOut: "Sair",
};
