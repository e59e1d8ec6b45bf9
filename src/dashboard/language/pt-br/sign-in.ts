// Portuguese of Brazil: the sign-in form.

import type { Catalogue } from "../catalogue.ts";

export const signIn: Catalogue["signIn"] = {
  title: "Estoque do pet shop",
  lead: "Veja e altere o estoque de cada animal.",
  apiKey: "Chave de API",
  show: "Mostrar",
  sharedComputer: "Este computador é compartilhado",
  keyInTab: "A chave fica só nesta aba: fechá-la ou recarregá-la faz você sair.",
  keyStored: "A chave fica guardada neste navegador até você sair: as novas abas também entram.",
  signIn: "Entrar",
  signingIn: "Entrando…",
  askForLink: "Não tem chave? Peça a um administrador deste serviço um link para entrar:",
  askForKey: "Não tem chave? Peça uma a um administrador deste serviço:",
};
