// Portuguese of Brazil: the import dialog and export.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount, formOf } from "../format.ts";

const pets = (n: number): string => counted(n, { one: "animal", many: "de animais", other: "animais" });
const rows = (n: number): string => counted(n, { one: "linha", many: "de linhas", other: "linhas" });
const changes = (n: number): string =>
  counted(n, { one: "alteração", many: "de alterações", other: "alterações" });

const tooMany = (n: number, max: number): string =>
  `${changes(n)} são demais de uma vez: é possível enviar até ${formatCount(max)}.`;

export const transfer: Catalogue["transfer"] = {
  cancel: "Cancelar",

  exportTitle: "Exportar",
  whatToExport: "O que exportar",
  pets: "Animais",
  thisView: (n) => `Esta visualização, ${pets(n)}`,
  everything: (n) => `Tudo, ${pets(n)}`,
  format: "Formato",
  spreadsheet: "Planilha (CSV)",
  spreadsheetDetail:
    "Com nomes, tipos e códigos. Abre no Excel do jeito que está: ids longos mantêm todos os algarismos e nenhum texto vira fórmula.",
  csv: "CSV",
  csvDetail: "Id, quantidade e status em UTF-8, como petstock export os escreve.",
  ndjson: "NDJSON",
  ndjsonDetail: "Um animal por linha, para programas.",
  json: "JSON",
  jsonDetail: "Uma lista, como a API a devolve.",
  download: "Baixar",
  loadingInventory: "Carregando o estoque…",
  fileWritten: "Parte do arquivo já gravada",

  importTitle: "Importar",
  chooseFile: "Escolher um arquivo",
  readingFile: "Leitura do arquivo",
  waitingForInventory: "À espera do estoque",
  preview: "Prévia",
  importing: "Importação em andamento",
  outcome: "Resultado",

  chooseAsManager:
    "Um arquivo com ids de animais e com quantidades, status, nomes, tipos, códigos ou a quantidade a partir da qual o estoque é baixo. Você vê o que mudaria antes que algo mude.",
  chooseAsClerk:
    "Um arquivo com ids de animais e quantidades. Você vê o que mudaria antes que algo mude. Sua chave altera quantidades; para todo o resto é preciso o papel de gerente.",
  dropFile: "Solte um arquivo aqui ou {choose}",
  chooseOne: "escolha um",
  fileKinds: "Excel (.xlsx), CSV salvo por uma planilha, NDJSON ou JSON, até 50 MB",
  pasteRows: "Ou cole linhas de uma planilha",
  pastedRows: "linhas coladas",

  reading: "Lendo {name}",
  fileRead: "Parte do arquivo já lida",
  previewWaits: "A prévia de {name} abre quando todo o estoque estiver carregado.",
  petsSoFar: (n) => `${pets(n)} até agora`,
  applying:
    "Importando {name}. A importação é aplicada por inteiro ou não é aplicada, mesmo que você feche esta página agora.",
  serviceApplies: "O serviço está aplicando a importação",
  waitForImport: (file) => `${file} não foi aberto. Espere esta importação terminar`,
  noAdminApi: (file) =>
    `${file} não foi aberto. Esta página não alcança a Admin API, de que as importações precisam: peça a quem opera o serviço que libere os endereços abaixo de /admin/`,
  fileUnreadable: (detail) => `Não foi possível ler o arquivo: ${detail}`,

  columns: "Colunas:",
  noneRecognised: "nenhuma reconhecida",
  asChosenBefore: "(como você escolheu antes para um arquivo assim)",
  leftOut: (names, more) =>
    more === 0 ? `Fora da importação: ${names}` : `Fora da importação: ${names} e mais ${formatCount(more)}`,
  quantitiesOnly: "(sua chave só altera quantidades)",
  columnOf: (title) => `Coluna ${title}`,
  chooseColumn: "Escolha",
  notInFile: "Não aparece",
  firstRowHasNames: "Nomes na primeira linha",
  checkColumns: "Confira as colunas:",
  takenFrom: (title, name) => `${title} vem de “${name}”`,
  mayMeanElse: "Um nome assim pode significar outra coisa.",
  noIdColumn: "Nenhuma coluna foi reconhecida como a dos ids dos animais. Escolha-a acima.",
  sheet: "Planilha",
  chooseSheet: "Escolha uma planilha",
  severalSheets: "A pasta de trabalho tem várias planilhas. Escolha uma acima.",

  rows,
  readAs: (encoding) => `lido como ${encoding}`,
  withoutRowsAbove: (n) => `sem ${rows(n)} acima dos nomes`,
  lookAgain: (message) => `${message}. Veja a prévia de novo.`,
  noRows: "O arquivo não tem linhas abaixo dos nomes.",
  rowsByEffect: "Linhas pelo que aconteceria",
  problem: "Problemas",
  removed: "Removidos",
  changed: "Alterados",
  created: "Adicionados",
  labeled: "Dados",
  unchanged: "Sem alteração",
  line: "Linha",
  pet: "Animal",
  whatProblem: "Problema",
  whatNow: "Agora",
  whatChange: "Alteração",
  whatNew: "Novo",
  none: "nenhum",
  moreRows: (n) => `e mais ${counted(n, { one: "linha", many: "de linhas", other: "linhas" })}`,
  problemsAreLeftOut: "Linhas com problemas ficam de fora.",
  downloadProblems: "Baixar os problemas",
  moreProblems: (n) =>
    `mais ${counted(n, { one: "problema", many: "de problemas", other: "problemas" })} fora desta lista`,
  reasonImported: "Importação",
  notePlaceholder: "Ex.: nota fiscal",
  replaceEverything: "Substituir tudo: remover os animais que não estão no arquivo",
  comparing: "Comparando com o estoque…",
  countChanged: (n) => counted(n, { one: "alterado", other: "alterados" }),
  countAdded: (n) => counted(n, { one: "adicionado", other: "adicionados" }),
  countRemoved: (n) => counted(n, { one: "removido", other: "removidos" }),
  labelsChanged: (n) => `dados de ${pets(n)} alterados`,
  sameValues: "O estoque já tem esses valores",
  withProblems: (changed, n) => `${changed}; ${rows(n)} com problemas de fora`,
  otherFile: "Outro arquivo",
  previewAgain: "Refazer a prévia",
  importAction: "Importar",
  importAndRemove: (n) => `Importar e remover ${pets(n)}`,
  importChanges: (n) => `Importar ${changes(n)}`,
  nothingToImport: "Nada para importar",

  checkFailed: (message) => `${message}.`,
  previewFailed: (detail) => `A prévia falhou: ${detail}`,
  petIsGone: (petId) => `O animal ${petId} não está mais no estoque`,
  replaceWithProblems:
    "Um arquivo com problemas não pode substituir tudo: os animais dessas linhas seriam removidos",
  tooManyRows: "São linhas demais de uma vez. Importe o arquivo em partes",
  tooManyChanges: (n, max) =>
    `${tooMany(n, max)} Importe o arquivo em partes, ou com uma chave do papel de gerente`,
  tooManyWithoutQuantities: (n, max) =>
    `${tooMany(n, max)} Importe o arquivo em partes, ou com uma coluna de quantidades`,

  imported: "{name} foi importado.",
  notKnown: "Não se sabe se {name} foi importado.",
  askAgainWhy: (reason) => `${reason}. Pergunte de novo: a importação é aplicada uma só vez.`,
  notImported: (file, reason) => `${file} não foi importado. ${reason}`,
  nothingImported: (reason) => `Nada foi importado. ${reason}`,
  problemsLeftOut: (n) =>
    `${rows(n)} com problemas ${formOf(n, { one: "ficou", other: "ficaram" })} de fora.`,
  undoImport: "Desfazer a importação",
  askAgain: "Perguntar de novo",
  done: "Concluir",
};
