// Texts of keys that are refused or expire.

import { counted } from "../format.ts";
import { texts } from "../texts.ts";

export const sessionText = texts("session", {
  neverExpires: "The key never expires",
  expired: (date: string, time: string) => `The key expired on ${date} at ${time}`,
  expiresInHours: (hours: number, time: string) =>
    `The key expires in ${counted(hours, { one: "hour", other: "hours" })}, at ${time}`,
  expiresInDays: (days: number, date: string) =>
    `The key expires in ${counted(days, { one: "day", other: "days" })}, on ${date}`,
  expiresSoon: (expiry: string) => `${expiry}: ask for another one in time.`,
  signedIn: "Signed in.",
  signedInAs: (name: string) => `Signed in as ${name}.`,

  notKey: (start: string) => `This is not an API key. Keys start with ${start}`,
  linkWithoutKey: (start: string) => `This link holds no API key. Keys start with ${start}`,
  incompleteKey: "This key is not complete. Copy the whole key, and paste it again.",
  incompleteLink: "This link is not complete. Open it again, or ask for another one.",
  revoked: "This key was revoked. Ask for another one.",
  hasExpired: "This key has expired. Ask for another one.",
  expiredOn: (date: string, time: string) => `This key expired on ${date} at ${time}. Ask for another one.`,
  unknownKey: "This service does not know this key. Was it made for another one?",
  mistyped: "This key is mistyped or not complete. Copy the whole key, and paste it again.",
  refused: "The service refused this key. Ask for another one.",
  stillSignedIn: (reason: string) => `You are still signed in. ${reason}`,
  linkRefused: (reason: string) => `You are still signed in with your own key. The link's: ${reason}`,

  tooMany: "Too many requests from here just now. Trying again…",
  tooManyFor: (seconds: number) => `Too many requests from here just now. Trying again in ${seconds} s…`,
  busy: "The service is busy or starting. Trying again…",
  unreachable: "Cannot reach the service. Trying again…",
  notLoaded: (reason: string) => `Could not load the inventory: ${reason}`,
  unknownError: "unknown error",

  shared:
    "The key stays in this tab only: closing or reloading it signs you out. If you signed in by a link with #key= in it, clear the browser's history, too",
  notStored: "This browser cannot store the key: sign in again after a reload",
  notSent: (changes: number) =>
    `${counted(changes, { one: "change was", other: "changes were" })} not sent yet. Sign in here with the same key to send them.`,
});
