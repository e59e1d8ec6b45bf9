// French: the hint for the first time.

import type { Catalogue } from "../catalogue.ts";

export const firstHint: Catalogue["firstHint"] = {
  firstSteps: "Premiers pas",
  typeQuantity: "Tapez une quantité dans le tableau, ou +5 ou -2. Entrée l’enregistre.",
  undoByKey: "Le bouton d’annulation reprend votre dernière modification, tout comme Ctrl+Z.",
  scanOrType: "Scannez un code ou tapez un nom : la recherche trouve l’animal.",
  tapPet: "Touchez un animal pour changer sa quantité : 12, +5 ou -2.",
  undoAtTop: "En haut, le bouton d’annulation reprend votre dernière modification.",
  stockTakeScans: "L’inventaire scanne les codes avec la caméra.",
  gotIt: "Compris",
};
