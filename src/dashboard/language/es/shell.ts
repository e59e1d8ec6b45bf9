// Spanish: navigation, the connection's state, what a page says while it loads.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

export const shell: Catalogue["shell"] = {
  brand: "Tienda de mascotas",
  pages: "Páginas",
  loadingPage: (page) => `Cargando ${page}…`,
  live: "En vivo",
  lastChecked: (time) => `Comprobado a las ${time}`,
  loadingPets: (pets) =>
    `Cargando: ${counted(pets, { one: "mascota", many: "de mascotas", other: "mascotas" })} hasta ahora`,
  offlineKnown: (since) => `Sin conexión desde las ${since}: últimas cantidades conocidas`,
  offlineRetrying: (since) => `Sin conexión desde las ${since}: reintentando`,
  offlineWaiting: (since, changes) =>
    `Sin conexión desde las ${since}: ${counted(changes, { one: "cambio pendiente", many: "de cambios pendientes", other: "cambios pendientes" })}`,
  undo: "Deshacer",
  commandsNotLoaded:
    "No se ha podido cargar el menú de comandos. Compruebe la conexión y vuelva a intentarlo",
  dialogNotLoaded: "No se ha podido cargar el cuadro de diálogo. Compruebe la conexión y vuelva a intentarlo",
  sendOtherEdit: "¿Enviar este cambio a su nombre?",
  sendEditOf: (by) => `¿Enviar el cambio de ${by} a su nombre?`,
  send: "Enviar",
  sendAs: (name) => `Enviar como ${name}`,
  anotherKey: "Alguien con otra clave",
  youAre: "Ha iniciado sesión como {name}.",
  recordedName: "Cada cambio queda registrado a nombre de la clave con la que se hace.",
};
