// Portuguese of Brazil: trends, and what is low.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount } from "../format.ts";

export const trends: Catalogue["trends"] = {
  tryAgain: "Tentar de novo",
  failed: (reason) => `${reason}.`,

  // Pets that need attention.
  needsAttention: "Precisa de atenção",
  nothingNeedsIt: "Nada precisa de atenção",
  loadingInventory: "Carregando o estoque…",
  low: "Estoque baixo",
  lowHint: "A quantidade chegou ao limite que os dados indicam como baixo, e o animal não está vendido.",
  noneLeft: "Disponível, mas não resta nenhum",
  noneLeftHint: "Reponha o estoque ou marque o animal como vendido.",
  soldInStock: "Vendido, mas ainda no estoque",
  soldInStockHint: "Corrija a quantidade ou o status.",
  showMore: (pets) =>
    `Mostrar mais: ainda há ${counted(pets, { one: "animal", many: "de animais", other: "animais" })}`,
  quantityOf: (pet) => `Quantidade: ${pet}`,
  statusOf: (pet, status) => `Status: ${pet}, ${status}`,
  save: "Salvar",
  saving: "Salvando…",
  notConfirmed: "Não confirmado; tentando de novo",
  notSaved: (reason) => `Não foi salvo: ${reason}`,
  setByOthers: (quantity) => `Não foi salvo: outra pessoa mudou para ${formatCount(quantity)}`,
  dismiss: "Dispensar",

  // Over time.
  overTime: "Ao longo do tempo",
  period: "Período",
  wholeHistory: "Tudo",
  lastChange: "Última alteração: {time}.",
  loadingTotals: "Carregando os totais…",
  totalsFailed: "Não foi possível carregar os totais",
  noHistory: "Ainda não há histórico",
  firstChange: "O gráfico começa com a primeira alteração.",
  beginsThisHour: "O histórico começa nesta hora. Os gráficos aparecem com a segunda.",
  beginsThisDay: "O histórico começa neste dia. Os gráficos aparecem com o segundo.",
  beginsThisWeek: "O histórico começa nesta semana. Os gráficos aparecem com a segunda.",
  unitsInStock: "Unidades em estoque",
  inAndOutByHour: "Entradas e saídas por hora",
  inAndOutByDay: "Entradas e saídas por dia",
  inAndOutByWeek: "Entradas e saídas por semana",
  chart: (title, newest) => `${title}. ${newest}`,
  newest: (series, value) => `${series} agora: ${formatCount(value)}`,
  from: "Desde",
  units: "Unidades",
  in: "Entradas",
  out: "Saídas",
  unitsNow: "Unidades agora",
  petsInStock: "Animais em estoque",
  cameIn: "Entradas",
  wentOut: "Saídas",
  showFigures: "Mostrar os números",
  figures: "Números",
  figuresByHour: "Estoque no fim de cada hora, com as entradas e saídas dessa hora. Os horários são UTC.",
  figuresByDay: "Estoque no fim de cada dia, com as entradas e saídas desse dia. Os horários são UTC.",
  figuresByWeek: "Estoque no fim de cada semana, com as entradas e saídas dessa semana. Os horários são UTC.",
  available: "Disponíveis",
  pending: "Reservados",
  sold: "Vendidos",

  // By reason.
  byReason: "Entradas e saídas por motivo",
  reason: "Motivo",
  reading: (changes) =>
    `Lendo o histórico: ${counted(changes, { one: "alteração", many: "de alterações", other: "alterações" })} até agora`,
  readSince: (changes) => `As alterações mais recentes: ${formatCount(changes)}, desde: {time}.`,
  readMore: (changes) => `Ler mais ${formatCount(changes)}`,
  nothingMoved: "Nada entrou nem saiu neste período.",
};
