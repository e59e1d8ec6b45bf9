// German: the hint for the first time.

import type { Catalogue } from "../catalogue.ts";

export const firstHint: Catalogue["firstHint"] = {
  firstSteps: "Erste Schritte",
  typeQuantity: "Tippen Sie in der Tabelle eine Menge ein, oder +5 oder -2. Enter speichert sie.",
  undoByKey: "„Rückgängig“ nimmt Ihre letzte Änderung zurück, ebenso Strg+Z.",
  scanOrType: "Scannen Sie einen Code oder tippen Sie einen Namen: Die Suche findet das Tier.",
  tapPet: "Tippen Sie auf ein Tier, um seine Menge zu ändern: 12, +5 oder -2.",
  undoAtTop: "„Rückgängig“ oben nimmt Ihre letzte Änderung zurück.",
  stockTakeScans: "Die Inventur scannt Codes mit der Kamera.",
  gotIt: "Verstanden",
};
