// Spanish: why the stock changes.

import type { Catalogue } from "../catalogue.ts";

export const reasons: Catalogue["reasons"] = {
  reason: "Motivo",
  noReason: "Sin motivo",
  note: "Nota",
  words: {
    received: "Recibida",
    returned: "Devuelta",
    sold: "Vendida",
    counted: "Contada",
    damaged: "Dañada",
    lost: "Perdida",
    correction: "Corrección",
    update: "Modificada",
    set: "Fijada",
    adjust: "Ajustada",
    remove: "Eliminada",
    import: "Importada",
    undo: "Deshecha",
  },
};
