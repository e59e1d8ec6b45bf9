// Texts of the connections on the page of keys.

import { texts } from "../texts.ts";

export const connectionsText = texts("connections", {
  title: "Connections",
  about:
    "Other systems that are told what changes: a web shop, an accounting system, a chat. While one is away, it is tried again for three days, and nothing is lost.",
  newConnection: "New connection",
  notRead: (reason: string) => `The connections could not be read: ${reason}`,
  none: "No connections yet.",

  // The table.
  name: "Name",
  isTold: "Is told",
  state: "State",
  behind: "Still to tell",
  delivered: "Last told",
  nothing: "nothing",
  never: "never",
  events: { changes: "changes", low: "low stock" } as Readonly<Record<string, string>>,
  hookStates: { active: "active", failing: "failing", paused: "paused", stopped: "stopped" } as Readonly<
    Record<string, string>
  >,
  reasons: {
    failing: "It took nothing for three days.",
    receiver: "It asked for no more.",
    restored: "It comes from a backup.",
  } as Readonly<Record<string, string>>,
  failsSince: "Has failed since:",
  actionsFor: (name: string) => `Actions for the connection ${name}`,
  sendTest: "Send a test",
  pause: "Pause",
  resume: "Resume",
  rotateAsks: "Make a new secret…",
  deleteAsks: "Delete…",

  // What has become of an action.
  took: (name: string) => `${name} took the test`,
  tookNot: (name: string, problem: string) => `${name} did not take the test: ${problem}`,
  isPaused: (name: string) => `Paused: ${name}`,
  goesOn: (name: string) => `Resumed: ${name}`,
  deleted: (name: string) => `Deleted: ${name}`,

  // A new connection.
  make: "Make the connection",
  nameHint: "Which system it is.",
  address: "Address",
  addressHint: "Where the system takes messages, as its own pages say.",
  toldChanges: "all changes",
  toldLow: "low stock alone",
  toldBoth: "all changes, and low stock",
  secretOf: (name: string) => `The secret of ${name}`,
  whatSecret: "By it the system knows that a message is from here. Bring it there.",
  secret: "Secret",
  copySecret: "Copy secret",

  // Changing one.
  rotateOf: (name: string) => `Make a new secret for ${name}?`,
  rotate: "Make it",
  whatRotating: "The old secret is still good for a day, so that there is time to bring the new one there.",
  deleteOf: (name: string) => `Delete the connection ${name}?`,
  delete: "Delete",
  whatDeleting: "The system is told nothing more.",

  // Why it was not done.
  answerLost: "The answer was lost, so it may have been done. Close this, and look at the list.",
  notName:
    "Use 1 to 64 letters, digits, punctuation, symbols or emoji for the name, with spaces only between them.",
  notAddress: (reason: string) => `The address ${reason}`,
});
