// Portuguese of Brazil: the stock-take.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount, formatDelta } from "../format.ts";

const PETS_COUNTED = { one: "animal contado", many: "de animais contados", other: "animais contados" };
const DIFFERENCES = { one: "diferença", many: "de diferenças", other: "diferenças" };

export const count: Catalogue["count"] = {
  loading: "Carregando a contagem…",
  readOnly: "Esta chave só permite ler",
  needsClerk: "Para contar, você precisa de uma chave com a função de atendente.",
  progress: (pets) => `${counted(pets, PETS_COUNTED)}.`,
  keptNowhere: "Este navegador não guarda nada: o que foi contado se perde com esta aba.",
  keptHere: "Guardado neste aparelho.",
  cancel: "Cancelar",

  // Scanning.
  scan: "Leia ou digite um código, um id ou um nome",
  matchingPets: "Animais encontrados",
  openCamera: "Ler com a câmera",
  camera: "Câmera",
  closeCamera: "Fechar a câmera",
  cameraNeedsHttps: "A câmera só funciona com https. Abra esta página com https ou digite o código",
  cameraRefused: "O navegador não tem permissão para usar a câmera. Permita nas configurações dele",
  cameraMissing: "Nenhuma câmera foi encontrada",
  cameraFailed: "Não foi possível abrir a câmera",
  eachScan: "Cada leitura conta um",
  blind: "Às cegas: ocultar a quantidade esperada",
  unknown: "Nenhum animal tem o id ou o código {code}.",
  noteIt: "Anotar para depois",
  noted: (code) => `Anotado: ${code}`,
  countAsNew: "Contar como animal novo",

  // The count of one pet.
  count: "Quantidade contada",
  oneLess: "Um a menos",
  oneMore: "Um a mais",
  next: "Próximo",
  isNew: "Novo: será adicionado ao estoque.",
  expected: (quantity) => `Quantidade esperada: ${formatCount(quantity)}.`,
  countedBefore: (quantity) => `Contado antes: ${formatCount(quantity)}`,
  petCounted: (pet, quantity) => `${pet}: ${formatCount(quantity)}`,
  enterCount: "Digite a quantidade que você contou",
  otherScan: "Essa foi outra leitura. Digite primeiro a quantidade deste animal",
  notWhole: (text) => `“${text}” não é um número inteiro`,
  tooLarge: "Essa quantidade é grande demais",

  // The counts so far.
  countedLast: "Contados por último",
  edit: "Editar",
  editCountOf: (pet) => `Editar a contagem: ${pet}`,
  removeCountOf: (pet) => `Excluir a contagem: ${pet}`,
  discard: "Descartar",
  discardAll: "Descartar esta contagem?",
  areForgotten: (pets) =>
    `O que foi contado se perde: ${counted(pets, { one: "animal", many: "de animais", other: "animais" })}. O estoque não muda.`,

  // The sheet of differences.
  comparing: "Comparando…",
  showDifferences: "Ver as diferenças",
  differences: "Diferenças",
  summary: (pets, differences) => `${counted(pets, PETS_COUNTED)}, ${counted(differences, DIFFERENCES)}.`,
  showOnlyDifferences: "Ver só as diferenças",
  showAll: "Ver tudo",
  counts: "Quantidades contadas",
  pet: "Animal",
  expectedColumn: "Esperado",
  countedColumn: "Contado",
  differenceColumn: "Diferença",
  remove: "Excluir",
  newPet: "novo",
  movedSince: (by, becomes) => `${formatDelta(by)} desde a contagem: passa a ${formatCount(becomes)}`,
  removedSince: "Removido do estoque depois disso",
  addedSince: "Adicionado por outra pessoa depois disso: conte de novo",
  soldSince: "Depois disso, vendeu-se mais do que foi contado: conte de novo",
  unknownCodes: "Códigos que nenhum animal tem",
  note: "Observação, por exemplo a prateleira",
  print: "Imprimir",
  countMore: "Contar mais",
  applying: "Aplicando…",
  apply: (differences) => `Aplicar ${counted(differences, DIFFERENCES)}`,
  finish: "Concluir: nenhuma diferença",

  // What became of it.
  applied: (pets, differences) => `${counted(pets, PETS_COUNTED)}, ${counted(differences, DIFFERENCES)}`,
  startNext: (applied) => `${applied}. Leia um código para começar a próxima contagem.`,
  needsConnection: (reason) => `Para ver as diferenças é preciso ter conexão. ${reason}`,
  changedByOtherTab: "Outra aba mudou ou aplicou estas contagens: escolha “Contar mais” e olhe de novo",
  someRefused: "Alguns animais não podem ser aplicados: conte-os de novo ou exclua a contagem deles",
  notApplied: (reason) => `Não aplicado. ${reason}`,
  notConfirmed: (reason) => `Não confirmado: tente de novo, será aplicado uma única vez. ${reason}`,
  isBeingApplied:
    "A contagem deste animal está sendo aplicada: escolha “Ver as diferenças” para enviá-la de novo e depois conte-o",
  answerLost:
    "As diferenças foram enviadas há muito tempo, e a resposta se perdeu. A página Atividade mostra se elas foram aplicadas: nesse caso, descarte estas contagens",
};
