// German: navigation, the connection's state, what a page says while it loads.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

export const shell: Catalogue["shell"] = {
  brand: "Tierhandlung",
  pages: "Seiten",
  loadingPage: (page) => `${page} wird geladen …`,
  live: "Live",
  lastChecked: (time) => `Zuletzt geprüft um ${time}`,
  loadingPets: (pets) => `Lädt: bisher ${counted(pets, { one: "Tier", other: "Tiere" })}`,
  offlineKnown: (since) => `Nicht live seit ${since}: zuletzt bekannte Mengen`,
  offlineRetrying: (since) => `Nicht live seit ${since}: neuer Versuch läuft`,
  offlineWaiting: (since, changes) =>
    `Nicht live seit ${since}: ${counted(changes, { one: "Änderung wartet", other: "Änderungen warten" })}`,
  undo: "Rückgängig machen",
  commandsNotLoaded:
    "Das Befehlsmenü konnte nicht geladen werden. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal",
  dialogNotLoaded:
    "Der Dialog konnte nicht geladen werden. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal",
  sendOtherEdit: "Diese Änderung unter Ihrem Namen senden?",
  sendEditOf: (by) => `Die Änderung von ${by} unter Ihrem Namen senden?`,
  send: "Senden",
  sendAs: (name) => `Als ${name} senden`,
  anotherKey: "Jemand mit einem anderen Schlüssel",
  youAre: "Sie sind als {name} angemeldet.",
  recordedName: "Jede Änderung wird unter dem Namen des Schlüssels festgehalten, mit dem sie gemacht wird.",
};
