// French: the page of keys.

import type { Catalogue } from "../catalogue.ts";

export const keys: Catalogue["keys"] = {
  title: "Clés",
  about:
    "Chaque personne et chaque appareil reçoit sa propre clé : l’historique la nomme, et elle peut être révoquée seule.",
  loading: "Chargement des clés…",
  failed: (reason) => `${reason}.`,
  notRead: (reason) => `Les clés n’ont pas pu être lues : ${reason}`,
  tryAgain: "Réessayer",
  notHere: "Les clés ne peuvent pas être gérées à cette adresse",
  notHereBecause:
    "La partie du service qui les gère n’est pas accessible d’ici. Son exploitant peut créer des clés sur le serveur.",
  onlyAdmins: "Seul un administrateur peut gérer les clés",
  askAdmin:
    "Vous êtes connecté en tant que {name}, avec le rôle {role}. Demandez une clé à un administrateur, ou un changement de la vôtre.",
  whichKeys: "Quelles clés",
  active: "Actives",
  all: "Toutes",

  // The table.
  noActive: "Aucune clé active",
  oneForEach: "Créez-en une pour chaque personne et chaque appareil.",
  name: "Nom",
  role: "Rôle",
  state: "État",
  expires: "Expire",
  lastUsed: "Dernière utilisation",
  history: "Historique",
  yourKey: "Votre clé",
  keyStates: {
    active: "active",
    expires_soon: "expire bientôt",
    expired: "expirée",
    revoked: "révoquée",
    link_waiting: "pas encore ouvert",
    link_expired: "lien expiré",
  },
  linkUntil: (until) => `lien valable jusqu’au ${until}`,
  never: "jamais",
  actionsFor: (name) => `Actions pour la clé ${name}`,
  replaceAsks: "Remplacer par une nouvelle clé…",
  revokeAsks: "Révoquer…",
  renewAsks: "Refaire le lien…",
  withdrawAsks: "Retirer…",
  made: "Créée par {actor} le {time}",
  madeInPlaceOf: "Créée par {actor} le {time}, à la place de la clé du {replaced}",
  madeInPlaceOfUnknown: "Créée par {actor} le {time}, à la place d’une autre clé",
  linkOpened: "Lien ouvert le {time}",
  replacedBy: "Remplacée par {actor} le {time}",
  revokedBy: "Révoquée par {actor} le {time}",

  // A new key.
  newKey: "Nouvelle clé",
  make: "Créer la clé",
  makeLink: "Créer le lien",
  nameHint: "Qui ou quoi l’utilise. L’historique l’affiche avec chaque modification.",
  nameExample: "Anne, ou caisse-3",
  account: "Compte (facultatif)",
  accountHint: "Regroupe des clés, par exemple celles d’un magasin.",
  giveAs: "La donner sous forme de",
  aLink: (howLong) => `lien à usage unique, pendant ${howLong}`,
  keyItself: "clé elle-même, pour caisse ou script",
  for15Minutes: "15 minutes",
  afterDay: "Après un jour",
  afterWeek: "Après une semaine",
  after30Days: "Après 30 jours",
  after90Days: "Après 90 jours",
  afterYear: "Après un an",
  neverExpires: "Jamais",
  keyOf: (name) => `La clé de ${name}`,
  linkFor: (name) => `Le lien pour ${name}`,
  done: "Terminé",
  shownOnlyNow: "Affichée seulement maintenant.",
  signsIn: "Quiconque a la clé est connecté en tant que {name} ({role} : {rights}).",
  linkWorksOnce: (until) => `Ne sert qu’une fois, jusqu’au ${until}.`,
  linkSignsIn: "La première personne qui ouvre le lien est connectée en tant que {name} ({role} : {rights}).",
  link: "Lien de connexion",
  copyLink: "Copier le lien",
  key: "Clé",
  copyKey: "Copier la clé",
  qrCodeOf: (name) => `Code QR du lien qui connecte en tant que ${name}`,
  onPhone: "Sur un téléphone : ouvrez l’appareil photo et scannez ce code.",
  noPhone: (host) =>
    `Un téléphone ne peut pas ouvrir ce lien, car cette page est ouverte à l’adresse ${host}, qui n’est que cet ordinateur. Pour un téléphone, ouvrez cette page par l’adresse du service dans votre réseau.`,
  noHttps: "Cette page est ouverte sans https : d’autres sur le réseau pourraient lire la clé.",
  usedNow: "Elle vient d’être utilisée.",
  openedNow: "Il vient d’être ouvert.",
  closeWithout: "Fermer sans la clé ?",
  closeAnyway: "Fermer quand même",
  backToKey: "Revenir à la clé",
  neitherCopiedNorUsed: "La clé n’a encore été ni copiée ni utilisée. Elle ne pourra plus être affichée.",

  // Replacing a key.
  replaceKeyOf: (name) => `Remplacer la clé de ${name} ?`,
  replace: "Remplacer",
  whatReplacing:
    "Vous recevez une nouvelle clé avec le même nom, le même rôle et la même durée. Choisissez combien de temps l’ancienne fonctionne encore, pour avoir le temps d’installer la nouvelle là où elle sert. Si l’ancienne a fuité, mettez-y fin maintenant.",
  isOwn: "C’est la clé avec laquelle vous êtes connecté.",
  stillWorks: "L’ancienne clé fonctionne encore",
  notAtAll: "plus du tout : elle prend fin maintenant",
  forHour: "une heure",
  forDay: "un jour",
  forWeek: "une semaine",

  // Revoking a key.
  revokeKeyOf: (name) => `Révoquer la clé de ${name} ?`,
  revoke: "Révoquer",
  whatRevoking:
    "Elle cesse de fonctionner en une seconde, partout, et ne peut pas être rétablie. Ce qui a été modifié avec elle reste.",
  signsYouOut: "C’est la clé avec laquelle vous êtes connecté : vous devrez vous connecter avec une autre.",
  lastAdmin:
    "Elle n’a pas été révoquée : c’est la dernière clé qui peut gérer les clés. Créez d’abord une autre clé d’administrateur. Sans elle, les clés ne peuvent être créées que sur le serveur, avec {command}.",
  typeName: (name) => `Pour la révoquer quand même, tapez son nom : ${name}`,
  revoked: (name) => `Révoquée : la clé de ${name}`,

  // A link that was not opened.
  renewLinkOf: (name) => `Refaire le lien pour ${name} ?`,
  whatRenewing: "Le lien précédent cesse aussitôt de fonctionner.",
  newLinkWorks: "Le nouveau lien sert une fois, pendant",
  withdrawLinkOf: (name) => `Retirer le lien pour ${name} ?`,
  withdraw: "Retirer",
  whatWithdrawing: "Il ne pourra plus être ouvert, et personne n’obtiendra de clé par lui.",
  withdrawn: (name) => `Retiré : le lien pour ${name}`,

  // Why it was not done.
  answerLost:
    "La réponse s’est perdue, c’est donc peut-être fait. Fermez ceci et regardez la liste. Révoquez une nouvelle clé qui ne vous a pas été affichée.",
  hasEnded: "Cette clé a pris fin entre-temps. Créez-en plutôt une nouvelle.",
  isGone: "Cette clé n’existe plus.",
  wasOpened:
    "Ce lien a été ouvert entre-temps : la clé est donc utilisée. Si vous ne savez pas par qui, révoquez-la.",
  lastAdminByLink:
    "Elle n’a pas été remplacée : c’est la dernière clé qui peut gérer les clés, et personne n’en a de nouvelle avant que son lien soit ouvert. Donnez la clé elle-même, ou créez d’abord une autre clé d’administrateur.",
  notName: (text) =>
    `${text} ne peut pas être un nom : utilisez de 1 à 64 lettres, chiffres, signes de ponctuation, symboles ou émojis, avec des espaces seulement entre eux.`,
};
