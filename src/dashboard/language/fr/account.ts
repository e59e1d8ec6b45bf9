// French: the account menu, and the dialogs of keys and links.

import type { Catalogue } from "../catalogue.ts";

export const account: Catalogue["account"] = {
  signInAgain: "Se reconnecter",
  signOutInstead: "Plutôt se déconnecter",
  editsKept: "Vos modifications non enregistrées sont conservées.",

  account: "Compte",
  accountOf: (name) => `Compte : ${name}`,
  commands: "Commandes (Ctrl K)",
  apiReference: "Référence de l’API",
  sharedComputer: "Cet ordinateur est partagé",
  signOut: "Se déconnecter",
  unknownOwner: "Vous êtes connecté. On ne peut pas lire ici à qui est cette clé.",
  onBrowser: "Connecté dans ce navigateur",
  inTab: "Connecté dans cet onglet seulement",
  role: (name, rights) => `${name} : ${rights}`,

  useLink: "Utiliser la clé du lien ?",
  useLinkOf: (name) => `Se connecter comme ${name} ?`,
  useUnknownLink: "Se connecter par ce lien ?",
  stay: "Rester connecté",
  stayAs: (name) => `Rester ${name}`,
  signIn: "Se connecter",
  signInAs: (name) => `Se connecter comme ${name}`,
  useKey: "Utiliser la clé du lien",
  switchTo: (name) => `Passer à ${name}`,
  notNow: "Pas maintenant",
  linkOf: (role, rights) => `Le lien connecte ce navigateur à {host} comme {name} (${role} : ${rights}).`,
  linkUnknown: "Le lien connecte ce navigateur à {host} avec une clé dont on ne peut pas lire le nom ici.",
  youAreIn: "Vous êtes déjà connecté.",
  youAre: "Vous êtes connecté comme {name}.",
  onlyYours:
    "Ne l’utilisez que s’il a été fait pour vous : chaque modification est enregistrée au nom de la clé qui la fait.",
  worksOnce: "Le lien ne sert qu’une fois : il est épuisé dès que vous vous connectez.",
  linkInHistory:
    "L’historique du navigateur garde le lien, qui contient la clé. Sur un ordinateur partagé, connectez-vous avec la clé seule.",
};
