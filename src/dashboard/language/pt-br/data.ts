// Portuguese of Brazil: changes that arrive from the service.

import type { Catalogue } from "../catalogue.ts";

export const data: Catalogue["data"] = {
  removedByOthers: (petId) => `Outra pessoa removeu o animal ${petId}`,
};
