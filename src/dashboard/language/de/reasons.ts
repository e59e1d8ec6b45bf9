// German: why the stock changes.

import type { Catalogue } from "../catalogue.ts";

export const reasons: Catalogue["reasons"] = {
  reason: "Grund",
  noReason: "Kein Grund",
  note: "Notiz",
  words: {
    received: "Eingang",
    returned: "Rückgabe",
    sold: "Verkauft",
    counted: "Gezählt",
    damaged: "Beschädigt",
    lost: "Verloren",
    correction: "Korrektur",
    update: "Geändert",
    set: "Gesetzt",
    adjust: "Angepasst",
    remove: "Entfernt",
    import: "Importiert",
    undo: "Rückgängig gemacht",
  },
};
