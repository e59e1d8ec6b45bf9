// Texts of the account menu, and of the dialogs of keys and links.

import { texts } from "../texts.ts";

export const accountText = texts("account", {
  signInAgain: "Sign in again",
  signOutInstead: "Sign out instead",
  editsKept: "Your unsaved edits are kept.",

  account: "Account",
  accountOf: (name: string) => `Account: ${name}`,
  commands: "Commands (Ctrl K)",
  apiReference: "API reference",
  sharedComputer: "This is a shared computer",
  signOut: "Sign out",
  unknownOwner: "Signed in. Whose key this is cannot be read here.",
  onBrowser: "Signed in on this browser",
  inTab: "Signed in in this tab only",
  role: (name: string, rights: string) => `${name}: ${rights}`,

  useLink: "Use the key of the link?",
  useLinkOf: (name: string) => `Sign in as ${name}?`,
  useUnknownLink: "Sign in by this link?",
  stay: "Stay signed in",
  stayAs: (name: string) => `Stay ${name}`,
  signIn: "Sign in",
  signInAs: (name: string) => `Sign in as ${name}`,
  useKey: "Use the link's key",
  switchTo: (name: string) => `Switch to ${name}`,
  notNow: "Not now",
  /** The names in braces are replaced. */
  linkOf: (role: string, rights: string) =>
    `The link signs this browser in to {host} as {name} (${role}: ${rights}).`,
  linkUnknown: "The link signs this browser in to {host} with a key whose name cannot be read here.",
  youAreIn: "You are signed in already.",
  youAre: "You are signed in as {name}.",
  onlyYours:
    "Use it only if it was made for you: each change is recorded under the name of the key that makes it.",
  worksOnce: "The link works once: it is used up when you sign in.",
  linkInHistory:
    "The browser's history keeps the link, which holds the key. On a computer that others use, sign in by the key alone.",
});
