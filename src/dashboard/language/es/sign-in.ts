// Spanish: the sign-in form.

import type { Catalogue } from "../catalogue.ts";

export const signIn: Catalogue["signIn"] = {
  title: "Inventario de la tienda de mascotas",
  lead: "Vea y cambie las existencias de cada mascota.",
  apiKey: "Clave de API",
  show: "Mostrar",
  sharedComputer: "Este ordenador es compartido",
  keyInTab: "La clave se queda solo en esta pestaña: si la cierra o la recarga, se cierra la sesión.",
  keyStored:
    "La clave se guarda en este navegador hasta que cierre la sesión: las pestañas nuevas también la tienen abierta.",
  signIn: "Iniciar sesión",
  signingIn: "Iniciando sesión…",
  askForLink: "¿No tiene clave? Pida a un administrador de este servicio un enlace que inicie su sesión:",
  askForKey: "¿No tiene clave? Pida una a un administrador de este servicio:",
};
