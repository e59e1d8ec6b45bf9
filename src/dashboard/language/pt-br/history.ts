// Portuguese of Brazil: activity, a pet's history, undo.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount } from "../format.ts";

const PETS = { one: "animal", many: "de animais", other: "animais" };
const MORE_PETS = { one: "outro animal", many: "de outros animais", other: "outros animais" };

export const history: Catalogue["history"] = {
  // The page.
  loadingActivity: "Carregando a atividade…",
  loading: "Carregando…",
  failed: (reason) => `${reason}.`,
  tryAgain: "Tentar de novo",
  today: "Hoje",
  yesterday: "Ontem",
  showOlder: "Mostrar alterações anteriores",
  searchFurther: "Procurar mais para trás",
  noChanges: "Nenhuma alteração ainda",
  firstAppears: "A primeira alteração aparece aqui.",
  noMatching: "Nenhuma alteração encontrada",
  showAll: "Mostrar todas as alterações",
  person: "Pessoa",
  everyone: "Todas",
  reason: "Motivo",
  allReasons: "Todos",
  day: "Dia",

  // A revision.
  pets: (pets) => counted(pets, PETS),
  petsAndLabels: (pets, labels) => `${counted(pets, PETS)}, dados de ${counted(labels, PETS)}`,
  what: (reason, pets) => `${reason}: ${pets}`,
  whatOfUndo: (reason, revision, pets) => `${reason} (revisão ${formatCount(revision)}): ${pets}`,
  madeBy: "{reason} por {actor}, {time}",
  undoAsks: "Desfazer…",
  undoRevision: (revision) => `Desfazer a revisão ${formatCount(revision)}`,
  morePets: (pets) => `E ${counted(pets, MORE_PETS)}.`,

  // Undoing a revision.
  undoTitle: "Desfazer esta alteração?",
  undo: "Desfazer",
  undoPets: (pets) => `Desfazer em ${counted(pets, PETS)}`,
  undoLabels: (labels) => `Desfazer os dados de ${counted(labels, PETS)}`,
  title: (reason, pets) => `${reason}, ${pets}`,
  looking: "Verificando o que mudaria…",
  nothingLeft: "Não há mais nada a desfazer.",
  return: (pets) =>
    `${counted(pets, { one: "animal volta a ser como era", many: "de animais voltam a ser como eram", other: "animais voltam a ser como eram" })}.`,
  comeBack: (pets) =>
    `${counted(pets, { one: "animal removido volta", many: "de animais removidos voltam", other: "animais removidos voltam" })}.`,
  leave: (pets) =>
    `${counted(pets, { one: "animal que foi adicionado será removido", many: "de animais que foram adicionados serão removidos", other: "animais que foram adicionados serão removidos" })}.`,
  labelsReturn: (pets) => `Os dados de ${counted(pets, PETS)} voltam a ser como eram.`,
  stay: (pets) =>
    `${counted(pets, { one: "animal mudou depois disso e fica como está", many: "de animais mudaram depois disso e ficam como estão", other: "animais mudaram depois disso e ficam como estão" })}:`,
  stays: (pet, stock) => `${pet}, agora ${stock}`,
  moreStay: (pets) => `e ${counted(pets, MORE_PETS)}`,
  notUndone: (reason) => `Não foi desfeito. ${reason}`,
  cannotUndo: (reason) => `Não é possível desfazer esta alteração. ${reason}`,

  // A pet's history.
  history: "Histórico",
  loadingHistory: "Carregando o histórico…",
  noneKept: "Nenhuma alteração: este animal não mudou desde o início do histórico.",
  newestFirst: "Alterações, as mais recentes primeiro",
  stock: (quantity, status) => `${formatCount(quantity)}, ${status}`,
  notInInventory: "fora do estoque",
  added: (stock) => `adicionado: ${stock}`,
  removed: "removido",

  // Setting a pet back: what it is set back to, and the sentences with it.
  stockBack: (stock) => stock,
  removedAgain: "removido de novo",
  nameBack: (name) => `nome ${name}`,
  kindBack: (kind) => `tipo ${kind}`,
  codeBack: (code) => `código ${code}`,
  lowBack: (low) => `mínimo ${low}`,
  noName: "sem nome",
  noKind: "sem tipo",
  noCode: "sem código",
  noLow: "sem mínimo",
  noLabel: "sem dados",
  setBack: (to) => `Voltar a: ${to}`,
  removeAgain: "Remover de novo",
  undoTo: (to) => `Desfazer: ${to}`,
  petSetBack: (pet, to) => `${pet}, como antes: ${to}`,
  asItWas: "Como era antes desta alteração; as alterações seguintes ficam no histórico",
  changedByOthers: (pet) => `${pet} acabou de ser alterado por outra pessoa. Veja como está e tente de novo`,
};
