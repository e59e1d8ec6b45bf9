// Texts of the hint for the first time.

import { texts } from "../texts.ts";

export const firstHintText = texts("firstHint", {
  firstSteps: "First steps",
  typeQuantity: "Type a quantity in the table, or +5 or -2. Enter saves it.",
  undoByKey: "Undo takes your last change back, and so does Ctrl+Z.",
  scanOrType: "Scan a code, or type a name: the search finds the pet.",
  tapPet: "Tap a pet to change its quantity: 12, +5 or -2.",
  undoAtTop: "Undo, at the top, takes your last change back.",
  stockTakeScans: "Stock-take scans codes with the camera.",
  gotIt: "Got it",
});
