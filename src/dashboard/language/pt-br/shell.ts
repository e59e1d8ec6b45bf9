// Portuguese of Brazil: navigation, the connection's state, what a page says while it loads.

import type { Catalogue } from "../catalogue.ts";
import { counted } from "../format.ts";

export const shell: Catalogue["shell"] = {
  live: "Ao vivo",
  dialogNotLoaded: "Não foi possível carregar a caixa de diálogo. Verifique a conexão e tente de novo",
  lastChecked: (time) => `Verificado às ${time}`,
  changesWaiting: (changes) =>
    counted(changes, { one: "alteração aguardando", other: "alterações aguardando" }),
};
