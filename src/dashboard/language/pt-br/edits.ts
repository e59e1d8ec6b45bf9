// Portuguese of Brazil: saving: conflicts, waiting edits, undo.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

export const edits: Catalogue["edits"] = {
  enterNumber: "Digite um número",
  notWholeNumber: (text) => `“${text}” não é um número inteiro`,
  notInRange: (text, max) => `“${text}” não é um número inteiro de 0 a ${max}`,
  maximum: (max) => `O máximo é ${max}`,
  cannotRemove: (now, number) => `Só há ${now} em estoque: não é possível retirar ${number}`,
  onlyInStock: (now) => `Agora só há ${now} em estoque`,

  madeByOther: "Ela foi feita com outra chave",
  madeBy: (by) => `Esta alteração é de ${by}`,
  madeByNotYou: (by, you) => `Esta alteração é de ${by}, e você entrou como ${you}`,
  quantityNotSent: (pet, quantity) => `{by} definiu a quantidade ${quantity} (${pet}), e ela não foi salva.`,
  labelNotSent: (pet, change) => `{by} alterou os dados (${pet}: ${change}), e eles não foram salvos.`,

  saved: (change) => `Salvo: ${change}`,
  alreadySaved: (change) => `Já estava salvo: ${change}`,
  oldQuantity: "O estoque ainda tem a quantidade antiga",
  oldLabel: "Os dados continuam como antes",
  quantityNotSaved: (pet, quantity, reason) => `${pet}, ${quantity} não foi salvo. ${reason}`,
  labelNotSaved: (pet, change, reason) => `${pet}, ${change}: não foi salvo. ${reason}`,
  quantityConflict: (pet, yours, theirs) =>
    `Outra pessoa alterou a quantidade (${pet}): a sua é ${yours}, a outra ${theirs}. Escolha na linha`,
  labelConflict: (pet, values) =>
    `Outra pessoa alterou os dados (${pet}). ${values}. Escolha no painel do animal`,
  yoursTheirs: (member, yours, theirs) => `${member}: o seu ${yours}, o outro ${theirs}`,
  open: "Abrir",
  setTo: (pet, status) => `${pet}, agora ${status}`,
  notChanged: (reason) => `Não alterado: ${reason}`,
  nothingChanged: (change) => `${change}: não havia nada para alterar`,

  problemOf: (petId, problem) => `animal ${petId}: ${problem}`,
  moreProblems: (problem, others) =>
    `${problem}, e mais ${counted(others, { one: "problema", many: "de problemas", other: "problemas" })}`,
  changedPet: (petId) => `O animal ${petId} mudou nesse meio-tempo`,
  changedPets: (petId, others) =>
    `O animal ${petId} e mais ${counted(others, { one: "animal", many: "de animais", other: "animais" })} mudaram nesse meio-tempo`,
  nothingApplied: (reason) => `${reason}. Nada foi alterado`,

  undoing: (change) => `Desfazendo: ${change}`,
  undone: (change) => `Desfeito: ${change}`,
  restored: (change) => `Restaurado: ${change}`,
  notUndone: (change, reason) => `Não foi desfeito: ${change}. ${reason}`,
  nothingToUndo: (change) => `Não há nada para desfazer: ${change}`,
  undoOfOther: (change, by) =>
    `Não foi desfeito: ${change}. O pedido foi de ${by}: desfaça de novo para fazê-lo em seu nome`,
  anotherKey: "alguém com outra chave",
  changedSince: (pets) =>
    `${counted(pets, { one: "dos animais mudou", many: "dos animais mudaram", other: "dos animais mudaram" })} desde então: abra “Atividade” para desfazer o resto`,
  undoNotConfirmed: "Sem confirmação: veja em “Atividade” antes de tentar de novo",
};
