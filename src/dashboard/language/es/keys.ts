// Spanish: the page of keys.

import type { Catalogue } from "../catalogue.ts";

export const keys: Catalogue["keys"] = {
  title: "Claves",
  about:
    "Cada persona y cada dispositivo recibe su propia clave: el historial la nombra y se puede revocar por separado.",
  loading: "Cargando las claves…",
  failed: (reason) => `${reason}.`,
  notRead: (reason) => `No se han podido leer las claves: ${reason}`,
  tryAgain: "Reintentar",
  notHere: "En esta dirección no se pueden administrar claves",
  notHereBecause:
    "Desde aquí no se llega a la parte del servicio que las administra. Su responsable puede crear claves en el servidor.",
  onlyAdmins: "Solo un administrador puede administrar claves",
  askAdmin:
    "Ha iniciado sesión como {name}, con el rol {role}. Pida a un administrador una clave o un cambio de la suya.",
  whichKeys: "Qué claves",
  active: "Activas",
  all: "Todas",

  // The table.
  noActive: "No hay claves activas",
  oneForEach: "Cree una para cada persona y cada dispositivo.",
  name: "Nombre",
  role: "Rol",
  state: "Estado",
  expires: "Caduca",
  lastUsed: "Último uso",
  history: "Historial",
  yourKey: "Su clave",
  keyStates: {
    active: "activa",
    expires_soon: "caduca pronto",
    expired: "caducada",
    revoked: "revocada",
    link_waiting: "aún sin abrir",
    link_expired: "enlace caducado",
  },
  linkUntil: (until) => `enlace válido hasta: ${until}`,
  never: "nunca",
  actionsFor: (name) => `Acciones para la clave ${name}`,
  replaceAsks: "Sustituir por una clave nueva…",
  revokeAsks: "Revocar…",
  renewAsks: "Crear el enlace de nuevo…",
  withdrawAsks: "Retirar…",
  made: "Creada por {actor} el {time}",
  madeInPlaceOf: "Creada por {actor} el {time}, en lugar de la clave del {replaced}",
  madeInPlaceOfUnknown: "Creada por {actor} el {time}, en lugar de otra clave",
  linkOpened: "Enlace abierto el {time}",
  replacedBy: "Sustituida por {actor} el {time}",
  revokedBy: "Revocada por {actor} el {time}",

  // A new key.
  newKey: "Nueva clave",
  make: "Crear la clave",
  makeLink: "Crear el enlace",
  nameHint: "Quién o qué la usa. El historial la muestra con cada cambio.",
  nameExample: "Ana, o caja-3",
  account: "Cuenta (opcional)",
  accountHint: "Agrupa claves, por ejemplo las de una tienda.",
  giveAs: "Entregarla como",
  aLink: (howLong) => `un enlace de un solo uso, ${howLong}`,
  keyItself: "la propia clave, para caja o script",
  for15Minutes: "15 minutos",
  afterDay: "Después de un día",
  afterWeek: "Después de una semana",
  after30Days: "Después de 30 días",
  after90Days: "Después de 90 días",
  afterYear: "Después de un año",
  neverExpires: "Nunca",
  keyOf: (name) => `La clave de ${name}`,
  linkFor: (name) => `El enlace para ${name}`,
  done: "Listo",
  shownOnlyNow: "Solo se muestra ahora.",
  signsIn: "Quien tenga la clave inicia sesión como {name} ({role}: {rights}).",
  linkWorksOnce: (until) => `Sirve una sola vez, hasta: ${until}.`,
  linkSignsIn: "Quien abra primero el enlace inicia sesión como {name} ({role}: {rights}).",
  link: "Enlace para iniciar sesión",
  copyLink: "Copiar el enlace",
  key: "Clave",
  copyKey: "Copiar la clave",
  qrCodeOf: (name) => `Código QR del enlace que inicia sesión como ${name}`,
  onPhone: "En un teléfono: abra la cámara y escanee este código.",
  noPhone: (host) =>
    `Un teléfono no puede abrir este enlace, porque esta página está abierta en ${host}, que es solo este ordenador. Para un teléfono, abra esta página con la dirección del servicio en su red.`,
  noHttps: "Esta página está abierta sin https: otras personas de la red podrían leer la clave.",
  usedNow: "Se acaba de usar.",
  openedNow: "Se acaba de abrir.",
  closeWithout: "¿Cerrar sin la clave?",
  closeAnyway: "Cerrar de todos modos",
  backToKey: "Volver a la clave",
  neitherCopiedNorUsed: "La clave aún no se ha copiado ni usado. No se puede volver a mostrar.",

  // Replacing a key.
  replaceKeyOf: (name) => `¿Sustituir la clave de ${name}?`,
  replace: "Sustituir",
  whatReplacing:
    "Recibirá una clave nueva con el mismo nombre, rol y duración. Elija cuánto tiempo sirve todavía la antigua, para que dé tiempo a llevar la nueva a donde se usa. Si la antigua ha caído en otras manos, termínela ahora.",
  isOwn: "Es la clave con la que ha iniciado sesión.",
  stillWorks: "La clave antigua sirve todavía",
  notAtAll: "nada: termina ahora",
  forHour: "una hora",
  forDay: "un día",
  forWeek: "una semana",

  // Revoking a key.
  revokeKeyOf: (name) => `¿Revocar la clave de ${name}?`,
  revoke: "Revocar",
  whatRevoking:
    "Deja de servir en un segundo, en todas partes, y no se puede recuperar. Lo que se cambió con ella se queda.",
  signsYouOut: "Es la clave con la que ha iniciado sesión: tendrá que iniciar sesión con otra.",
  lastAdmin:
    "No se ha revocado: es la última clave que puede administrar claves. Cree antes otra clave de administrador. Sin ninguna, solo se pueden crear claves en el servidor, con {command}.",
  typeName: (name) => `Para revocarla de todos modos, escriba su nombre: ${name}`,
  revoked: (name) => `Revocada: la clave de ${name}`,

  // A link that was not opened.
  renewLinkOf: (name) => `¿Crear de nuevo el enlace para ${name}?`,
  whatRenewing: "El enlace anterior deja de servir de inmediato.",
  newLinkWorks: "El enlace nuevo sirve una sola vez, durante",
  withdrawLinkOf: (name) => `¿Retirar el enlace para ${name}?`,
  withdraw: "Retirar",
  whatWithdrawing: "Ya no se puede abrir y nadie recibe una clave con él.",
  withdrawn: (name) => `Retirado: el enlace para ${name}`,

  // Why it was not done.
  answerLost:
    "La respuesta se perdió, así que puede que se haya hecho. Cierre esto y mire la lista. Revoque una clave nueva que no se le haya mostrado.",
  hasEnded: "Esta clave ha dejado de servir entretanto. Cree una nueva en su lugar.",
  isGone: "Esta clave ya no existe.",
  wasOpened:
    "Este enlace se ha abierto entretanto, así que la clave está en uso. Si no sabe quién la usa, revóquela.",
  lastAdminByLink:
    "No se ha sustituido: es la última clave que puede administrar claves, y nadie tiene una nueva antes de que se abra su enlace. Entregue la propia clave o cree antes otra clave de administrador.",
  notName: (text) =>
    `${text} no puede ser un nombre: use de 1 a 64 letras, cifras, signos de puntuación, símbolos o emojis, con espacios solo entre ellos.`,
};
