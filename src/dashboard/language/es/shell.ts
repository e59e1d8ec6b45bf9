// Spanish: navigation, the connection's state, what a page says while it loads.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

export const shell: Catalogue["shell"] = {
  live: "En vivo",
  lastChecked: (time) => `Comprobado a las ${time}`,
  changesWaiting: (changes) => counted(changes, { one: "cambio pendiente", other: "cambios pendientes" }),
};
