// Portuguese of Brazil: why the stock changes.

import type { Catalogue } from "../catalogue.ts";

export const reasons: Catalogue["reasons"] = {
  reason: "Motivo",
  noReason: "Sem motivo",
  note: "Observação",
  words: {
    received: "Recebido",
    returned: "Devolvido",
    sold: "Vendido",
    counted: "Contado",
    damaged: "Danificado",
    lost: "Perdido",
    correction: "Correção",
    update: "Alterado",
    set: "Definido",
    adjust: "Ajustado",
    remove: "Removido",
    import: "Importado",
    undo: "Desfeito",
  },
};
