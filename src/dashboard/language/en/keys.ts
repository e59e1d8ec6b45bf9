// Texts of the page of keys.

import type { KeyState } from "../../../inventory/key-expiry.ts";
import { texts } from "../texts.ts";

export const keysText = texts("keys", {
  title: "Keys",
  about:
    "Each person and each device gets a key of its own: the history names it, and it can be revoked alone.",
  loading: "Loading the keys…",
  failed: (reason: string) => `${reason}.`,
  notRead: (reason: string) => `The keys could not be read: ${reason}`,
  tryAgain: "Try again",
  notHere: "Keys cannot be managed at this address",
  notHereBecause:
    "The part of the service that manages them is not reachable from here. Its operator can make keys on the server.",
  onlyAdmins: "Only an admin can manage keys",
  askAdmin:
    "You are signed in as {name}, with the role {role}. Ask an admin for a key, or for a change of yours.",
  whichKeys: "Which keys",
  active: "Active",
  all: "All",

  // The table.
  noActive: "No active keys",
  oneForEach: "Make one for each person and device.",
  name: "Name",
  role: "Role",
  state: "State",
  expires: "Expires",
  lastUsed: "Last used",
  history: "History",
  yourKey: "Your key",
  keyStates: {
    active: "active",
    expires_soon: "expires soon",
    expired: "expired",
    revoked: "revoked",
    link_waiting: "not opened yet",
    link_expired: "link expired",
  } satisfies Record<KeyState, string>,
  linkUntil: (until: string) => `link valid until ${until}`,
  never: "never",
  actionsFor: (name: string) => `Actions for the key ${name}`,
  replaceAsks: "Replace by a new key…",
  revokeAsks: "Revoke…",
  renewAsks: "Make a new link…",
  withdrawAsks: "Withdraw…",
  made: "Made by {actor} on {time}",
  madeInPlaceOf: "Made by {actor} on {time}, in place of the key of {replaced}",
  madeInPlaceOfUnknown: "Made by {actor} on {time}, in place of another key",
  linkOpened: "Link opened on {time}",
  replacedBy: "Replaced by {actor} on {time}",
  revokedBy: "Revoked by {actor} on {time}",

  // A new key.
  newKey: "New key",
  make: "Make the key",
  makeLink: "Make the link",
  nameHint: "Who or what uses it. The history shows it with each change.",
  nameExample: "Ana, or till-3",
  account: "Account (optional)",
  accountHint: "Groups keys, such as those of one shop.",
  giveAs: "Give it as",
  aLink: (howLong: string) => `a link that works once, ${howLong}`,
  keyItself: "the key itself, for a till or a script",
  for15Minutes: "for 15 minutes",
  afterDay: "After a day",
  afterWeek: "After a week",
  after30Days: "After 30 days",
  after90Days: "After 90 days",
  afterYear: "After a year",
  neverExpires: "Never",
  keyOf: (name: string) => `The key of ${name}`,
  linkFor: (name: string) => `The link for ${name}`,
  done: "Done",
  shownOnlyNow: "Shown only now.",
  signsIn: "Anyone with the key is signed in as {name} ({role}: {rights}).",
  linkWorksOnce: (until: string) => `Works once, until ${until}.`,
  linkSignsIn: "The first browser that opens the link is signed in as {name} ({role}: {rights}).",
  link: "Link that signs in",
  copyLink: "Copy link",
  key: "Key",
  copyKey: "Copy key",
  qrCodeOf: (name: string) => `QR code of the link that signs in as ${name}`,
  onPhone: "On a phone: open the camera, and scan this.",
  noPhone: (host: string) =>
    `A phone cannot open this link, because this page is open at ${host}, which is this computer only. For a phone, open this page by the service's address in your network.`,
  noHttps: "This page is open without https: others on the network could read the key.",
  usedNow: "It was used just now.",
  openedNow: "It was opened just now.",
  closeWithout: "Close without the key?",
  closeAnyway: "Close anyway",
  backToKey: "Back to the key",
  neitherCopiedNorUsed: "The key was neither copied nor used yet. It cannot be shown again.",

  // Replacing a key.
  replaceKeyOf: (name: string) => `Replace the key of ${name}?`,
  replace: "Replace",
  whatReplacing:
    "You get a new key with the same name, role and lifetime. Choose how long the old one still works, so that there is time to bring the new one where it is used. If the old key has leaked, end it now.",
  isOwn: "It is the key that you are signed in with.",
  stillWorks: "The old key still works",
  notAtAll: "not at all: it ends now",
  forHour: "for an hour",
  forDay: "for a day",
  forWeek: "for a week",

  // Revoking a key.
  revokeKeyOf: (name: string) => `Revoke the key of ${name}?`,
  revoke: "Revoke",
  whatRevoking:
    "It stops working within a second, everywhere, and cannot be brought back. What was changed with it stays.",
  signsYouOut: "It is the key that you are signed in with: you will have to sign in with another one.",
  lastAdmin:
    "It was not revoked: it is the last key that can manage keys. Make another admin key first. Without one, keys can be made only on the server, with {command}.",
  typeName: (name: string) => `To revoke it all the same, type its name: ${name}`,
  revoked: (name: string) => `Revoked: the key of ${name}`,

  // A link that was not opened.
  renewLinkOf: (name: string) => `Make a new link for ${name}?`,
  whatRenewing: "The link that was made before stops working at once.",
  newLinkWorks: "The new link works once",
  withdrawLinkOf: (name: string) => `Withdraw the link for ${name}?`,
  withdraw: "Withdraw",
  whatWithdrawing: "It cannot be opened any more, and gives no key.",
  withdrawn: (name: string) => `Withdrawn: the link for ${name}`,

  // Why it was not done.
  answerLost:
    "The answer was lost, so it may have been done. Close this, and look at the list. Revoke a new key that was not shown to you.",
  hasEnded: "This key has ended in the meantime. Make a new one instead.",
  isGone: "This key is no longer there.",
  wasOpened:
    "This link was opened in the meantime, so the key is in use. If you do not know by whom, revoke it.",
  lastAdminByLink:
    "It was not replaced: it is the last key that can manage keys, and the new one exists only once its link is opened. Give the key itself, or make another admin key first.",
  notName: (text: string) =>
    `${text} cannot be a name: use 1 to 64 letters, digits, punctuation, symbols or emoji, with spaces only between them.`,
});
