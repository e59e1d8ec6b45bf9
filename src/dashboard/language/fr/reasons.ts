// French: why the stock changes.

import type { Catalogue } from "../catalogue.ts";

export const reasons: Catalogue["reasons"] = {
  reason: "Motif",
  noReason: "Aucun motif",
  note: "Note",
  words: {
    received: "Reçu",
    returned: "Retourné",
    sold: "Vendu",
    counted: "Compté",
    damaged: "Abîmé",
    lost: "Perdu",
    correction: "Correction",
    update: "Modifié",
    set: "Fixé",
    adjust: "Ajusté",
    remove: "Retiré",
    import: "Importé",
    undo: "Modification annulée",
  },
};
