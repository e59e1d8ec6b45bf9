// Texts of the sign-in form.

import { texts } from "../texts.ts";

export const signInText = texts("signIn", {
  title: "Pet store inventory",
  lead: "View and update the stock of every pet.",
  apiKey: "API key",
  show: "Show",
  sharedComputer: "This is a shared computer",
  keyInTab: "The key stays in this tab only: closing or reloading it signs you out.",
  keyStored: "The key is stored in this browser until you sign out: new tabs are signed in, too.",
  signIn: "Sign in",
  signingIn: "Signing in…",
  askForLink: "No key? Ask an admin of this service for a link that signs you in:",
  askForKey: "No key? Ask an admin of this service for one:",
});
