// French: the sign-in form.

import type { Catalogue } from "../catalogue.ts";

export const signIn: Catalogue["signIn"] = {
  title: "Stock de l’animalerie",
  lead: "Voir et modifier le stock de chaque animal.",
  apiKey: "Clé d’API",
  show: "Afficher",
  sharedComputer: "Cet ordinateur est partagé",
  keyInTab: "La clé ne reste que dans cet onglet : le fermer ou le recharger vous déconnecte.",
  keyStored:
    "La clé reste dans ce navigateur jusqu’à ce que vous vous déconnectiez : les nouveaux onglets sont connectés aussi.",
  signIn: "Se connecter",
  signingIn: "Connexion en cours…",
  askForLink: "Pas de clé ? Demandez à un administrateur de ce service un lien qui vous connecte :",
  askForKey: "Pas de clé ? Demandez-en une à un administrateur de ce service :",
};
