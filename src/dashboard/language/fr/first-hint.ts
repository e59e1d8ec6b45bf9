// French: the hint for the first time.

import type { Catalogue } from "../catalogue.ts";

export const firstHint: Catalogue["firstHint"] = {
  firstSteps: "Premiers pas",
  typeQuantity: "Tapez une quantité dans le tableau, ou +5 ou -2. Entrée l’enregistre.",
  undoByKey: "« Annuler la modification » défait la dernière, tout comme Ctrl+Z.",
  scanOrType: "Scannez un code ou tapez un nom : la recherche trouve l’animal.",
  tapPet: "Touchez un animal pour changer sa quantité : 12, +5 ou -2.",
  undoAtTop: "En haut, « Annuler la modification » défait la dernière.",
  stockTakeScans: "L’inventaire scanne les codes avec la caméra.",
  gotIt: "Compris",
};
