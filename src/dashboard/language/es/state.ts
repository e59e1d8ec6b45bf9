// Spanish: names of pages, roles and filters.

import type { Catalogue } from "../catalogue.ts";

export const state: Catalogue["state"] = {
  pages: {
    "/": "Inventario",
    "/count": "Recuento",
    "/activity": "Actividad",
    "/trends": "Tendencias",
    "/keys": "Claves",
  },
  roles: {
    reader: { name: "Lector", rights: "lo ve todo, no cambia nada" },
    clerk: { name: "Dependiente", rights: "cuenta y cambia cantidades" },
    manager: { name: "Encargado", rights: "lo cambia todo menos las claves" },
    admin: { name: "Administrador", rights: "lo cambia todo, también las claves" },
  },
  presets: {
    inStock: "En existencias",
    noneLeft: "Agotadas",
    all: "Todas",
    low: "Quedan pocas",
    availableNoneLeft: "Disponibles pero agotadas",
    soldInStock: "Vendidas pero en existencias",
  },
};
