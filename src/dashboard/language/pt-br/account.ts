// Portuguese of Brazil: the account menu, and the dialogs of keys and links.

import type { Catalogue } from "../catalogue.ts";

export const account: Catalogue["account"] = {
  signInAgain: "Entre de novo",
  signOutInstead: "Prefiro sair",
  editsKept: "Suas alterações não salvas são mantidas.",

  account: "Conta",
  accountOf: (name) => `Conta: ${name}`,
  commands: "Comandos (Ctrl K)",
  apiReference: "Referência da API",
  sharedComputer: "Este computador é compartilhado",
  signOut: "Sair",
  unknownOwner: "Você entrou. Aqui não é possível ver de quem é esta chave.",
  onBrowser: "Conectado neste navegador",
  inTab: "Conectado só nesta aba",
  role: (name, rights) => `${name}: ${rights}`,

  useLink: "Usar a chave do link?",
  useLinkOf: (name) => `Entrar como ${name}?`,
  useUnknownLink: "Entrar com este link?",
  stay: "Continuar como está",
  stayAs: (name) => `Continuar como ${name}`,
  signIn: "Entrar",
  signInAs: (name) => `Entrar como ${name}`,
  useKey: "Usar a chave do link",
  switchTo: (name) => `Mudar para ${name}`,
  notNow: "Agora não",
  linkOf: (role, rights) => `O link faz este navegador entrar em {host} como {name} (${role}: ${rights}).`,
  linkUnknown: "O link faz este navegador entrar em {host} com uma chave cujo nome não pode ser visto aqui.",
  youAreIn: "Você já entrou.",
  youAre: "Você entrou como {name}.",
  onlyYours:
    "Use-o só se foi feito para você: cada alteração fica registrada em nome da chave com que é feita.",
  worksOnce: "O link vale uma vez: ele se esgota quando você entra.",
  linkInHistory:
    "O histórico do navegador guarda o link, que contém a chave. Em um computador que outras pessoas usam, entre só com a chave.",
};
