// Portuguese of Brazil: the hint for the first time.

import type { Catalogue } from "../catalogue.ts";

export const firstHint: Catalogue["firstHint"] = {
  firstSteps: "Primeiros passos",
  typeQuantity: "Digite uma quantidade na tabela, ou +5 ou -2. Enter salva.",
  undoByKey: "“Desfazer” reverte sua última alteração, assim como Ctrl+Z.",
  scanOrType: "Leia um código ou digite um nome: a busca encontra o animal.",
  tapPet: "Toque em um animal para mudar a quantidade: 12, +5 ou -2.",
  undoAtTop: "“Desfazer”, no alto, reverte sua última alteração.",
  stockTakeScans: "A contagem lê códigos com a câmera.",
  gotIt: "Entendi",
};
