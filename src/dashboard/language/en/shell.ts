// Texts of the shell: navigation, the connection's state, what a page says while it loads.

import { counted } from "../format.ts";
import { texts } from "../texts.ts";

export const shellText = texts("shell", {
  brand: "Pet store",
  pages: "Pages",
  loadingPage: (page: string) => `Loading ${page}…`,
  live: "Live",
  lastChecked: (time: string) => `Last checked at ${time}`,
  loadingPets: (pets: number) => `Loading: ${counted(pets, { one: "pet", other: "pets" })} so far`,
  offlineKnown: (since: string) => `Not live since ${since}: showing the last known quantities`,
  offlineRetrying: (since: string) => `Not live since ${since}: retrying`,
  offlineWaiting: (since: string, changes: number) =>
    `Not live since ${since}: ${counted(changes, { one: "change", other: "changes" })} waiting`,
  undo: "Undo",
  commandsNotLoaded: "The command menu could not be loaded. Check the connection, then try again",
  dialogNotLoaded: "The dialog could not be loaded. Check the connection, then try again",
  sendOtherEdit: "Send this edit under your name?",
  sendEditOf: (by: string) => `Send the edit of ${by} under your name?`,
  send: "Send",
  sendAs: (name: string) => `Send as ${name}`,
  anotherKey: "Another key",
  youAre: "You are signed in as {name}.",
  recordedName: "Each change is recorded under the name of the key that makes it.",
});
