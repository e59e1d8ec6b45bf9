// French: navigation, the connection’s state, what a page says while it loads.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

export const shell: Catalogue["shell"] = {
  brand: "Animalerie",
  pages: "Pages",
  loadingPage: (page) => `Chargement : ${page}…`,
  live: "En direct",
  lastChecked: (time) => `Vérifié à ${time}`,
  loadingPets: (pets) =>
    `Chargement : ${counted(pets, { one: "animal", many: "d’animaux", other: "animaux" })} jusqu’ici`,
  offlineKnown: (since) => `Hors ligne depuis ${since} : dernières quantités connues`,
  offlineRetrying: (since) => `Hors ligne depuis ${since} : nouvel essai en cours`,
  offlineWaiting: (since, changes) =>
    `Hors ligne depuis ${since} : ${counted(changes, { one: "modification", many: "de modifications", other: "modifications" })} en attente`,
  undo: "Annuler la modification",
  commandsNotLoaded: "Le menu des commandes n’a pas pu être chargé. Vérifiez la connexion, puis réessayez",
  dialogNotLoaded: "La boîte de dialogue n’a pas pu être chargée. Vérifiez la connexion, puis réessayez",
  sendOtherEdit: "Envoyer cette modification en votre nom ?",
  sendEditOf: (by) => `Envoyer la modification de ${by} en votre nom ?`,
  send: "Envoyer",
  sendAs: (name) => `Envoyer comme ${name}`,
  anotherKey: "Quelqu’un avec une autre clé",
  youAre: "Vous êtes connecté comme {name}.",
  recordedName: "Chaque modification est enregistrée au nom de la clé qui la fait.",
};
