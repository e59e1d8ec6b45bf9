// Portuguese of Brazil: the page of keys.

import type { Catalogue } from "../catalogue.ts";

export const keys: Catalogue["keys"] = {
  title: "Chaves",
  about:
    "Cada pessoa e cada aparelho recebe sua própria chave: o histórico mostra o nome dela, e ela pode ser revogada sozinha.",
  loading: "Carregando as chaves…",
  failed: (reason) => `${reason}.`,
  notRead: (reason) => `Não foi possível ler as chaves: ${reason}`,
  tryAgain: "Tentar de novo",
  notHere: "Não é possível gerenciar chaves neste endereço",
  notHereBecause:
    "Daqui não se chega à parte do serviço que as gerencia. Quem opera o serviço pode criar chaves no servidor.",
  onlyAdmins: "Só um administrador pode gerenciar chaves",
  askAdmin:
    "Você entrou como {name}, com a função {role}. Peça a um administrador uma chave ou uma mudança na sua.",
  whichKeys: "Quais chaves",
  active: "Ativas",
  all: "Todas",

  // The table.
  noActive: "Nenhuma chave ativa",
  oneForEach: "Crie uma para cada pessoa e cada aparelho.",
  name: "Nome",
  role: "Função",
  state: "Situação",
  expires: "Expira",
  lastUsed: "Último uso",
  history: "Histórico",
  yourKey: "Sua chave",
  keyStates: {
    active: "ativa",
    expires_soon: "expira em breve",
    expired: "expirada",
    revoked: "revogada",
    link_waiting: "ainda não aberto",
    link_expired: "link expirado",
  },
  linkUntil: (until) => `link válido até ${until}`,
  never: "nunca",
  actionsFor: (name) => `Ações para a chave ${name}`,
  replaceAsks: "Substituir por uma chave nova…",
  revokeAsks: "Revogar…",
  renewAsks: "Refazer o link…",
  withdrawAsks: "Retirar…",
  made: "Criada por {actor} em {time}",
  madeInPlaceOf: "Criada por {actor} em {time}, no lugar da chave de {replaced}",
  madeInPlaceOfUnknown: "Criada por {actor} em {time}, no lugar de outra chave",
  linkOpened: "Link aberto em {time}",
  replacedBy: "Substituída por {actor} em {time}",
  revokedBy: "Revogada por {actor} em {time}",

  // A new key.
  newKey: "Nova chave",
  make: "Criar a chave",
  makeLink: "Criar o link",
  nameHint: "Quem ou o que a usa. O histórico mostra o nome em cada alteração.",
  nameExample: "Ana, ou caixa-3",
  account: "Conta (opcional)",
  accountHint: "Agrupa chaves, por exemplo as de uma loja.",
  giveAs: "Entregar como",
  aLink: (howLong) => `um link de uso único, ${howLong}`,
  keyItself: "a própria chave, para caixa ou script",
  for15Minutes: "por 15 minutos",
  afterDay: "Depois de um dia",
  afterWeek: "Depois de uma semana",
  after30Days: "Depois de 30 dias",
  after90Days: "Depois de 90 dias",
  afterYear: "Depois de um ano",
  neverExpires: "Nunca",
  keyOf: (name) => `A chave de ${name}`,
  linkFor: (name) => `O link para ${name}`,
  done: "Pronto",
  shownOnlyNow: "Só aparece agora.",
  signsIn: "Quem tiver a chave entra como {name} ({role}: {rights}).",
  linkWorksOnce: (until) => `Vale uma vez, até ${until}.`,
  linkSignsIn: "Quem abrir o link primeiro entra como {name} ({role}: {rights}).",
  link: "Link para entrar",
  copyLink: "Copiar link",
  key: "Chave",
  copyKey: "Copiar chave",
  qrCodeOf: (name) => `QR code do link para entrar como ${name}`,
  onPhone: "No celular: abra a câmera e leia este código.",
  noPhone: (host) =>
    `Um celular não consegue abrir este link, porque esta página está aberta em ${host}, que é só este computador. Para um celular, abra esta página pelo endereço do serviço na sua rede.`,
  noHttps: "Esta página está aberta sem https: outras pessoas na rede poderiam ler a chave.",
  usedNow: "Acabou de ser usada.",
  openedNow: "Acabou de ser aberto.",
  closeWithout: "Fechar sem a chave?",
  closeAnyway: "Fechar mesmo assim",
  backToKey: "Voltar à chave",
  neitherCopiedNorUsed: "A chave ainda não foi copiada nem usada. Não é possível mostrá-la de novo.",

  // Replacing a key.
  replaceKeyOf: (name) => `Substituir a chave de ${name}?`,
  replace: "Substituir",
  whatReplacing:
    "Você recebe uma chave nova com o mesmo nome, função e validade. Escolha por quanto tempo a antiga ainda funciona, para dar tempo de levar a nova até onde ela é usada. Se a antiga vazou, encerre-a agora.",
  isOwn: "É a chave com que você entrou.",
  stillWorks: "A chave antiga ainda funciona",
  notAtAll: "não: ela termina agora",
  forHour: "por uma hora",
  forDay: "por um dia",
  forWeek: "por uma semana",

  // Revoking a key.
  revokeKeyOf: (name) => `Revogar a chave de ${name}?`,
  revoke: "Revogar",
  whatRevoking:
    "Ela deixa de funcionar em um segundo, em todo lugar, e não pode ser recuperada. O que foi alterado com ela fica.",
  signsYouOut: "É a chave com que você entrou: você terá de entrar com outra.",
  lastAdmin:
    "Ela não foi revogada: é a última chave que pode gerenciar chaves. Crie antes outra chave de administrador. Sem nenhuma, só é possível criar chaves no servidor, com {command}.",
  typeName: (name) => `Para revogar mesmo assim, digite o nome dela: ${name}`,
  revoked: (name) => `Revogada: a chave de ${name}`,

  // A link that was not opened.
  renewLinkOf: (name) => `Refazer o link para ${name}?`,
  whatRenewing: "O link anterior deixa de funcionar na hora.",
  newLinkWorks: "O link novo vale uma vez",
  withdrawLinkOf: (name) => `Retirar o link para ${name}?`,
  withdraw: "Retirar",
  whatWithdrawing: "Ele não pode mais ser aberto, e ninguém recebe uma chave por ele.",
  withdrawn: (name) => `Retirado: o link para ${name}`,

  // Why it was not done.
  answerLost:
    "A resposta se perdeu, então pode ter sido feito. Feche isto e olhe a lista. Revogue uma chave nova que não foi mostrada a você.",
  hasEnded: "Esta chave terminou nesse meio-tempo. Crie uma nova no lugar dela.",
  isGone: "Esta chave não existe mais.",
  wasOpened:
    "Este link foi aberto nesse meio-tempo, então a chave está em uso. Se você não sabe por quem, revogue-a.",
  lastAdminByLink:
    "Ela não foi substituída: é a última chave que pode gerenciar chaves, e ninguém tem uma nova antes que o link dela seja aberto. Entregue a própria chave, ou crie antes outra chave de administrador.",
  notName: (text) =>
    `${text} não pode ser um nome: use de 1 a 64 letras, números, sinais de pontuação, símbolos ou emojis, com espaços só entre eles.`,
};
