// Spanish: keys that are refused or expire.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

export const session: Catalogue["session"] = {
  neverExpires: "La clave no caduca nunca",
  expired: (date, time) => `La clave caducó el ${date} a las ${time}`,
  expiresInHours: (hours, time) =>
    `La clave caduca en ${counted(hours, { one: "hora", many: "de horas", other: "horas" })}, a las ${time}`,
  expiresInDays: (days, date) =>
    `La clave caduca en ${counted(days, { one: "día", many: "de días", other: "días" })}, el ${date}`,
  expiresSoon: (expiry) => `${expiry}: pida otra a tiempo.`,
  signedIn: "Sesión iniciada.",
  signedInAs: (name) => `Sesión iniciada como ${name}.`,

  notKey: (start) => `Esto no es una clave de API. Las claves empiezan por ${start}`,
  linkWithoutKey: (start) => `Este enlace no contiene ninguna clave de API. Las claves empiezan por ${start}`,
  incompleteKey: "Esta clave está incompleta. Copie la clave entera y péguela otra vez.",
  incompleteLink: "Este enlace está incompleto. Ábralo otra vez o pida otro.",
  revoked: "Esta clave fue revocada. Pida otra.",
  hasExpired: "Esta clave ha caducado. Pida otra.",
  expiredOn: (date, time) => `Esta clave caducó el ${date} a las ${time}. Pida otra.`,
  unknownKey: "Este servicio no conoce esta clave. ¿Se creó para otro servicio?",
  mistyped: "Esta clave está mal escrita o incompleta. Copie la clave entera y péguela otra vez.",
  refused: "El servicio ha rechazado esta clave. Pida otra.",
  stillSignedIn: (reason) => `Su sesión sigue abierta. ${reason}`,
  linkRefused: (reason) => `Su sesión sigue abierta con su propia clave. Sobre la del enlace: ${reason}`,

  tooMany: "Llegan demasiadas solicitudes desde aquí. Reintentando…",
  tooManyFor: (seconds) => `Llegan demasiadas solicitudes desde aquí. Nuevo intento en ${seconds} s…`,
  busy: "El servicio está ocupado o arrancando. Reintentando…",
  unreachable: "No se puede conectar con el servicio. Reintentando…",
  notLoaded: (reason) => `No se ha podido cargar el inventario: ${reason}`,
  unknownError: "error desconocido",

  shared:
    "La clave se queda solo en esta pestaña: si la cierra o la recarga, se cierra la sesión. Si ha iniciado sesión con un enlace que contiene #key=, borre también el historial del navegador",
  notStored: "Este navegador no puede guardar la clave: vuelva a iniciar sesión después de recargar",
  notSent: (changes) =>
    `${counted(changes, { one: "cambio aún no se ha enviado", many: "de cambios aún no se han enviado", other: "cambios aún no se han enviado" })}. Inicie sesión aquí con la misma clave para enviarlos.`,
};
