// German: the account menu, and the dialogs of keys and links.

import type { Catalogue } from "../catalogue.ts";

export const account: Catalogue["account"] = {
  signInAgain: "Wieder anmelden",
  signOutInstead: "Lieber abmelden",
  editsKept: "Ihre ungespeicherten Änderungen bleiben erhalten.",

  account: "Konto",
  accountOf: (name) => `Konto: ${name}`,
  commands: "Befehle (Strg+K)",
  apiReference: "API-Referenz",
  sharedComputer: "Gemeinsam genutzter Computer",
  signOut: "Abmelden",
  unknownOwner: "Angemeldet. Wem dieser Schlüssel gehört, ist hier nicht zu erfahren.",
  onBrowser: "In diesem Browser angemeldet",
  inTab: "Nur in diesem Tab angemeldet",
  role: (name, rights) => `${name}: ${rights}`,

  useLink: "Den Schlüssel des Links verwenden?",
  useLinkOf: (name) => `Als ${name} anmelden?`,
  useUnknownLink: "Mit diesem Link anmelden?",
  stay: "Angemeldet bleiben",
  stayAs: (name) => `${name} bleiben`,
  signIn: "Anmelden",
  signInAs: (name) => `Als ${name} anmelden`,
  useKey: "Schlüssel des Links verwenden",
  switchTo: (name) => `Zu ${name} wechseln`,
  notNow: "Nicht jetzt",
  linkOf: (role, rights) => `Der Link meldet diesen Browser bei {host} als {name} an (${role}: ${rights}).`,
  linkUnknown:
    "Der Link meldet diesen Browser bei {host} mit einem Schlüssel an, dessen Name hier nicht zu erfahren ist.",
  youAreIn: "Sie sind schon angemeldet.",
  youAre: "Sie sind als {name} angemeldet.",
  onlyYours:
    "Verwenden Sie ihn nur, wenn er für Sie bestimmt ist: Jede Änderung wird unter dem Namen des Schlüssels festgehalten, mit dem sie gemacht wird.",
  worksOnce: "Der Link gilt einmal: Mit der Anmeldung ist er verbraucht.",
  linkInHistory:
    "Der Link mit dem Schlüssel bleibt im Verlauf des Browsers. Auf einem Computer, den auch andere benutzen, melden Sie sich besser nur mit dem Schlüssel an.",
};
