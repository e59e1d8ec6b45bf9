// German: the sign-in form.

import type { Catalogue } from "../catalogue.ts";

export const signIn: Catalogue["signIn"] = {
  title: "Bestand der Tierhandlung",
  lead: "Den Bestand jedes Tiers sehen und ändern.",
  apiKey: "API-Schlüssel",
  show: "Anzeigen",
  sharedComputer: "Gemeinsam genutzter Computer",
  keyInTab:
    "Der Schlüssel bleibt nur in diesem Tab: Wenn Sie ihn schließen oder neu laden, sind Sie abgemeldet.",
  keyStored: "Der Schlüssel bleibt in diesem Browser, bis Sie sich abmelden: Auch neue Tabs sind angemeldet.",
  signIn: "Anmelden",
  signingIn: "Anmeldung läuft …",
  askForLink: "Kein Schlüssel? Bitten Sie einen Admin dieses Dienstes um einen Link, der Sie anmeldet:",
  askForKey: "Kein Schlüssel? Bitten Sie einen Admin dieses Dienstes darum:",
};
