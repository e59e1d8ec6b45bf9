// French: navigation, the connection's state, what a page says while it loads.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

export const shell: Catalogue["shell"] = {
  live: "En direct",
  dialogNotLoaded: "La boîte de dialogue n’a pas pu être chargée. Vérifiez la connexion, puis réessayez",
  lastChecked: (time) => `Vérifié à ${time}`,
  changesWaiting: (changes) =>
    counted(changes, { one: "modification en attente", other: "modifications en attente" }),
};
