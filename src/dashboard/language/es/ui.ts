// Spanish: what all pages share: dates, dialogs, names, labels.

import type { Catalogue } from "../catalogue.ts";

export const ui: Catalogue["ui"] = {
  cancel: "Cancelar",
  stop: "Detener",
  working: "En curso…",
  close: "Cerrar",
  copied: "Copiado",
  notCopied: "No se ha copiado: seleccione el texto y cópielo a mano",
  now: "ahora mismo",
  loading: "Cargando…",
  notLoaded: "No se ha podido cargar esta página",
  loadAgainHint: "Compruebe la conexión y vuelva a cargarla.",
  loadAgain: "Volver a cargar",
  language: "Idioma",
  languageNotLoaded: (language) =>
    `No se ha podido cargar el idioma «${language}». Compruebe la conexión y vuelva a intentarlo`,
  pet: (petId) => `mascota ${petId}`,
  petFirst: (petId) => `Mascota ${petId}`,
  commandLine: (name) => `${name} (línea de comandos)`,
  statuses: {
    available: "disponible",
    pending: "reservada",
    sold: "vendida",
  },
  members: {
    name: "Nombre",
    kind: "Tipo",
    code: "Código",
    low: "Pocas a partir de",
  },
  memberNouns: {
    name: "nombre",
    kind: "tipo",
    code: "código",
    low: "mínimo",
  },
  noValue: "ningún valor",
  labelRemoved: "datos eliminados",
  memberRemoved: (member) => `${member} eliminado`,
  memberValueRemoved: (member, value) => `${member} ${value} eliminado`,
  memberSet: (member, value) => `${member} ${value}`,
  memberChanged: (member, from, to) => `${member} ${from} → ${to}`,
  named: (name) => `con el nombre ${name}`,
  renamed: (from, to) => `renombrada de ${from} a ${to}`,
};
