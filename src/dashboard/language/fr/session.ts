// French: keys that are refused or expire.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

export const session: Catalogue["session"] = {
  neverExpires: "La clé n’expire jamais",
  expired: (date, time) => `La clé a expiré le ${date} à ${time}`,
  expiresInHours: (hours, time) =>
    `La clé expire dans ${counted(hours, { one: "heure", many: "d’heures", other: "heures" })}, à ${time}`,
  expiresInDays: (days, date) =>
    `La clé expire dans ${counted(days, { one: "jour", many: "de jours", other: "jours" })}, le ${date}`,
  expiresSoon: (expiry) => `${expiry} : demandez-en une autre à temps.`,
  signedIn: "Vous êtes connecté.",
  signedInAs: (name) => `Vous êtes connecté comme ${name}.`,

  notKey: (start) => `Ce n’est pas une clé d’API. Les clés commencent par ${start}`,
  linkWithoutKey: (start) => `Ce lien ne contient pas de clé d’API. Les clés commencent par ${start}`,
  incompleteKey: "Cette clé est incomplète. Copiez la clé entière, puis collez-la à nouveau.",
  incompleteLink: "Ce lien est incomplet. Ouvrez-le à nouveau, ou demandez-en un autre.",
  revoked: "Cette clé a été révoquée. Demandez-en une autre.",
  hasExpired: "Cette clé a expiré. Demandez-en une autre.",
  expiredOn: (date, time) => `Cette clé a expiré le ${date} à ${time}. Demandez-en une autre.`,
  unknownKey: "Ce service ne connaît pas cette clé. A-t-elle été créée pour un autre service ?",
  mistyped: "Cette clé est mal saisie ou incomplète. Copiez la clé entière, puis collez-la à nouveau.",
  refused: "Le service a refusé cette clé. Demandez-en une autre.",
  stillSignedIn: (reason) => `Vous restez connecté. ${reason}`,
  linkRefused: (reason) => `Vous restez connecté avec votre propre clé. Pour la clé du lien : ${reason}`,

  tooMany: "Trop de demandes viennent d’ici en ce moment. Nouvel essai…",
  tooManyFor: (seconds) => `Trop de demandes viennent d’ici en ce moment. Nouvel essai dans ${seconds} s…`,
  busy: "Le service est occupé ou démarre. Nouvel essai…",
  unreachable: "Le service est injoignable. Nouvel essai…",
  notLoaded: (reason) => `Le stock n’a pas pu être chargé : ${reason}`,
  unknownError: "erreur inconnue",

  shared:
    "La clé ne reste que dans cet onglet : le fermer ou le recharger vous déconnecte. Si vous vous êtes connecté par un lien qui contient #key=, effacez aussi l’historique du navigateur",
  notStored: "Ce navigateur ne peut pas conserver la clé : reconnectez-vous après un rechargement",
  notSent: (changes) =>
    `${counted(changes, { one: "modification n’a pas encore été envoyée", many: "de modifications n’ont pas encore été envoyées", other: "modifications n’ont pas encore été envoyées" })}. Connectez-vous ici avec la même clé pour les envoyer.`,
};
