// Portuguese of Brazil: keys that are refused or expire.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

export const session: Catalogue["session"] = {
  neverExpires: "A chave nunca expira",
  expired: (date, time) => `A chave expirou em ${date} às ${time}`,
  expiresInHours: (hours, time) =>
    `A chave expira em ${counted(hours, { one: "hora", many: "de horas", other: "horas" })}, às ${time}`,
  expiresInDays: (days, date) =>
    `A chave expira em ${counted(days, { one: "dia", many: "de dias", other: "dias" })}, em ${date}`,
  expiresSoon: (expiry) => `${expiry}: peça outra a tempo.`,
  signedIn: "Você entrou.",
  signedInAs: (name) => `Você entrou como ${name}.`,

  notKey: (start) => `Isto não é uma chave de API. As chaves começam com ${start}`,
  linkWithoutKey: (start) => `Este link não contém uma chave de API. As chaves começam com ${start}`,
  incompleteKey: "Esta chave está incompleta. Copie a chave inteira e cole-a de novo.",
  incompleteLink: "Este link está incompleto. Abra-o de novo ou peça outro.",
  revoked: "Esta chave foi revogada. Peça outra.",
  hasExpired: "Esta chave expirou. Peça outra.",
  expiredOn: (date, time) => `Esta chave expirou em ${date} às ${time}. Peça outra.`,
  unknownKey: "Este serviço não conhece esta chave. Ela foi criada para outro serviço?",
  mistyped: "Esta chave foi digitada errado ou está incompleta. Copie a chave inteira e cole-a de novo.",
  refused: "O serviço recusou esta chave. Peça outra.",
  stillSignedIn: (reason) => `Você continua conectado. ${reason}`,
  linkRefused: (reason) => `Você continua com a sua própria chave. Sobre a chave do link: ${reason}`,

  tooMany: "Solicitações demais vindas daqui. Tentando de novo…",
  tooManyFor: (seconds) => `Solicitações demais vindas daqui. Nova tentativa em ${seconds} s…`,
  busy: "O serviço está ocupado ou iniciando. Tentando de novo…",
  unreachable: "Não foi possível acessar o serviço. Tentando de novo…",
  notLoaded: (reason) => `Não foi possível carregar o estoque: ${reason}`,
  unknownError: "erro desconhecido",

  shared:
    "A chave fica só nesta aba: fechá-la ou recarregá-la faz você sair. Se você entrou com um link que contém #key=, apague também o histórico do navegador",
  notStored: "Este navegador não consegue guardar a chave: entre de novo depois de recarregar",
  notSent: (changes) =>
    `${counted(changes, { one: "alteração ainda não foi enviada", many: "de alterações ainda não foram enviadas", other: "alterações ainda não foram enviadas" })}. Entre aqui com a mesma chave para enviá-las.`,
};
