// Portuguese of Brazil: a pet's panel, its label, and the dialogs that add and change pets.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount, formatDelta } from "../format.ts";

const PETS = { one: "animal", many: "de animais", other: "animais" };
const UNITS = { one: "unidade", many: "de unidades", other: "unidades" };
const ROWS = { one: "linha", many: "de linhas", other: "linhas" };

export const pet: Catalogue["pet"] = {
  close: "Fechar",
  loading: "Carregando o estoque…",
  status: "Status",
  statusNow: (status) => `Status: ${status}`,
  quantity: "Quantidade",
  inStock: "{quantity} em estoque",
  save: "Salvar",
  cancel: "Cancelar",
  removeThis: "Remover este animal",
  missing: "Não há nenhum animal com este id no estoque.",
  addThis: (petId) => `Adicionar o animal ${petId}`,
  loadingHistory: "Carregando o histórico…",
  historyFailed: "Não foi possível carregar o histórico.",
  tryAgain: "Tentar de novo",

  label: "Dados",
  code: "Código",
  lowAt: "Baixo a partir de",
  enterWholeNumber: (max) => `Digite um número inteiro de 0 a ${formatCount(max)}`,
  changedByOthers: "Alterado por outra pessoa",
  changedByOthersTo: (value) => `Alterado por outra pessoa: agora ${value}`,
  saving: "Salvando…",
  saved: "Salvo",
  notConfirmed: "Não confirmado; tentando de novo",
  conflict: (member) => `${member}: o seu dado {yours}, o outro {theirs}`,
  useMine: "Usar o meu",
  keepTheirs: "Manter o outro",
  notSaved: "Não foi salvo",
  notSavedBecause: "Não foi salvo: {change}. {reason}.",
  retry: "Tentar de novo",
  discard: "Descartar",

  add: "Adicionar um animal",
  addPet: "Adicionar animal",
  petId: "Id do animal",
  enterPetId: "Digite o id do animal",
  petIdTooLong: "Um id tem no máximo 19 dígitos",
  petIdNotWhole: "Um id é um número inteiro",
  exists: (petId, quantity, status) =>
    `O animal ${petId} já está no estoque: ${formatCount(quantity)}, ${status}.`,
  openIt: "Abrir",
  notAdded: (reason) => `Não foi adicionado: ${reason}.`,
  added: (petId) => `Animal ${petId} adicionado`,

  setOf: (named) => `Definir a quantidade: ${named}`,
  setOfPets: (pets) => `Definir a quantidade de ${counted(pets, PETS)}`,
  adjustOf: (named) => `Ajustar a quantidade: ${named}`,
  adjustOfPets: (pets) => `Ajustar a quantidade de ${counted(pets, PETS)}`,
  statusOf: (named) => `Alterar o status: ${named}`,
  statusOfPets: (pets) => `Alterar o status de ${counted(pets, PETS)}`,
  removeOf: (named) => `Remover ${named}?`,
  removeOfPets: (pets) => `Remover ${counted(pets, PETS)}?`,
  changePets: (pets) => `Alterar ${counted(pets, PETS)}`,
  removePets: (pets) => `Remover ${counted(pets, PETS)}`,
  newStatus: "Novo status",
  newQuantity: "Nova quantidade",
  changeBy: "Alterar em",
  newQuantityHint: "A mesma para cada um",
  changeByHint: "Por exemplo 5 ou -2, para cada um",
  enterUnsigned: "Digite uma quantidade sem sinal",
  enterDifference: "Digite uma diferença, por exemplo -2",
  itLeaves:
    "Ele sai do estoque. O histórico guarda o que havia: “Desfazer” o traz de volta, logo depois ou mais tarde na página Atividade.",
  theyLeave:
    "Eles saem do estoque. O histórico guarda o que havia: “Desfazer” os traz de volta, logo depois ou mais tarde na página Atividade.",
  itLeavesWithStock: (units) =>
    `Ele sai do estoque, com ${counted(units, UNITS)}. O histórico guarda o que havia: “Desfazer” o traz de volta, logo depois ou mais tarde na página Atividade.`,
  theyLeaveWithStock: (units) =>
    `Eles saem do estoque, com ${counted(units, UNITS)}. O histórico guarda o que havia: “Desfazer” os traz de volta, logo depois ou mais tarde na página Atividade.`,
  pets: (pets) => counted(pets, PETS),
  quantitySet: (pets, quantity) => `${pets}: quantidade definida em ${formatCount(quantity)}`,
  quantityAdjusted: (pets, by) => `${pets}: quantidade alterada em ${formatDelta(by)}`,
  statusSet: (pets, status) => `${pets}: novo status “${status}”`,
  removed: (named) => `${named} removido`,
  petsRemoved: (pets) =>
    counted(pets, {
      one: "animal removido",
      many: "de animais removidos",
      other: "animais removidos",
    }),

  paste: (rows) => `Colar ${counted(rows, ROWS)}`,
  pasteBelow: "As quantidades vão para linhas consecutivas, da linha ativa para baixo.",
  pasteOmitted: (rows, max) =>
    `Depois das primeiras ${formatCount(max)}, ${counted(rows, ROWS)} ficam de fora: importe tantas como arquivo.`,
  pasted: (pets) =>
    `${counted(pets, {
      one: "animal alterado",
      many: "de animais alterados",
      other: "animais alterados",
    })} ao colar`,
  row: (row) => `Linha ${row}`,
  petIdMissing: "Falta o id do animal",
  noRowForIt: "A tabela não tem uma linha para ela",
  unknownPet: (petId) => `Nenhum animal tem o id ${petId}. Adicione-o ou importe as linhas como arquivo`,
  inRowAlready: (petId, row) => `O animal ${petId} já está na linha ${row}`,
  needsManager: "Só um gerente pode alterar um status",
  roundedId: (text) =>
    `A planilha arredondou o id ${text}: formate a coluna como texto e digite o id de novo`,
  notPetId: (text) => `“${text}” não é o id de um animal`,
  notQuantity: (text, max) => `“${text}” não é um número inteiro de 0 a ${formatCount(max)}`,
  notStatus: (text, statuses) => `“${text}” não é um status: ${statuses}`,

  preview: "Prévia",
  pet: "Animal",
  now: "Agora",
  afterwards: "Depois",
  isRemoved: "removido",
  morePets: (pets) => `e mais ${counted(pets, PETS)}`,
  petsRefused: (pets) =>
    `${counted(pets, { one: "animal não pode ser alterado", many: "de animais não podem ser alterados", other: "animais não podem ser alterados" })}:`,
  rowsRefused: (rows) =>
    `${counted(rows, { one: "linha não pode ser aplicada", many: "de linhas não podem ser aplicadas", other: "linhas não podem ser aplicadas" })}:`,
  problem: (where, problem) => `${where}: ${problem}`,
  moreProblems: (problems) => `e mais ${formatCount(problems)}`,
  leaveOut: "Deixar de fora e alterar os outros",
  unchanged: (pets) =>
    `${counted(pets, { one: "animal já está", many: "de animais já estão", other: "animais já estão" })} assim.`,
  goneMeanwhile: (pets) =>
    `${counted(pets, { one: "animal foi removido", many: "de animais foram removidos", other: "animais foram removidos" })} por outras pessoas nesse meio-tempo.`,
  onlyInStock: (quantity) => `Só ${formatCount(quantity)} em estoque`,
  overMaximum: (quantity, max) => `${formatCount(quantity)} passa do máximo de ${formatCount(max)}`,
  comparing: "Comparando com o estoque atual",
  applying: "O serviço aplica a alteração, inteira ou nada",
  offline: "Não há conexão. Alterações de vários animais precisam dela: tente de novo quando ela voltar",
  stopped: "Interrompido. Se o serviço já tinha a alteração, a tabela a mostra",
  appliedBefore: "A tentativa anterior foi aplicada, afinal. Feche esta janela e olhe a tabela",
  unconfirmed: (reason) => `Não confirmado: tente de novo, será aplicado uma só vez. ${reason}`,
  tooManyRemoved: (max) =>
    `É possível remover no máximo cerca de ${counted(max, PETS)} de uma vez. Selecione menos`,
  removedMeanwhile: (petId) => `O animal ${petId} foi removido nesse meio-tempo`,
};
