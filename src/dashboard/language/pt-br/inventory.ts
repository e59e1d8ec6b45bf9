// Portuguese of Brazil: the inventory page: table, filters, views.

import type { Catalogue } from "../catalogue.ts";
import { counted, formatCount } from "../format.ts";

const PETS = { one: "animal", many: "de animais", other: "animais" };

export const inventory: Catalogue["inventory"] = {
  unitsInStock: (units) =>
    `${counted(units, { one: "unidade", many: "de unidades", other: "unidades" })} em estoque`,
  readOnly: "Chave só de leitura",
  readOnlyHint: "Esta chave só permite ler. Peça ao operador uma chave que permita editar.",
  undo: "Desfazer",
  undoHint: (change) => `Desfazer “${change}” (Ctrl+Z)`,
  print: "Imprimir",
  export: "Exportar",
  import: "Importar",
  keys: "Teclas",
  keysHint: "Teclas (?)",
  addPet: "Adicionar",

  petId: "Animal",
  name: "Nome",
  kind: "Tipo",
  quantity: "Qtd.",
  status: "Status",
  changed: "Alterado",
  selectAll: "Selecionar tudo",
  clearSelection: "Limpar a seleção",
  selectPet: (petId) => `Selecionar o animal ${petId}`,
  selectNamed: (name, petId) => `Selecionar ${name} ${petId}`,
  quantityOf: (petId, quantity) => `Quantidade do animal ${petId}, agora ${formatCount(quantity)}`,
  statusOf: (petId) => `Status do animal ${petId}`,
  loading: "Carregando o estoque…",

  saving: "Salvando…",
  saved: "Salvo",
  notConfirmed: (quantity) => `${formatCount(quantity)} não confirmado; tentando de novo`,
  conflict: "A sua {yours}, a outra {theirs}",
  useMine: "Usar a minha",
  keepTheirs: "Manter a outra",
  notSaved: "{quantity} não foi salvo. {reason}.",
  retry: "Tentar de novo",
  discard: "Descartar",
  labelNotSaved: "Dados não salvos.",
  decide: "Decidir",
  changedByOthers: (quantity, status) =>
    `Alterado por outra pessoa: agora ${formatCount(quantity)}, ${status}`,
  editingHint: "Enter salva, Esc cancela; +5 e -2 ajustam",
  isNew: "Novo",
  isNewBy: (actor) => `Novo, por ${actor}`,
  changedFrom: (quantity) => `Antes ${formatCount(quantity)}`,
  changedFromBy: (quantity, actor) => `Antes ${formatCount(quantity)}, alterado por ${actor}`,
  lastChange: "{time} por {actor}",
  lastReason: (reason, actor) => `${reason}, registrado por ${actor}`,

  filters: "Filtros",
  searchLabel: "Buscar por nome, id ou código",
  searchIdLabel: "Buscar por id",
  search: "Buscar nome, id ou código",
  searchId: "Buscar id",
  stock: "Estoque",
  overview: "Resumo",
  needsAttention: "Requer atenção",
  mendThem: "Corrigir",
  quantityFrom: "Quantidade de",
  quantityTo: "Quantidade até",
  boundTo: "até",
  fromError: (problem) => `Quantidade de: ${problem}`,
  toError: (problem) => `Quantidade até: ${problem}`,
  showAll: "Mostrar todos",
  pets: (pets) => counted(pets, PETS),
  petsSearching: (pets) => `${counted(pets, PETS)}, buscando…`,
  soFar: (pets) => `${formatCount(pets)} até agora…`,
  petsOf: (pets, total) => `${formatCount(pets)} de ${counted(total, PETS)}`,

  selected: (pets) =>
    counted(pets, {
      one: "animal selecionado",
      many: "de animais selecionados",
      other: "animais selecionados",
    }),
  changeSelected: "Alterar os animais selecionados",
  set: "Definir",
  adjust: "Ajustar",
  remove: "Remover",
  copy: "Copiar",
  clear: "Limpar",
  copied: (rows) =>
    counted(rows, { one: "linha copiada", many: "de linhas copiadas", other: "linhas copiadas" }),
  copyRefused: "Este navegador não permitiu copiar. Pressione Ctrl+C na tabela",

  views: "Visualizações",
  editViews: "Salvar ou excluir visualizações…",
  savedViews: "Visualizações salvas",
  saveView: "Salvar visualização",
  viewName: "Nome da visualização atual",
  viewNameHint: (view) => `${view}. Uma visualização com o mesmo nome é substituída.`,
  viewNameMissing: "Digite um nome.",
  viewSaved: (name) => `Visualização “${name}” salva`,
  viewSavedForTab: (name) =>
    `Visualização “${name}” salva até esta aba ser fechada: este navegador não guarda nada`,
  deleteView: (name) => `Excluir ${name}`,
  wholeView: "Todos os animais",
  viewOf: (filters) => `Animais: ${filters}`,
  viewNoneLeft: "esgotados",
  viewInStock: "em estoque",
  viewRange: (min, max) => `quantidade de ${formatCount(min)} a ${formatCount(max)}`,
  viewMin: (min) => `quantidade a partir de ${formatCount(min)}`,
  viewLow: "estoque baixo",
  viewSearch: (search) => `busca “${search}”`,
  viewSorted: (column) => `por ordem de “${column}”`,
  viewSortedDescending: (column) => `por ordem decrescente de “${column}”`,

  printedFirst: (pets, printed) =>
    `${counted(pets, PETS)}; são impressos os primeiros ${formatCount(printed)}`,

  noPets: "Ainda não há animais",
  noPetsHint: "Adicione o primeiro ou importe um arquivo com as colunas petId, quantity e status.",
  importFile: "Importar um arquivo",
  addFirst: "Adicionar um animal",
  importThere:
    "Importe um arquivo na máquina em que este serviço funciona. Os animais então aparecem aqui sozinhos.",
  orImportThere:
    "Ou importe um arquivo na máquina em que este serviço funciona. Os animais então aparecem aqui sozinhos.",
  noMatches: "Nenhum animal encontrado",
  noneMatchesFilters: "Nenhum animal corresponde aos filtros.",
  noneLike: (search) => `Nenhum animal tem nome, tipo, id ou código como “${search}”.`,
  noneLikeAndFilters: (search) =>
    `Nenhum animal tem nome, tipo, id ou código como “${search}” e corresponde aos filtros.`,
  clearSearch: "Limpar a busca",
  showAllPets: "Mostrar todos os animais",
  addPetWithId: (petId) => `Adicionar o animal ${petId}`,
};
