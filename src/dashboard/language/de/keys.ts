// German: the page of keys.

import type { Catalogue } from "../catalogue.ts";

export const keys: Catalogue["keys"] = {
  title: "Schlüssel",
  about:
    "Jede Person und jedes Gerät bekommt einen eigenen Schlüssel: Der Verlauf nennt ihn, und er lässt sich einzeln sperren.",
  loading: "Die Schlüssel werden geladen …",
  failed: (reason) => `${reason}.`,
  notRead: (reason) => `Die Schlüssel konnten nicht gelesen werden: ${reason}`,
  tryAgain: "Erneut versuchen",
  notHere: "Unter dieser Adresse lassen sich keine Schlüssel verwalten",
  notHereBecause:
    "Der Teil des Dienstes, der sie verwaltet, ist von hier aus nicht erreichbar. Sein Betreiber kann Schlüssel auf dem Server anlegen.",
  onlyAdmins: "Nur ein Admin kann Schlüssel verwalten",
  askAdmin:
    "Sie sind als {name} angemeldet, mit der Rolle {role}. Bitten Sie einen Admin um einen Schlüssel oder darum, Ihren zu ändern.",
  whichKeys: "Welche Schlüssel",
  active: "Aktiv",
  all: "Alle",

  // The table.
  noActive: "Keine aktiven Schlüssel",
  oneForEach: "Legen Sie für jede Person und jedes Gerät einen an.",
  name: "Name",
  role: "Rolle",
  state: "Zustand",
  expires: "Läuft ab",
  lastUsed: "Zuletzt benutzt",
  history: "Verlauf",
  yourKey: "Ihr Schlüssel",
  keyStates: {
    active: "aktiv",
    expires_soon: "läuft bald ab",
    expired: "abgelaufen",
    revoked: "gesperrt",
    link_waiting: "noch nicht geöffnet",
    link_expired: "Link abgelaufen",
  },
  linkUntil: (until) => `Link gültig bis ${until}`,
  never: "nie",
  actionsFor: (name) => `Aktionen für den Schlüssel ${name}`,
  replaceAsks: "Durch neuen Schlüssel ersetzen …",
  revokeAsks: "Sperren …",
  renewAsks: "Link neu anlegen …",
  withdrawAsks: "Zurückziehen …",
  made: "Angelegt von {actor} am {time}",
  madeInPlaceOf: "Angelegt von {actor} am {time} anstelle des Schlüssels vom {replaced}",
  madeInPlaceOfUnknown: "Angelegt von {actor} am {time} anstelle eines anderen Schlüssels",
  linkOpened: "Link geöffnet am {time}",
  replacedBy: "Ersetzt von {actor} am {time}",
  revokedBy: "Gesperrt von {actor} am {time}",

  // A new key.
  newKey: "Neuer Schlüssel",
  make: "Schlüssel anlegen",
  makeLink: "Link anlegen",
  nameHint: "Wer oder was ihn benutzt. Der Verlauf zeigt ihn bei jeder Änderung.",
  nameExample: "Anna oder kasse-3",
  account: "Konto (freiwillig)",
  accountHint: "Fasst Schlüssel zusammen, zum Beispiel die einer Filiale.",
  giveAs: "Weitergeben als",
  aLink: (howLong) => `Link, der einmal gilt, ${howLong}`,
  keyItself: "Schlüssel selbst, für Kasse oder Skript",
  for15Minutes: "15 Minuten lang",
  afterDay: "Nach einem Tag",
  afterWeek: "Nach einer Woche",
  after30Days: "Nach 30 Tagen",
  after90Days: "Nach 90 Tagen",
  afterYear: "Nach einem Jahr",
  neverExpires: "Nie",
  keyOf: (name) => `Der Schlüssel von ${name}`,
  linkFor: (name) => `Der Link für ${name}`,
  done: "Fertig",
  shownOnlyNow: "Nur jetzt zu sehen.",
  signsIn: "Wer den Schlüssel hat, ist als {name} angemeldet ({role}: {rights}).",
  linkWorksOnce: (until) => `Gilt einmal, bis ${until}.`,
  linkSignsIn: "Wer den Link zuerst öffnet, ist als {name} angemeldet ({role}: {rights}).",
  link: "Link zum Anmelden",
  copyLink: "Link kopieren",
  key: "Schlüssel",
  copyKey: "Schlüssel kopieren",
  qrCodeOf: (name) => `QR-Code des Links, der als ${name} anmeldet`,
  onPhone: "Am Handy: Kamera öffnen und diesen Code scannen.",
  noPhone: (host) =>
    `Ein Handy kann diesen Link nicht öffnen, denn diese Seite ist unter ${host} geöffnet, und das ist nur dieser Computer. Öffnen Sie die Seite für ein Handy unter der Adresse des Dienstes in Ihrem Netz.`,
  noHttps: "Diese Seite ist ohne https geöffnet: Andere im Netz könnten den Schlüssel mitlesen.",
  usedNow: "Er wurde gerade benutzt.",
  openedNow: "Er wurde gerade geöffnet.",
  closeWithout: "Ohne den Schlüssel schließen?",
  closeAnyway: "Trotzdem schließen",
  backToKey: "Zurück zum Schlüssel",
  neitherCopiedNorUsed:
    "Der Schlüssel wurde noch nicht kopiert und noch nicht benutzt. Er lässt sich nicht noch einmal anzeigen.",

  // Replacing a key.
  replaceKeyOf: (name) => `Den Schlüssel von ${name} ersetzen?`,
  replace: "Ersetzen",
  whatReplacing:
    "Sie bekommen einen neuen Schlüssel mit demselben Namen, derselben Rolle und derselben Laufzeit. Wählen Sie, wie lange der alte noch gilt, damit Zeit bleibt, den neuen dort einzutragen, wo er gebraucht wird. Ist der alte in fremde Hände geraten, beenden Sie ihn sofort.",
  isOwn: "Es ist der Schlüssel, mit dem Sie angemeldet sind.",
  stillWorks: "Der alte Schlüssel gilt noch",
  notAtAll: "gar nicht: Er endet jetzt",
  forHour: "eine Stunde lang",
  forDay: "einen Tag lang",
  forWeek: "eine Woche lang",

  // Revoking a key.
  revokeKeyOf: (name) => `Den Schlüssel von ${name} sperren?`,
  revoke: "Sperren",
  whatRevoking:
    "Er gilt binnen einer Sekunde nirgends mehr, und das lässt sich nicht zurücknehmen. Was damit geändert wurde, bleibt.",
  signsYouOut:
    "Es ist der Schlüssel, mit dem Sie angemeldet sind: Sie müssen sich danach mit einem anderen anmelden.",
  lastAdmin:
    "Er wurde nicht gesperrt: Es ist der letzte Schlüssel, der Schlüssel verwalten kann. Legen Sie zuerst einen anderen Schlüssel für einen Admin an. Ohne einen solchen lassen sich Schlüssel nur noch auf dem Server anlegen, mit {command}.",
  typeName: (name) => `Wenn Sie ihn trotzdem sperren wollen, geben Sie seinen Namen ein: ${name}`,
  revoked: (name) => `Gesperrt: der Schlüssel von ${name}`,

  // A link that was not opened.
  renewLinkOf: (name) => `Den Link für ${name} neu anlegen?`,
  whatRenewing: "Der bisherige Link gilt dann sofort nicht mehr.",
  newLinkWorks: "Der neue Link gilt einmal",
  withdrawLinkOf: (name) => `Den Link für ${name} zurückziehen?`,
  withdraw: "Zurückziehen",
  whatWithdrawing: "Er lässt sich nicht mehr öffnen, und niemand bekommt durch ihn einen Schlüssel.",
  withdrawn: (name) => `Zurückgezogen: der Link für ${name}`,

  // Why it was not done.
  answerLost:
    "Die Antwort ging verloren, es kann also geschehen sein. Schließen Sie dies und sehen Sie in der Liste nach. Sperren Sie einen neuen Schlüssel, der Ihnen nicht angezeigt wurde.",
  hasEnded: "Dieser Schlüssel gilt inzwischen nicht mehr. Legen Sie stattdessen einen neuen an.",
  isGone: "Diesen Schlüssel gibt es nicht mehr.",
  wasOpened:
    "Dieser Link wurde inzwischen geöffnet, der Schlüssel wird also benutzt. Wenn Sie nicht wissen, von wem, sperren Sie ihn.",
  lastAdminByLink:
    "Er wurde nicht ersetzt: Es ist der letzte Schlüssel, der Schlüssel verwalten kann, und einen neuen hat niemand, bevor dessen Link geöffnet ist. Geben Sie den Schlüssel selbst weiter, oder legen Sie zuerst einen anderen Schlüssel für einen Admin an.",
  notName: (text) =>
    `${text} kann kein Name sein: Erlaubt sind 1 bis 64 Buchstaben, Ziffern, Satzzeichen, Symbole oder Emojis, Leerzeichen nur dazwischen.`,
};
