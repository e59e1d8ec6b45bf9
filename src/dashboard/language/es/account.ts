// Spanish: the account menu, and the dialogs of keys and links.

import type { Catalogue } from "../catalogue.ts";

export const account: Catalogue["account"] = {
  signInAgain: "Vuelva a iniciar sesión",
  signOutInstead: "Mejor cerrar sesión",
  editsKept: "Sus cambios sin guardar se conservan.",

  account: "Cuenta",
  accountOf: (name) => `Cuenta: ${name}`,
  commands: "Comandos (Ctrl K)",
  apiReference: "Referencia de la API",
  sharedComputer: "Este ordenador es compartido",
  signOut: "Cerrar sesión",
  unknownOwner: "Sesión iniciada. Aquí no se puede ver de quién es esta clave.",
  onBrowser: "Sesión iniciada en este navegador",
  inTab: "Sesión iniciada solo en esta pestaña",
  role: (name, rights) => `${name}: ${rights}`,

  useLink: "¿Usar la clave del enlace?",
  useLinkOf: (name) => `¿Iniciar sesión como ${name}?`,
  useUnknownLink: "¿Iniciar sesión con este enlace?",
  stay: "Seguir con la sesión",
  stayAs: (name) => `Seguir como ${name}`,
  signIn: "Iniciar sesión",
  signInAs: (name) => `Iniciar sesión como ${name}`,
  useKey: "Usar la clave del enlace",
  switchTo: (name) => `Cambiar a ${name}`,
  notNow: "Ahora no",
  linkOf: (role, rights) =>
    `El enlace inicia la sesión de este navegador en {host} como {name} (${role}: ${rights}).`,
  linkUnknown:
    "El enlace inicia la sesión de este navegador en {host} con una clave cuyo nombre no se puede ver aquí.",
  youAreIn: "Ya ha iniciado sesión.",
  youAre: "Ha iniciado sesión como {name}.",
  onlyYours:
    "Úselo solo si se hizo para usted: cada cambio queda registrado a nombre de la clave con la que se hace.",
  worksOnce: "El enlace sirve una sola vez: se gasta al iniciar sesión.",
  linkInHistory:
    "El historial del navegador guarda el enlace, que contiene la clave. En un ordenador que usan otras personas, inicie sesión solo con la clave.",
};
