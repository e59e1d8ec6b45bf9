// German: the command menu.

import type { Catalogue } from "../catalogue.ts";

export const command: Catalogue["command"] = {
  title: "Befehle",
  field: "Seite, Tier, Ansicht oder Aktion",
  nothing: "Nichts gefunden",
  page: "Seite",
  pet: "Tier",
  view: "Ansicht",
  action: "Aktion",
  undo: (change) => `Rückgängig machen: ${change}`,
  importFile: "Eine Datei importieren",
  exportInventory: "Den Bestand exportieren",
  openReference: "Die API-Referenz öffnen",
  signOut: "Abmelden",
};
