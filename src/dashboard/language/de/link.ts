// German: a link that signs in once, and could not.

import type { Catalogue } from "../catalogue.ts";

export const link: Catalogue["link"] = {
  notOpened: "Dieser Link ließ sich nicht öffnen. Laden Sie die Seite neu, und öffnen Sie ihn noch einmal.",
  openedOn: (date, time) =>
    `Dieser Link gilt einmal und wurde am ${date} um ${time} geöffnet. Bitten Sie um einen neuen.`,
  opened: "Dieser Link gilt einmal und wurde schon geöffnet. Bitten Sie um einen neuen.",
  expiredOn: (date, time) => `Dieser Link ist am ${date} um ${time} abgelaufen. Bitten Sie um einen neuen.`,
  expired: "Dieser Link ist abgelaufen. Bitten Sie um einen neuen.",
  withdrawnOn: (date, time) =>
    `Dieser Link wurde am ${date} um ${time} zurückgezogen. Bitten Sie um einen neuen.`,
  withdrawn: "Dieser Link wurde zurückgezogen. Bitten Sie um einen neuen.",
  unknown:
    "Dieser Dienst kennt den Link nicht. Vielleicht hat ihn ein neuerer ersetzt: Bitten Sie um einen neuen.",
  incomplete: "Dieser Link ist unvollständig. Öffnen Sie ihn noch einmal, oder bitten Sie um einen anderen.",
  answerLost:
    "Die Antwort auf diesen Link ging unterwegs verloren. Öffnen Sie ihn noch einmal; heißt es dann, er sei schon geöffnet, bitten Sie um einen neuen.",
  refused: (reason) => `Dieser Link lässt sich hier nicht öffnen: ${reason}`,
  unreachable: "Der Dienst ist nicht erreichbar. Öffnen Sie den Link noch einmal.",
};
