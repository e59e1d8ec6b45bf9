// Spanish: the hint for the first time.

import type { Catalogue } from "../catalogue.ts";

export const firstHint: Catalogue["firstHint"] = {
  firstSteps: "Primeros pasos",
  typeQuantity: "Escriba una cantidad en la tabla, o +5 o -2. Intro la guarda.",
  undoByKey: "«Deshacer» revierte su último cambio, igual que Ctrl+Z.",
  scanOrType: "Escanee un código o escriba un nombre: la búsqueda encuentra la mascota.",
  tapPet: "Toque una mascota para cambiar su cantidad: 12, +5 o -2.",
  undoAtTop: "«Deshacer», arriba, revierte su último cambio.",
  stockTakeScans: "El recuento escanea códigos con la cámara.",
  gotIt: "Entendido",
};
