// Texts of a link that signs in once, and could not.

import { texts } from "../texts.ts";

export const linkText = texts("link", {
  notOpened: "This link could not be opened. Reload the page, and open it again.",
  openedOn: (date: string, time: string) =>
    `This link works once, and was opened on ${date} at ${time}. Ask for a new one.`,
  opened: "This link works once, and was opened before. Ask for a new one.",
  expiredOn: (date: string, time: string) => `This link expired on ${date} at ${time}. Ask for a new one.`,
  expired: "This link has expired. Ask for a new one.",
  withdrawnOn: (date: string, time: string) =>
    `This link was withdrawn on ${date} at ${time}. Ask for a new one.`,
  withdrawn: "This link was withdrawn. Ask for a new one.",
  unknown: "This service does not know this link. A newer one may have replaced it: ask for a new one.",
  incomplete: "This link is not complete. Open it again, or ask for another one.",
  answerLost:
    "The answer to this link was lost on the way. Open the link again; if that says that it was opened, ask for a new one.",
  refused: (reason: string) => `This link cannot be opened here: ${reason}`,
  unreachable: "Cannot reach the service. Open the link again.",
});
