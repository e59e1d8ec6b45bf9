// Portuguese of Brazil: a link that signs in once, and could not.

import type { Catalogue } from "../catalogue.ts";

export const link: Catalogue["link"] = {
  notOpened: "Não foi possível abrir este link. Recarregue a página e abra-o de novo.",
  openedOn: (date, time) => `Este link vale uma vez e foi aberto em ${date} às ${time}. Peça outro.`,
  opened: "Este link vale uma vez e já foi aberto. Peça outro.",
  expiredOn: (date, time) => `Este link expirou em ${date} às ${time}. Peça outro.`,
  expired: "Este link expirou. Peça outro.",
  withdrawnOn: (date, time) => `Este link foi retirado em ${date} às ${time}. Peça outro.`,
  withdrawn: "Este link foi retirado. Peça outro.",
  unknown: "Este serviço não conhece este link. Talvez um mais novo o tenha substituído: peça outro.",
  incomplete: "Este link está incompleto. Abra-o de novo ou peça outro.",
  answerLost:
    "A resposta a este link se perdeu no caminho. Abra-o de novo; se disser que já foi aberto, peça outro.",
  refused: (reason) => `Este link não pode ser aberto aqui: ${reason}`,
  unreachable: "Não foi possível acessar o serviço. Abra o link de novo.",
};
