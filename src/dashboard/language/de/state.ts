// German: names of pages, roles and filters.

import type { Catalogue } from "../catalogue.ts";

export const state: Catalogue["state"] = {
  pages: {
    "/": "Bestand",
    "/count": "Inventur",
    "/activity": "Aktivität",
    "/trends": "Trends",
    "/keys": "Schlüssel",
  },
  roles: {
    reader: { name: "Leser", rights: "sieht alles, ändert nichts" },
    clerk: { name: "Mitarbeiter", rights: "zählt und ändert Mengen" },
    manager: { name: "Leitung", rights: "ändert alles außer Schlüsseln" },
    admin: { name: "Admin", rights: "ändert alles, auch Schlüssel" },
  },
  presets: {
    inStock: "Auf Lager",
    noneLeft: "Keine mehr",
    all: "Alle",
    low: "Knapp",
    availableNoneLeft: "Verfügbar, keins da",
    soldInStock: "Verkauft, aber noch da",
  },
};
