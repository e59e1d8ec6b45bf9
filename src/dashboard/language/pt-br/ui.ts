// Portuguese of Brazil: what all pages share: dates, dialogs, names, labels.

import type { Catalogue } from "../catalogue.ts";

export const ui: Catalogue["ui"] = {
  cancel: "Cancelar",
  stop: "Parar",
  working: "Aguarde…",
  close: "Fechar",
  copied: "Copiado",
  notCopied: "Não copiado: selecione o texto e copie-o manualmente",
  now: "agora mesmo",
  loading: "Carregando…",
  notLoaded: "Não foi possível carregar esta página",
  loadAgainHint: "Verifique a conexão e carregue a página de novo.",
  loadAgain: "Carregar de novo",
  language: "Idioma",
  languageNotLoaded: (language) =>
    `Não foi possível carregar o idioma “${language}”. Verifique a conexão e tente de novo`,
  pet: (petId) => `animal ${petId}`,
  petFirst: (petId) => `Animal ${petId}`,
  commandLine: (name) => `${name} (linha de comando)`,
  statuses: {
    available: "disponível",
    pending: "reservado",
    sold: "vendido",
  },
  members: {
    name: "Nome",
    kind: "Tipo",
    code: "Código",
    low: "Estoque baixo em",
  },
  memberNouns: {
    name: "nome",
    kind: "tipo",
    code: "código",
    low: "mínimo",
  },
  noValue: "nenhum valor",
  labelRemoved: "dados removidos",
  memberRemoved: (member) => `${member} removido`,
  memberValueRemoved: (member, value) => `${member} ${value} removido`,
  memberSet: (member, value) => `${member} ${value}`,
  memberChanged: (member, from, to) => `${member} ${from} → ${to}`,
  named: (name) => `com o nome ${name}`,
  renamed: (from, to) => `renomeado de ${from} para ${to}`,
};
