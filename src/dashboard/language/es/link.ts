// Spanish: a link that signs in once, and could not.

import type { Catalogue } from "../catalogue.ts";

export const link: Catalogue["link"] = {
  notOpened: "No se ha podido abrir este enlace. Recargue la página y ábralo otra vez.",
  openedOn: (date, time) => `Este enlace sirve una sola vez y se abrió el ${date} a las ${time}. Pida otro.`,
  opened: "Este enlace sirve una sola vez y ya se abrió. Pida otro.",
  expiredOn: (date, time) => `Este enlace caducó el ${date} a las ${time}. Pida otro.`,
  expired: "Este enlace ha caducado. Pida otro.",
  withdrawnOn: (date, time) => `Este enlace fue retirado el ${date} a las ${time}. Pida otro.`,
  withdrawn: "Este enlace fue retirado. Pida otro.",
  unknown: "Este servicio no conoce este enlace. Quizá lo sustituyó uno más nuevo: pida otro.",
  incomplete: "Este enlace está incompleto. Ábralo otra vez o pida otro.",
  answerLost:
    "La respuesta a este enlace se perdió por el camino. Ábralo otra vez; si dice que ya se abrió, pida otro.",
  refused: (reason) => `Este enlace no se puede abrir aquí: ${reason}`,
  unreachable: "No se puede conectar con el servicio. Abra el enlace otra vez.",
};
