// Spanish: navigation, the connection's state, what a page says while it loads.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

export const shell: Catalogue["shell"] = {
  live: "En vivo",
  dialogNotLoaded: "No se ha podido cargar el cuadro de diálogo. Compruebe la conexión e inténtelo de nuevo",
  lastChecked: (time) => `Comprobado a las ${time}`,
  changesWaiting: (changes) => counted(changes, { one: "cambio pendiente", other: "cambios pendientes" }),
};
