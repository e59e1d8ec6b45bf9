// Portuguese of Brazil: names of pages, roles and filters.

import type { Catalogue } from "../catalogue.ts";

export const state: Catalogue["state"] = {
  pages: {
    "/": "Estoque",
    "/count": "Contagem",
    "/activity": "Atividade",
    "/trends": "Tendências",
    "/keys": "Chaves",
  },
  roles: {
    reader: { name: "Leitor", rights: "vê tudo, não altera nada" },
    clerk: { name: "Atendente", rights: "conta e altera quantidades" },
    manager: { name: "Gerente", rights: "altera tudo, menos as chaves" },
    admin: { name: "Administrador", rights: "altera tudo, inclusive as chaves" },
  },
  presets: {
    inStock: "Em estoque",
    noneLeft: "Esgotados",
    all: "Todos",
    low: "Estoque baixo",
    availableNoneLeft: "Disponíveis, mas esgotados",
    soldInStock: "Vendidos, mas em estoque",
  },
};
