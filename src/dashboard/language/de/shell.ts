// German: navigation, the connection's state, what a page says while it loads.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

export const shell: Catalogue["shell"] = {
  live: "Live",
  dialogNotLoaded:
    "Der Dialog konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es noch einmal",
  lastChecked: (time) => `Zuletzt geprüft um ${time}`,
  changesWaiting: (changes) => counted(changes, { one: "Änderung wartet", other: "Änderungen warten" }),
};
