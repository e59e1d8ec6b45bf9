// German: keys that are refused or expire.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

export const session: Catalogue["session"] = {
  neverExpires: "Der Schlüssel läuft nie ab",
  expired: (date, time) => `Der Schlüssel ist am ${date} um ${time} abgelaufen`,
  expiresInHours: (hours, time) =>
    `Der Schlüssel läuft in ${counted(hours, { one: "Stunde", other: "Stunden" })} ab, um ${time}`,
  expiresInDays: (days, date) =>
    `Der Schlüssel läuft in ${counted(days, { one: "Tag", other: "Tagen" })} ab, am ${date}`,
  expiresSoon: (expiry) => `${expiry}: Bitten Sie rechtzeitig um einen neuen.`,
  signedIn: "Angemeldet.",
  signedInAs: (name) => `Angemeldet als ${name}.`,

  notKey: (start) => `Das ist kein API-Schlüssel. Schlüssel beginnen mit ${start}`,
  linkWithoutKey: (start) => `Dieser Link enthält keinen API-Schlüssel. Schlüssel beginnen mit ${start}`,
  incompleteKey:
    "Dieser Schlüssel ist unvollständig. Kopieren Sie den ganzen Schlüssel, und fügen Sie ihn noch einmal ein.",
  incompleteLink:
    "Dieser Link ist unvollständig. Öffnen Sie ihn noch einmal, oder bitten Sie um einen neuen.",
  revoked: "Dieser Schlüssel wurde gesperrt. Bitten Sie um einen neuen.",
  hasExpired: "Dieser Schlüssel ist abgelaufen. Bitten Sie um einen neuen.",
  expiredOn: (date, time) =>
    `Dieser Schlüssel ist am ${date} um ${time} abgelaufen. Bitten Sie um einen neuen.`,
  unknownKey: "Dieser Dienst kennt den Schlüssel nicht. Ist er vielleicht für einen anderen Dienst?",
  mistyped:
    "Dieser Schlüssel ist falsch abgetippt oder unvollständig. Kopieren Sie den ganzen Schlüssel, und fügen Sie ihn noch einmal ein.",
  refused: "Der Dienst hat diesen Schlüssel abgelehnt. Bitten Sie um einen neuen.",
  stillSignedIn: (reason) => `Sie sind weiterhin angemeldet. ${reason}`,
  linkRefused: (reason) =>
    `Sie sind weiterhin mit Ihrem eigenen Schlüssel angemeldet. Zum Schlüssel des Links: ${reason}`,

  tooMany: "Von hier kamen gerade zu viele Anfragen. Neuer Versuch …",
  tooManyFor: (seconds) => `Von hier kamen gerade zu viele Anfragen. Neuer Versuch in ${seconds} s …`,
  busy: "Der Dienst ist ausgelastet oder startet gerade. Neuer Versuch …",
  unreachable: "Der Dienst ist nicht erreichbar. Neuer Versuch …",
  notLoaded: (reason) => `Der Bestand konnte nicht geladen werden: ${reason}`,
  unknownError: "unbekannter Fehler",

  shared:
    "Der Schlüssel bleibt nur in diesem Tab: Wenn Sie ihn schließen oder neu laden, sind Sie abgemeldet. Wenn Sie sich mit einem Link angemeldet haben, in dem #key= steht, löschen Sie auch den Verlauf des Browsers",
  notStored: "Dieser Browser kann den Schlüssel nicht speichern: Melden Sie sich nach dem Neuladen wieder an",
  notSent: (changes) =>
    `${counted(changes, { one: "Änderung wurde", other: "Änderungen wurden" })} noch nicht gesendet. Melden Sie sich hier mit demselben Schlüssel an, um das nachzuholen.`,
};
