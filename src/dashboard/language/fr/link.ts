// French: a link that signs in once, and could not.

import type { Catalogue } from "../catalogue.ts";

export const link: Catalogue["link"] = {
  notOpened: "Ce lien n’a pas pu être ouvert. Rechargez la page, puis ouvrez-le à nouveau.",
  openedOn: (date, time) =>
    `Ce lien ne sert qu’une fois et a été ouvert le ${date} à ${time}. Demandez-en un autre.`,
  opened: "Ce lien ne sert qu’une fois et a déjà été ouvert. Demandez-en un autre.",
  expiredOn: (date, time) => `Ce lien a expiré le ${date} à ${time}. Demandez-en un autre.`,
  expired: "Ce lien a expiré. Demandez-en un autre.",
  withdrawnOn: (date, time) => `Ce lien a été retiré le ${date} à ${time}. Demandez-en un autre.`,
  withdrawn: "Ce lien a été retiré. Demandez-en un autre.",
  unknown: "Ce service ne connaît pas ce lien. Un plus récent l’a peut-être remplacé : demandez-en un autre.",
  incomplete: "Ce lien est incomplet. Ouvrez-le à nouveau, ou demandez-en un autre.",
  answerLost:
    "La réponse à ce lien s’est perdue en route. Ouvrez-le à nouveau ; s’il est dit qu’il a déjà été ouvert, demandez-en un autre.",
  refused: (reason) => `Ce lien ne peut pas être ouvert ici : ${reason}`,
  unreachable: "Le service est injoignable. Ouvrez le lien à nouveau.",
};
