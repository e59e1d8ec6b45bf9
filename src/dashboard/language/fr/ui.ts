// French: what all pages share: dates, dialogs, names, labels.

import type { Catalogue } from "../catalogue.ts";

export const ui: Catalogue["ui"] = {
  cancel: "Abandonner",
  stop: "Arrêter",
  working: "En cours…",
  close: "Fermer",
  copied: "Copié",
  notCopied: "Non copié : sélectionnez le texte et copiez-le à la main",
  now: "à l’instant",
  loading: "Chargement…",
  notLoaded: "Cette page n’a pas pu être chargée",
  loadAgainHint: "Vérifiez la connexion, puis rechargez la page.",
  loadAgain: "Recharger",
  language: "Langue",
  languageNotLoaded: (language) =>
    `La langue « ${language} » n’a pas pu être chargée. Vérifiez la connexion, puis réessayez`,
  pet: (petId) => `animal ${petId}`,
  petFirst: (petId) => `Animal ${petId}`,
  commandLine: (name) => `${name} (ligne de commande)`,
  statuses: {
    available: "disponible",
    pending: "réservé",
    sold: "vendu",
  },
  members: {
    name: "Nom",
    kind: "Espèce",
    code: "Code-barres",
    low: "Stock bas dès",
  },
  memberNouns: {
    name: "nom",
    kind: "espèce",
    code: "code-barres",
    low: "stock bas",
  },
  noValue: "aucune valeur",
  labelRemoved: "fiche supprimée",
  memberRemoved: (member) => `suppression : ${member}`,
  memberValueRemoved: (member, value) => `suppression : ${member} ${value}`,
  memberSet: (member, value) => `${member} ${value}`,
  memberChanged: (member, from, to) => `${member} ${from} → ${to}`,
  named: (name) => `nommé ${name}`,
  renamed: (from, to) => `renommé de ${from} en ${to}`,
};
