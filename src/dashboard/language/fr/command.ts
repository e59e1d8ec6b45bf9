// French: the command menu.

import type { Catalogue } from "../catalogue.ts";

export const command: Catalogue["command"] = {
  title: "Commandes",
  field: "Page, animal, vue ou action",
  nothing: "Aucun résultat",
  page: "Page",
  pet: "Animal",
  view: "Vue",
  action: "Action",
  undo: (change) => `Annuler la modification : ${change}`,
  importFile: "Importer un fichier",
  exportInventory: "Exporter le stock",
  openReference: "Ouvrir la référence de l’API",
  signOut: "Se déconnecter",
};
