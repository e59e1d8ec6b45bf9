// Portuguese of Brazil: navigation, the connection's state, what a page says while it loads.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

export const shell: Catalogue["shell"] = {
  brand: "Pet shop",
  pages: "Páginas",
  loadingPage: (page) => `Carregando ${page}…`,
  live: "Ao vivo",
  lastChecked: (time) => `Verificado às ${time}`,
  loadingPets: (pets) =>
    `Carregando: ${counted(pets, { one: "animal", many: "de animais", other: "animais" })} até agora`,
  offlineKnown: (since) => `Sem conexão desde ${since}: últimas quantidades conhecidas`,
  offlineRetrying: (since) => `Sem conexão desde ${since}: tentando de novo`,
  offlineWaiting: (since, changes) =>
    `Sem conexão desde ${since}: ${counted(changes, { one: "alteração aguardando", many: "de alterações aguardando", other: "alterações aguardando" })}`,
  undo: "Desfazer",
  commandsNotLoaded: "Não foi possível carregar o menu de comandos. Verifique a conexão e tente de novo",
  dialogNotLoaded: "Não foi possível carregar a caixa de diálogo. Verifique a conexão e tente de novo",
  sendOtherEdit: "Enviar esta alteração em seu nome?",
  sendEditOf: (by) => `Enviar a alteração de ${by} em seu nome?`,
  send: "Enviar",
  sendAs: (name) => `Enviar como ${name}`,
  anotherKey: "Alguém com outra chave",
  youAre: "Você entrou como {name}.",
  recordedName: "Cada alteração fica registrada em nome da chave com que é feita.",
};
