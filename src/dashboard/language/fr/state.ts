// French: names of pages, roles and filters.

import type { Catalogue } from "../catalogue.ts";

export const state: Catalogue["state"] = {
  pages: {
    "/": "Stock",
    "/count": "Inventaire",
    "/activity": "Activité",
    "/trends": "Tendances",
    "/keys": "Clés",
  },
  roles: {
    reader: { name: "Lecture", rights: "voit tout, ne modifie rien" },
    clerk: { name: "Vendeur", rights: "compte et modifie les quantités" },
    manager: { name: "Responsable", rights: "modifie tout sauf les clés" },
    admin: { name: "Administrateur", rights: "modifie tout, y compris les clés" },
  },
  presets: {
    inStock: "En stock",
    noneLeft: "Épuisés",
    all: "Tous",
    low: "Stock bas",
    availableNoneLeft: "Disponibles mais épuisés",
    soldInStock: "Vendus mais en stock",
  },
};
